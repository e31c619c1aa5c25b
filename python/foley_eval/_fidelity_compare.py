"""Which of two generators is closer to real sound."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Any

from . import _foley
from ._draws import threads_of, whole
from ._errors import BadInputError
from ._fidelity_distances import (
    Told,
    check_alike,
    fit_of,
    kernel_of,
    reference_of,
    resampling,
    set_of,
    stamp_of,
    take_kernel,
)
from ._fidelity_results import DistanceDifference, FidelityComparison, interval_of
from .comparison import Interval
from .embeddings import Difference, EmbeddingSet, Statistics

_METRICS = ("fad", "kad")


def compare(
    reference: Any,
    a: Any,
    b: Any,
    *,
    metrics: str | Iterable[str] = _METRICS,
    paired: bool = False,
    bandwidth: Any = "reference",
    kernel: str = "gaussian",
    degree: int = 3,
    offset: float = 1.0,
    permutations: int = 1000,
    replicates: int = 1000,
    confidence: float = 0.95,
    level: float = 0.05,
    seed: int = 0,
    precision: str = "automatic",
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> FidelityComparison:
    """The differences of the distances of two generated sets to one reference, B less A, each with
    interval and p-value, and a verdict.

    FAD by the delta method, KAD by permutation and bootstrap over clips. ``paired``: clips with the
    same name (without names: the same row) answer the same prompt, and are resampled together. A
    difference is shown where p is at most ``level`` and the interval does not hold 0; differences
    that point to different sets leave it undecided. ``reference`` may be ``Statistics`` for FAD.
    """
    wanted = [metrics] if isinstance(metrics, str) else list(metrics)
    unknown = [each for each in wanted if each not in _METRICS]
    if unknown or not wanted:
        raise BadInputError(f"metrics {wanted!r}; write 'fad', 'kad' or both")
    if bandwidth == "pooled":
        raise BadInputError("two distances need one ruler; give 'reference' or a number")
    threads, seed = threads_of(threads), whole("seed", seed, 0)
    base = reference_of(reference) if "kad" not in wanted else set_of(reference, "reference")
    sets = (set_of(a, "a"), set_of(b, "b"))
    unlike = [each for made in sets for each in check_alike(base, made, allow_unlike)]
    clips = _paired(*sets) if paired else None
    stamp = stamp_of(base, sets[0], unlike, seed=seed)
    fad = _frechet(base, sets, clips, confidence, threads, progress) if "fad" in wanted else None
    kad = None
    if "kad" in wanted:
        assert isinstance(base, EmbeddingSet)
        options = resampling(permutations, replicates, confidence, seed, precision, threads)
        ruler, chosen = kernel_of(
            base, sets[1], bandwidth, kernel, degree, offset, "unbiased", seed, threads, progress
        )
        take_kernel(stamp, kernel, ruler, "unbiased", _float32(precision, base, *sets))
        kad = _kernel(base, sets, chosen, options, clips, progress)
    return FidelityComparison(
        fad=fad,
        kad=kad,
        paired=paired,
        level=level,
        verdict=_verdict([each for each in (fad, kad) if each], level),
        warnings=_warnings(unlike, sets, fad is not None),
        stamp=stamp,
    )


def _paired(a: EmbeddingSet, b: EmbeddingSet) -> tuple[Any, Any]:
    """The place of each row's clip among the clips of both."""
    import numpy as np

    if bool(a.clips) != bool(b.clips):
        raise BadInputError("only one of the sets names its clips; pairs need both or none")
    if not a.clips and a.rows != b.rows:
        raise BadInputError(f"{a.rows} rows and {b.rows} without names of clips cannot be paired")
    places: dict[str, int] = {}
    for row in range(a.rows):
        places.setdefault(a.clip_name(row), len(places))
    other = {b.clip_name(row) for row in range(b.rows)}
    lost = next((each for each in places if each not in other), None)
    extra = next((each for each in sorted(other) if each not in places), None)
    if lost is not None or extra is not None:
        name, where = (lost, "b") if lost is not None else (extra, "a")
        raise BadInputError(f"the clip {name!r} is not in {where}; pairs need the same names")
    return (
        np.array([places[a.clip_name(row)] for row in range(a.rows)], dtype=np.uint32),
        np.array([places[b.clip_name(row)] for row in range(b.rows)], dtype=np.uint32),
    )


