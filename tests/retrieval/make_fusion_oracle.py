"""Writes fusion_oracle.json: fused runs of ranx 0.3.21 for random runs without ties.

usage: python make_fusion_oracle.py >fusion_oracle.json     (needs: pip install ranx==0.3.21)
"""

from __future__ import annotations

import json
import random
import sys
from itertools import permutations
from typing import Any

import ranx
from ranx import Run, fuse

Table = dict[str, dict[str, float]]

SCORED = {"combsum": "sum", "combmnz": "mnz", "combanz": "anz", "combmin": "min",
          "combmax": "max", "combmed": "med", "wsum": "wsum"}  # fmt: skip
RANKED = {"rrf": "rrf", "isr": "isr", "borda": "bordafuse"}
NORMS = {"min-max": "min-max", "max": "max", "sum": "sum", "z-score": "zmuv", "rank": "rank",
         "borda": "borda", "none": None}  # fmt: skip
WEIGHTS = [0.7, 0.25, -0.5]


def random_run(rng: random.Random, scale: float, world: list[str], least: int) -> Table:
    table = {}
    for query in ("q1", "q2"):
        docs = rng.sample(world, rng.randint(least, len(world)))
        scores = rng.sample(range(1, 1000), len(docs))
        table[query] = {doc: score * scale for doc, score in zip(docs, scores, strict=True)}
    return table


def fused(runs: list[Table], method: str, norm: str | None, params: dict[str, Any]) -> Table:
    # ranx builds its tables anew: it may change those that it is given.
    given = [Run({q: dict(row) for q, row in run.items()}) for run in runs]
    table = fuse(runs=given, norm=norm, method=method, params=params).to_dict()
    return {q: dict(sorted(row.items())) for q, row in sorted(table.items())}


def has_cycle(runs: list[Table], query: str) -> bool:
    def beats(a: str, b: str) -> bool:
        return sum(run[query][a] > run[query][b] for run in runs) * 2 > len(runs)

    docs = sorted(runs[0][query])
    return any(beats(a, b) and beats(b, c) and beats(c, a) for a, b, c in permutations(docs, 3))


def main() -> None:
    rng = random.Random(20240229)
    world = [f"d{i}" for i in range(9)]
    runs = [random_run(rng, scale, world, 4) for scale in (0.001, 1.0, 0.5)]
    cases = []
    for name, theirs in SCORED.items():
        for norm, their_norm in NORMS.items():
            params = {"weights": WEIGHTS} if name == "wsum" else {}
            table = fused(runs, theirs, their_norm, params)
            cases.append({"method": name, "norm": norm, "fused": table})
    for name, theirs in RANKED.items():
        cases.append({"method": name, "norm": "none", "fused": fused(runs, theirs, None, {})})
    cases.append({"method": "rrf", "k": 5, "norm": "none",
                  "fused": fused(runs, "rrf", None, {"k": 5})})  # fmt: skip

    # Whole lists, three runs and no cycle: there alone its comparison of pairs is an order.
    while True:
        duels = [random_run(rng, 1.0, world, len(world)) for _ in range(3)]
        if not any(has_cycle(duels, query) for query in ("q1", "q2")):
            break
    table = fused(duels, "condorcet", None, {})
    orders = {q: sorted(row, key=lambda d, row=row: -row[d]) for q, row in table.items()}
    document = {
        "made_by": f"ranx {ranx.__version__ if hasattr(ranx, '__version__') else '0.3.21'}",
        "runs": runs,
        "weights": WEIGHTS,
        "cases": cases,
        "condorcet": {"runs": duels, "orders": orders},
    }
    json.dump(document, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
