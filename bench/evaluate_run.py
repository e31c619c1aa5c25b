"""evaluate_run from Python dicts: 10,000 queries x 100 ranked. Goal: 30 times the reference."""

from __future__ import annotations

import random

import foley_eval
from foley.eval.retrieval import evaluate_run as reference
from timing import calls, report

QUERIES, RANKED, JUDGED = 10_000, 100, 5


def workload(seed: int = 1) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, int]]]:
    rng = random.Random(seed)
    clips = [f"ring0:clip_{i:06d}" for i in range(20_000)]
    run = {f"q{q}": {c: rng.random() for c in rng.sample(clips, RANKED)} for q in range(QUERIES)}
    qrels = {}
    for query, row in run.items():
        judged = rng.sample(list(row), JUDGED - 2) + rng.sample(clips, 2)
        qrels[query] = {clip: rng.choice([0, 1, 2]) for clip in judged}
    return run, qrels


if __name__ == "__main__":
    run, qrels = workload()
    ours, theirs = foley_eval.evaluate_run(run, qrels), reference(run, qrels)
    assert ours.per_query == theirs.per_query
    assert ours.ranks == theirs.ranks
    timings = calls(
        [lambda: foley_eval.evaluate_run(run, qrels), lambda: reference(run, qrels)], repeat=9
    )
    report(
        "evaluate_run, 10,000 queries x 100 ranked, from Python",
        ["foley_eval.evaluate_run", "reference 0.0.89"],
        timings,
    )
