"""How random draws are made: checked before they reach the core."""

from __future__ import annotations

import operator
from typing import Any

from .evaluation import available_threads

_MOST_REPLICATES = 10_000_000
_MOST_THREADS = 64  # or all that there are; more change nothing but the memory


def whole(name: str, value: Any, least: int, most: int = 2**63 - 1) -> int:
    """A whole number in these bounds; TypeError for what is none, ValueError for another one."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; give a whole number") from None
    if not least <= number <= most:
        bound = f"to {most}" if number > most else "on"
        raise ValueError(f"{name} is {number}; give a whole number from {least} {bound}")
    return number


def threads_of(threads: Any) -> int:
    """Threads to use: all that there are unless it is said."""
    there = available_threads()
    return (
        there if threads is None else min(whole("threads", threads, 1), max(there, _MOST_THREADS))
    )


def draws(replicates: Any, seed: Any, threads: Any, *, least: int = 2) -> tuple[int, int, int]:
    """Replicates, seed and threads."""
    replicates = whole("replicates", replicates, least, _MOST_REPLICATES)
    return replicates, whole("seed", seed, 0), threads_of(threads)
