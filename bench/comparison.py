"""Paired randomisation tests: 1,000 queries x 5 runs, all pairs, 1,000 permutations, beside ranx.

Goal: at least 50 times faster than ranx.compare, and the same p from the same seed.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
from pathlib import Path

import foley_eval
from timing import Timing, calls, report

QUERIES, RUNS, PERMUTATIONS = 1_000, 5, 1_000

Run = dict[str, dict[str, float]]


def workload(seed: int = 3) -> tuple[dict[str, dict[str, int]], dict[str, Run]]:
    rng = random.Random(seed)
    qrels = {f"q{q}": {f"d{i}": rng.choice([0, 1, 2]) for i in range(10)} for q in range(QUERIES)}
    runs: dict[str, Run] = {
        f"run{r}": {
            query: {f"d{i}": rng.random() + 0.05 * r * judged[f"d{i}"] for i in range(10)}
            for query, judged in qrels.items()
        }
        for r in range(RUNS)
    }
    return qrels, runs


def kernel() -> Timing:
    """The tests alone, in C++: all pairs share their random signs."""
    folder = Path("build/release")
    program = folder / "bin" / "sign_flips"
    libraries = [str(folder / "lib" / f"libfoley_{name}.a") for name in ("stats", "core")]
    subprocess.run(
        [
            "c++",
            "-std=c++20",
            "-O2",
            "-Iinclude",
            "bench/sign_flips.cpp",
            *libraries,
            "-lcrypto",
            "-lpthread",
            "-o",
            str(program),
        ],
        check=True,
    )
    done = subprocess.run([program, str(PERMUTATIONS)], capture_output=True, text=True, check=True)
    return Timing([float(line) for line in done.stdout.split()])


if __name__ == "__main__":
    qrels, runs = workload()

    def ours() -> object:
        return foley_eval.compare(
            qrels, runs, ["ndcg@10"], permutations=PERMUTATIONS, replicates=100, seed=42, threads=1
        )

    names, functions = ["foley_eval.compare: all tests and intervals, from dicts"], [ours]
    if importlib.util.find_spec("ranx"):
        import ranx

        ranx_qrels = ranx.Qrels(qrels)
        ranx_runs = [ranx.Run(run, name=name) for name, run in runs.items()]

        def theirs() -> object:
            return ranx.compare(
                ranx_qrels,
                runs=ranx_runs,
                metrics=["ndcg@10"],
                stat_test="fisher",
                n_permutations=PERMUTATIONS,
                random_seed=42,
            )

        names.append("ranx.compare: randomisation only, runs held by it")
        functions.append(theirs)
    report(
        f"comparison, {QUERIES} queries x {RUNS} runs, {PERMUTATIONS} permutations",
        ["randomisation of all pairs alone (stats::sign_flip_tests)", *names],
        [kernel(), *calls(functions, repeat=5)],
    )
