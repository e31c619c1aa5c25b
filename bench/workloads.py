"""Seeded TREC files for the benchmarks, in three sizes.

small   156 queries x 50 documents, scores with two decimals (many ties)
medium  1,000 x 1,000, 100 judgments a query, scores with three decimals
large   6,980 x 1,000, about one judgment a query, scores with six decimals (as MS MARCO has)
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("build/bench-data")


@dataclass(frozen=True)
class Size:
    queries: int
    ranked: int
    documents: int
    decimals: int
    judged: int


SIZES = {
    "small": Size(156, 50, 5_000, 2, 12),
    "medium": Size(1_000, 1_000, 200_000, 3, 100),
    "large": Size(6_980, 1_000, 8_800_000, 6, 1),
}


@dataclass(frozen=True)
class Files:
    qrels: str
    run: str


def files(name: str, variant: int = 0) -> Files:
    """Qrels and run of a size, made once. Variants share the qrels; their scores differ."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    qrels, run = FOLDER / f"{name}.qrels", FOLDER / f"{name}-{variant}.run"
    if not run.exists() or not qrels.exists():
        # In a process of its own: what a child's peak memory is counted from is its parent's.
        subprocess.run([sys.executable, __file__, name, str(variant)], check=True)
    return Files(str(qrels), str(run))


def write(size: Size, qrels: Path, run: Path, variant: int) -> None:
    import numpy as np

    judgments, lines = [], []
    for q in range(size.queries):
        rng = np.random.default_rng([7, q])
        found = rng.choice(size.documents, size.ranked, replace=False)
        pool = rng.choice(found, max(1, size.judged // 2), replace=False)
        others = rng.choice(size.documents, size.judged // 2, replace=False)
        judged = np.unique(np.concatenate([pool, others]))
        grades = rng.choice([0, 0, 0, 1, 1, 2, 3] if size.judged > 1 else [1], judged.size)
        judgments += [
            f"q{q:05d} 0 d{doc:07d} {grade}\n" for doc, grade in zip(judged, grades, strict=True)
        ]
        spread = rng.normal(10, 3, size.ranked)
        noise = np.random.default_rng([11, q, variant]).normal(0, 1, size.ranked)
        scores = np.round(spread + noise, size.decimals)
        order = np.lexsort((found, -scores))
        lines += [
            f"q{q:05d} Q0 d{found[i]:07d} {rank} {scores[i]:.{size.decimals}f} system\n"
            for rank, i in enumerate(order, 1)
        ]
    qrels.write_text("".join(judgments), encoding="ascii")
    run.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    size, number = sys.argv[1], int(sys.argv[2])
    write(SIZES[size], FOLDER / f"{size}.qrels", FOLDER / f"{size}-{number}.run", number)