def _frechet(
    base: EmbeddingSet | Statistics,
    sets: tuple[EmbeddingSet, EmbeddingSet],
    clips: tuple[Any, Any] | None,
    confidence: float,
    threads: int,
    told: Told,
) -> DistanceDifference:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; give a number between 0 and 1")
    fit = fit_of(base, "reference", threads, told)
    fits = [fit_of(each, name, threads, told) for each, name in zip(sets, ("a", "b"), strict=True)]
    values = [_foley.frechet_distance(fit, each, told)["value"] for each in fits]
    rows = [
        _foley.frechet_influence(fit, mine, each.numbers, threads, told)
        for mine, each in zip(fits, sets, strict=True)
    ]
    if clips is None:
        errors = [
            _foley.influence_error(each, made.clip_of_row)
            for each, made in zip(rows, sets, strict=True)
        ]
    else:
        errors = [_joint_error(rows, clips)]
    if isinstance(base, EmbeddingSet):
        # The reference moves both distances.
        moved = [_foley.frechet_influence(each, fit, base.numbers, threads, told) for each in fits]
        errors.append(_foley.influence_error(moved[1] - moved[0], base.clip_of_row))
    error = math.hypot(*errors)
    difference = values[1] - values[0]
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
    if error > 0:
        p = math.erfc(abs(difference) / error / math.sqrt(2))
    else:
        p = 1.0 if difference == 0 else 0.0
    bounds = Interval(difference - half, difference + half, confidence)
    return DistanceDifference(
        values[0], values[1], difference, bounds, p, "delta method, normal approximation"
    )


def _joint_error(rows: list[Any], clips: tuple[Any, Any]) -> float:
    """The standard error of B less A where clips come and go together."""
    import numpy as np

    count = int(clips[0].max()) + 1
    joint = np.zeros(count)
    for sign, influences, of_row in zip((-1.0, 1.0), rows, clips, strict=True):
        np.add.at(joint, of_row, sign * count / len(of_row) * influences)
    return _foley.influence_error(joint, np.empty(0, dtype=np.uint32))


def _kernel(
    base: EmbeddingSet,
    sets: tuple[EmbeddingSet, EmbeddingSet],
    kernel: _foley.Kernel,
    options: _foley.ResamplingOptions,
    clips: tuple[Any, Any] | None,
    told: Told,
) -> DistanceDifference:
    a, b = sets
    of_a, of_b = clips if clips else (a.clip_of_row, b.clip_of_row)
    found = _foley.kernel_difference(  # first less second is B less A
        base.numbers, b.numbers, a.numbers, kernel, options, clips is not None,
        base.clip_of_row, of_b, of_a, told,
    )  # fmt: skip
    how = "pair by pair" if clips else "between A and B"
    return DistanceDifference(
        found["second"], found["first"], found["difference"], interval_of(found["interval"]),
        found["p_value"], f"clips exchanged {how}; bootstrap over clips",
    )  # fmt: skip


def _verdict(differences: list[DistanceDifference], level: float) -> str:
    shown = {
        "b" if each.difference < 0 else "a"
        for each in differences
        if each.p_value is not None
        and each.p_value <= level
        and (each.interval is None or each.interval.high < 0 or each.interval.low > 0)
    }
    return shown.pop() if len(shown) == 1 else "undecided"


def _float32(precision: str, *sets: EmbeddingSet) -> bool:
    return precision != "float64" and all(str(each.numbers.dtype) == "float32" for each in sets)


def _warnings(
    unlike: list[Difference], sets: tuple[EmbeddingSet, EmbeddingSet], with_fad: bool
) -> list[str]:
    found = [f"the sets were not made alike: {each}" for each in unlike]
    if with_fad and sets[0].rows != sets[1].rows:
        found.append(
            f"a has {sets[0].rows} rows and b {sets[1].rows}: FAD falls as n grows, so the smaller "
            "one is at a disadvantage"
        )
    if with_fad and min(each.rows for each in sets) < 10 * sets[0].dimension:
        found.append("fewer than 10 rows a dimension: the bias of FAD is large")
    return found
