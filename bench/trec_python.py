"""foley_eval.trec from Python dicts beside pytrec_eval, and evaluate() from frames and columns.

Goal: at least 5 times faster than pytrec_eval's evaluate, dicts in and dict out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import foley_eval
import numpy as np
import pytrec_eval
from foley_eval import trec
from timing import calls, report

MEASURES = ["ndcg_cut_10", "recall_10", "map_cut_10", "recip_rank"]
SHAPES = [(1_000, 1_000, 100, 25), (156, 50, 20, 51)]
CALLS = {1_000: 1, 156: 20}  # in a row; one call of the small size is too short to be timed

Run = dict[str, dict[str, float]]
Qrels = dict[str, dict[str, int]]


def workload(queries: int, ranked: int, judged: int, seed: int = 1) -> tuple[Run, Qrels]:
    """Runs as searches return them: documents by falling score, a tie here and there. As when they
    are read from files, run and judgments share no id object."""
    rng = random.Random(seed)
    docs = range(200_000)
    run, qrels = {}, {}
    for q in range(queries):
        row = rng.sample(docs, ranked)
        scores = sorted((round(rng.uniform(0, 30), 3) for _ in row), reverse=True)
        run[f"q{q}"] = {f"doc{i:08d}": s for i, s in zip(row, scores, strict=True)}
        pool = rng.sample(row, judged // 2) + rng.sample(docs, judged // 2)
        qrels[f"q{q}"] = {f"doc{i:08d}": rng.choice([0, 0, 0, 1, 1, 2, 3]) for i in pool}
    return run, qrels


def check(ours: Run, theirs: Run) -> None:
    assert list(ours) == list(theirs)
    for query, values in theirs.items():
        for name, value in values.items():
            assert abs(ours[query][name] - value) <= 1e-9, (query, name)


def repeated(count: int, call: Callable[[], object]) -> Callable[[], None]:
    def run_all() -> None:
        for _ in range(count):
            call()

    return run_all


def compare(run: Run, qrels: Qrels, shape: str, repeat: int) -> None:
    """The rival's class beside ours: scoring alone, then with the judgments read anew."""
    names = ["foley_eval.trec", "pytrec_eval-terrier"]
    evaluators = [module.RelevanceEvaluator(qrels, MEASURES) for module in (trec, pytrec_eval)]
    check(*(each.evaluate(run) for each in evaluators))
    report(
        f"RelevanceEvaluator.evaluate, {shape}, dicts in and dict out",
        names,
        calls([repeated(CALLS[len(run)], partial(e.evaluate, run)) for e in evaluators], repeat),
    )

    def whole(module: Any) -> object:
        return module.RelevanceEvaluator(qrels, MEASURES).evaluate(run)

    report(
        f"the same with the judgments, {shape}",
        names,
        calls(
            [repeated(CALLS[len(run)], partial(whole, each)) for each in (trec, pytrec_eval)],
            repeat,
        ),
    )


def by_kind(run: Run, qrels: Qrels, shape: str, repeat: int) -> None:
    """evaluate() of one run in several shapes."""
    rows = [(query, doc, score) for query, row in run.items() for doc, score in row.items()]
    query, doc, score = (list(each) for each in zip(*rows, strict=True))
    numbers = np.array(score)
    kinds: dict[str, Any] = {
        "dicts": run,
        "columns of str objects": (np.array(query, object), np.array(doc, object), numbers),
        "columns of NumPy text": (np.array(query), np.array(doc), numbers),
    }

    def score_kind(kind: Any) -> object:
        return foley_eval.evaluate(qrels, kind, MEASURES, threads=1)

    report(
        f"evaluate() by what the run is, {shape}",
        list(kinds),
        calls(
            [repeated(CALLS[len(run)], partial(score_kind, each)) for each in kinds.values()],
            repeat,
        ),
    )


if __name__ == "__main__":
    for queries, ranked, judged, repeat in SHAPES:
        run, qrels = workload(queries, ranked, judged)
        times = f"{CALLS[queries]} times " if CALLS[queries] > 1 else ""
        shape = f"{times}{queries:,} queries x {ranked:,} documents"
        compare(run, qrels, shape, repeat)
        by_kind(run, qrels, shape, max(repeat // 3, 5))
