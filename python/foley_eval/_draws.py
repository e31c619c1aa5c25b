"""How random draws are made: checked before they reach the core."""

from __future__ import annotations

import operator
from typing import Any

from .evaluation import available_threads


def whole(name: str, value: Any, least: int) -> int:
    """A whole number of at least that; TypeError for what is none, ValueError for a smaller one."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; give a whole number") from None
    if not least <= number < 2**63:
        raise ValueError(f"{name} is {number}; give a whole number from {least} on")
    return number


def threads_of(threads: Any) -> int:
    """Threads to use: all that there are unless it is said."""
    return available_threads() if threads is None else min(whole("threads", threads, 1), 1024)


def draws(replicates: Any, seed: Any, threads: Any, *, least: int = 2) -> tuple[int, int, int]:
    """Replicates, seed and threads."""
    return whole("replicates", replicates, least), whole("seed", seed, 0), threads_of(threads)
