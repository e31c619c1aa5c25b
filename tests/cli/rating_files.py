"""Small files of ratings, and a slow alpha to hold the command against."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from pathlib import Path

from foley_command import BUNDLED, write_bytes

KRIPPENDORFF = BUNDLED / "ratings/krippendorff.csv"
HUMANS = BUNDLED / "ratings/humans.csv"
JUDGE = BUNDLED / "ratings/judge.csv"


def write_lines(path: Path, lines: Iterable[str]) -> Path:
    return write_bytes(path, ("\n".join(lines) + "\n").encode())


def write_wide(path: Path, raters: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    """A column a rater; None is a rating that is missing."""
    lines = [",".join(["unit", *raters])]
    for i, row in enumerate(rows):
        lines.append(",".join([f"u{i}", *("" if each is None else str(each) for each in row)]))
    return write_lines(path, lines)


def noisy_rows(units: int, raters: int, seed: int = 1, values: int = 5) -> list[list[int]]:
    """Raters who see the same value and miss it by one now and then."""
    rng = random.Random(seed)
    rows = []
    for _ in range(units):
        true = rng.randrange(values)
        rows.append(
            [min(values - 1, max(0, true + rng.choice([0, 0, 0, 1, -1]))) for _ in range(raters)]
        )
    return rows


def slow_alpha(
    rows: Iterable[Sequence[float | None]], squared: Callable[[float, float], float]
) -> float:
    """Krippendorff's alpha from its definition, pair by pair."""
    units = [[v for v in row if v is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    everything = [v for unit in units for v in unit]
    n = len(everything)
    within = sum(
        sum(squared(a, b) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in units
    )
    chance = sum(squared(a, b) for a, b in permutations(everything, 2))
    return 1 - within / n / (chance / (n * (n - 1)))
