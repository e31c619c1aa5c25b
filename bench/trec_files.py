"""Files to figures: nDCG@10, recall@10, AP@10 and RR of a TREC run, beside the rivals.

A rival that the machine lacks is left out; trec_eval is looked for as $TREC_EVAL or on the path.
FOLEY_BENCH_SIZES=small,medium,large chooses sizes; FOLEY_BENCH_RANX=no leaves out ranx, which takes
minutes.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys

from timing import processes, report
from workloads import files

OURS = os.environ["FOLEY_EVAL_COMMAND"]
MEASURES = ["ndcg_cut_10", "recall_10", "map_cut_10", "recip_rank"]


def ours(qrels: str, run: str, *options: str) -> list[str]:
    measures = [word for name in MEASURES for word in ("-m", name)]
    return [OURS, "score", qrels, run, *measures, "--ties", "id-desc", "--format", "tsv", *options]


def rivals(qrels: str, run: str) -> dict[str, list[str]]:
    found = {}
    trec_eval = os.environ.get("TREC_EVAL") or shutil.which("trec_eval")
    if trec_eval:
        parameters = [
            "-m",
            "ndcg_cut.10",
            "-m",
            "recall.10",
            "-m",
            "map_cut.10",
            "-m",
            "recip_rank",
        ]
        found["trec_eval"] = [trec_eval, "-c", *parameters, qrels, run]
    for package in ("pytrec_eval", "ir_measures", "ranx"):
        wanted = package != "ranx" or os.environ.get("FOLEY_BENCH_RANX") != "no"
        if wanted and importlib.util.find_spec(package):
            found[package] = [sys.executable, "bench/rival_scores.py", package, qrels, run]
    return found


def answers(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def bench(size: str, repeat: int) -> None:
    pair = files(size)
    others = rivals(pair.qrels, pair.run)
    one = ours(pair.qrels, pair.run, "--threads", "1")
    two = ours(pair.qrels, pair.run, "--threads", "2")
    assert answers(one) == answers(two)
    mine = [float(line.split("\t")[3]) for line in answers(one).splitlines()[1 : 1 + len(MEASURES)]]
    if "pytrec_eval" in others:
        theirs = [float(word) for word in answers(others["pytrec_eval"]).split()]
        assert max(abs(a - b) for a, b in zip(mine, theirs, strict=True)) < 1e-6, (mine, theirs)
    megabytes = os.path.getsize(pair.run) / 1e6
    report(
        f"{size}: a run of {megabytes:.1f} MB, file to figures",
        ["foley-eval, 2 threads", "foley-eval, 1 thread", *others],
        processes([two, one, *others.values()], repeat),
    )


if __name__ == "__main__":
    repeats = {"small": 9, "medium": 5, "large": 1}
    for each in os.environ.get("FOLEY_BENCH_SIZES", "small,medium").split(","):
        bench(each, repeats[each])
