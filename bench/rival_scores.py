"""Scores a run with a rival package and prints nDCG@10, recall@10, AP@10 and RR: a whole process.

rival_scores.py pytrec_eval|ir_measures|ranx QRELS RUN
"""

from __future__ import annotations

import sys
from statistics import fmean


def with_pytrec_eval(qrels: str, run: str) -> list[float]:
    import pytrec_eval

    names = ["ndcg_cut_10", "recall_10", "map_cut_10", "recip_rank"]
    with open(qrels, encoding="ascii") as file:
        evaluator = pytrec_eval.RelevanceEvaluator(
            pytrec_eval.parse_qrel(file), ["ndcg_cut.10", "recall.10", "map_cut.10", "recip_rank"]
        )
    with open(run, encoding="ascii") as file:
        values = evaluator.evaluate(pytrec_eval.parse_run(file))
    return [fmean(row[name] for row in values.values()) for name in names]


def with_ir_measures(qrels: str, run: str) -> list[float]:
    import ir_measures
    from ir_measures import AP, RR, R, nDCG

    measures = [nDCG @ 10, R @ 10, AP @ 10, RR]
    values = ir_measures.calc_aggregate(
        measures, ir_measures.read_trec_qrels(qrels), ir_measures.read_trec_run(run)
    )
    return [values[measure] for measure in measures]


def with_ranx(qrels: str, run: str) -> list[float]:
    import ranx

    names = ["ndcg@10", "recall@10", "map@10", "mrr"]
    values = ranx.evaluate(
        ranx.Qrels.from_file(qrels, kind="trec"), ranx.Run.from_file(run, kind="trec"), names
    )
    return [values[name] for name in names]


RIVALS = {"pytrec_eval": with_pytrec_eval, "ir_measures": with_ir_measures, "ranx": with_ranx}

if __name__ == "__main__":
    print(*(f"{value:.6f}" for value in RIVALS[sys.argv[1]](sys.argv[2], sys.argv[3])))
