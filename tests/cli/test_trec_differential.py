"""A thousand random runs and judgments against pytrec_eval, which has trec_eval 9.0.8 inside."""

from __future__ import annotations

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from foley_command import foley, write_bytes

pytrec_eval = pytest.importorskip(
    "pytrec_eval", reason="pytrec_eval-terrier is not installed (tools/requirements-dev.txt)"
)

PAIRS = 1000
TOPICS = 8
# Values are printed with four decimals; a million times the measure would lose nothing but time.
# So the command is asked for z-scores with mean 0 and deviation 1e-9, which shifts the point.
SHIFT = 1e-9
TOLERANCE = 1e-9
NOT_COMPARED = {"runid", "num_q", "gm_map", "gm_bpref", "relstring"}
MEASURES = sorted(
    {"num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret", "map", "Rprec", "bpref",
     "recip_rank", "iprec_at_recall", "P", "recall", "infAP", "Rprec_mult", "utility", "11pt_avg",
     "binG", "G", "ndcg", "ndcg_rel", "Rndcg", "ndcg_cut", "map_cut", "relative_P", "success",
     "set_P", "set_relative_P", "set_recall", "set_map", "set_F"}
)  # fmt: skip

Judgments = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


def sample(seed: int) -> tuple[Judgments, Scores, int, bool, int | None]:
    """Judgments and run with ties, grades from -1 to 4 and topics that lack in one of them."""
    rng = random.Random(seed)
    docs = [f"d{n}" for n in range(rng.randint(3, 60))]
    grades = rng.choice([[0, 1], [-1, 0, 1, 2], [-1, 0, 1, 2, 3, 4], [0, 0, 0, 1]])
    steps = rng.choice([2, 5, 1000])
    qrels: Judgments = {}
    run: Scores = {}
    for n in range(TOPICS):
        topic = f"t{n}"
        judged = rng.sample(docs, rng.randint(1, len(docs)))
        # A topic judged only below 0 has no value in trec_eval but a leftover.
        row = {doc: rng.choice(grades) for doc in judged}
        row[judged[0]] = abs(row[judged[0]])
        if n == 0 or rng.random() < 0.85:
            qrels[topic] = row
        if n == 0 or rng.random() < 0.85:
            found = rng.sample(docs, rng.randint(1, len(docs)))
            run[topic] = {doc: rng.randint(0, steps) / 4 for doc in found}
    level = rng.choice([1, 1, 1, 2, 3])
    depth = rng.choice([None, None, 1, 5, 20])
    return qrels, run, level, rng.random() < 0.3, depth


def cut(run: Scores, depth: int | None) -> Scores:
    """trec_eval -M, which pytrec_eval lacks: the best by score, then id descending."""
    if depth is None:
        return run
    return {
        topic: dict(sorted(row.items(), key=lambda each: (each[1], each[0]), reverse=True)[:depth])
        for topic, row in run.items()
    }


def answer_of(folder: Path, seed: int) -> dict[tuple[str, str], float]:
    qrels, run, level, judged_only, depth = sample(seed)
    lines = [f"{t} 0 {d} {g}" for t, row in qrels.items() for d, g in row.items()]
    judgments = write_bytes(folder / f"{seed}.qrels", "\n".join(lines).encode())
    lines = [f"{t} Q0 {d} 0 {s} r" for t, row in run.items() for d, s in row.items()]
    random.Random(seed).shuffle(lines)
    scores = write_bytes(folder / f"{seed}.run", "\n".join(lines).encode())
    flags = ["-q", "-n", "--compat", "9", f"-l{level}", "-Z", str(folder / "shift")]
    flags += ["-J"] * judged_only + ([f"-M{depth}"] if depth else [])
    flags += [part for name in MEASURES for part in ("-m", name)]
    answer = foley("trec", *flags, str(judgments), str(scores))
    assert answer.code == 0, (seed, answer.err)
    values = {}
    for line in answer.out.splitlines():
        name, topic, value = line.split("\t")
        values[name.rstrip(), topic] = float(value) * SHIFT
    return values


def peer_of(seed: int) -> dict[tuple[str, str], float]:
    qrels, run, level, judged_only, depth = sample(seed)
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, MEASURES, relevance_level=level, judged_docs_only_flag=judged_only
    )
    found: Mapping[str, Mapping[str, float]] = evaluator.evaluate(cut(run, depth))
    return {
        (name, topic): value
        for topic, row in found.items()
        for name, value in row.items()
        if name not in NOT_COMPARED
    }


def write_shift(folder: Path, names: set[str]) -> None:
    lines = [f"t{n} {name} 0 {SHIFT!r}" for n in range(TOPICS) for name in sorted(names)]
    write_bytes(folder / "shift", "\n".join(lines).encode())


def test_every_value_is_theirs(tmp_path: Path) -> None:
    write_shift(tmp_path, {name for name, _ in peer_of(0)})
    compared = 0
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda seed: answer_of(tmp_path, seed), range(PAIRS))
        for seed, ours in enumerate(answers):
            theirs = peer_of(seed)
            assert set(ours) == set(theirs), seed
            for key, expected in theirs.items():
                if expected != expected:
                    assert ours[key] == 0.0, (seed, key)  # their 0/0 where nothing is left
                    continue
                bound = TOLERANCE * max(1.0, abs(expected))
                assert abs(ours[key] - expected) <= bound, (seed, key, ours[key], expected)
                compared += 1
    assert compared > 300_000
