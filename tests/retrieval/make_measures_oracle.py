"""Writes measures_oracle.json: values of other programs for the measures beyond trec_eval.

Needs ir_measures 0.4.3, cwl-eval 1.0.12, pyndeval 0.0.8, pytrec_eval-terrier 0.5.11; the versions
found are written into the file. Scores have no ties, since programs order those differently, and
documents are in the order of their ids, which decides between equal gains of an ideal order.
"""

from __future__ import annotations

import json
import math
import random
from importlib.metadata import version
from pathlib import Path
from typing import Any

import ir_measures

GRADED = [
    "P@5",
    "P(rel=2)@3",
    "P(judged_only=True)@5",
    "P@40",
    "R@5",
    "R(rel=2)@10",
    "RR",
    "RR(rel=2)",
    "RR(judged_only=True)",
    "AP",
    "AP@5",
    "AP(rel=2)@100",
    "AP(judged_only=True)",
    "Rprec",
    "Rprec(rel=2)",
    "Success@1",
    "Success@5",
    "Success(rel=3)@2",
    "nDCG",
    "nDCG@5",
    "nDCG@40",
    "nDCG(judged_only=True)@5",
    "nDCG(gains={0:0,1:1,2:3,3:9})@10",
    "nDCG(gains={1:5,3:0})",
    "Bpref",
    "Bpref(rel=2)",
    "infAP",
    "infAP(rel=2)",
    "SetP",
    "SetP(relative=True)",
    "SetR",
    "SetP(judged_only=True)",
    "SetF",
    "SetF(beta=2.0)",
    "SetAP",
    "IPrec@0.1",
    "IPrec@0.5",
    "IPrec@1.0",
    "NumRet",
    "NumRet(rel=2)",
    "NumRel",
    "Judged@5",
    "Judged@10",
    "Judged",
    "Compat",
    "Compat(p=0.8)",
    "Compat(normalize=False)",
    "Compat(p=0.5)",
    "RBP(rel=1)",
    "RBP(p=0.5,rel=1)",
    "RBP(p=0.95,rel=2)",
    "INST(max_rel=3)",
    "INST(T=2.0,max_rel=3)",
    "INST(T=0.5,min_rel=1,max_rel=3)",
    "INSQ(max_rel=3)",
    "INSQ(T=3.0,max_rel=2)",
    "BPM(max_rel=3)@5",
    "BPM(T=2.0,max_rel=3)@10",
    "BPM(T=0.5,max_rel=3)@10",
    "SDCG(max_rel=3)@5",
    "SDCG(min_rel=1,max_rel=2)@10",
    "NERR8(max_rel=3)@5",
    "NERR9(max_rel=3)@10",
    "NERR8(max_rel=4)@10",
    "NERR10(max_rel=3)",
    "NERR10(p=0.5,max_rel=4)",
    "NERR11(max_rel=3)",
    "NERR11(T=2.0,max_rel=4)",
    "Accuracy",
    "Accuracy(rel=2)",
]
DIVERSE = [
    "alpha_DCG@5",
    "alpha_DCG@10",
    "alpha_DCG(alpha=0.25)@10",
    "alpha_nDCG@1",
    "alpha_nDCG@5",
    "alpha_nDCG@20",
    "alpha_nDCG(alpha=0.25)@10",
    "alpha_nDCG(alpha=0.0)@10",
    "alpha_nDCG(rel=2)@10",
    "ERR_IA@5",
    "ERR_IA@20",
    "nERR_IA@1",
    "nERR_IA@5",
    "nERR_IA@20",
    "NRBP",
    "NRBP(alpha=0.25,beta=0.8)",
    "nNRBP",
    "nNRBP(beta=0.9)",
    "AP_IA",
    "AP_IA(rel=2)",
    "P_IA@5",
    "P_IA@20",
    "StRecall@3",
    "StRecall@10",
]


def topics(draw: random.Random) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for number in range(8):
        pool = [f"d{i:02}" for i in range(24)]
        judged = sorted(draw.sample(pool, 6 + number))
        run = draw.sample(pool, 5 + 2 * number)
        scores = draw.sample(range(1, 400), len(run))
        made.append(
            {
                "query": str(number + 1),
                "run": [[doc, score / 4] for doc, score in zip(run, scores, strict=True)],
                "qrels": [[doc, draw.choice([0, 0, 1, 1, 2, 3])] for doc in judged],
                "subtopics": [
                    [str(sub), doc, draw.choice([0, 1, 1, 2])]
                    for doc in judged
                    for sub in range(1, 5)
                    if draw.random() < 0.45
                ],
            }
        )
    for topic in made:  # everything must be defined
        topic["qrels"][0][1] = 3
        topic["qrels"][1][1] = 1
        topic["qrels"][2][1] = 0
        for place in (0, 2):
            doc = topic["qrels"][place][0]
            if all(doc != each for each, _ in topic["run"]):
                topic["run"].append([doc, 110 + place])
        if not any(grade >= 2 for _, _, grade in topic["subtopics"]):
            topic["subtopics"].append(["5", topic["qrels"][-1][0], 2])
    return made


def values(names: list[str], qrels: list[Any], run: list[Any]) -> dict[str, list[float]]:
    out: dict[str, list[float]] = {}
    for name in names:
        measure = ir_measures.parse_measure(name)
        of = {m.query_id: m.value for m in ir_measures.iter_calc([measure], qrels, run)}
        out[name] = [of[query] for query in sorted(of)]
        assert all(math.isfinite(value) for value in out[name]), name
    return out


def main() -> None:
    made = topics(random.Random(20))
    run = [ir_measures.ScoredDoc(t["query"], d, s) for t in made for d, s in t["run"]]
    qrels = [ir_measures.Qrel(t["query"], d, g, "0") for t in made for d, g in t["qrels"]]
    diverse = [ir_measures.Qrel(t["query"], d, g, s) for t in made for s, d, g in t["subtopics"]]
    packages = ["ir-measures", "cwl-eval", "pyndeval", "pytrec-eval-terrier"]
    out = {
        "versions": {name: version(name) for name in packages},
        "topics": made,
        "graded": values(GRADED, qrels, run),
        "diverse": values(DIVERSE, diverse, run),
    }
    path = Path(__file__).with_name("measures_oracle.json")
    path.write_text(json.dumps(out, separators=(",", ":")).replace('],"', '],\n"') + "\n")


if __name__ == "__main__":
    main()
