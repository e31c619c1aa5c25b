"""Where a distance comes from: rows that make it, rows far out, copies, what is covered."""

from __future__ import annotations

import math
from collections.abc import Iterable
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
    set_of,
    stamp_of,
    wants_float64,
)
from ._fidelity_results import (
    Coverage,
    CoverageAt,
    Influence,
    Nearest,
    NearestReference,
    Outlier,
    Outliers,
    Share,
    Vendi,
    interval_of,
)
from .embeddings import EmbeddingSet, Statistics


def influence(
    reference: Any,
    generated: Any,
    *,
    metric: str = "fad",
    of: str = "generated",
    bandwidth: Any = "reference",
    kernel: str = "gaussian",
    degree: int = 3,
    offset: float = 1.0,
    exact: int = 0,
    precision: str = "automatic",
    seed: int = 0,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> Influence:
    """What each row of the generated set (or ``of='reference'``) does to ``fad`` or ``kad``.

    ``rows`` has the derivative of the distance by the weight of each row, ``without`` the distance
    without it: exact for KAD, to first order for FAD, which is too kind to rows far out; for the
    ``exact`` rows that raise FAD most it is computed anew. Bandwidth and kernel as of ``kad``.
    """
    if metric not in ("fad", "kad"):
        raise BadInputError(f"metric {metric!r}; write 'fad' or 'kad'")
    if of not in ("generated", "reference"):
        raise BadInputError(f"of {of!r}; write 'generated' or 'reference'")
    threads = threads_of(threads)
    made = set_of(generated, "generated")
    base = reference_of(reference) if metric == "fad" else set_of(reference, "reference")
    check_alike(base, made, allow_unlike)
    judged = made if of == "generated" else base
    if isinstance(judged, Statistics):
        raise BadInputError("statistics have no rows whose influence could be measured")
    if metric == "fad":
        fits = (
            fit_of(base, "reference", threads, progress),
            fit_of(made, "generated", threads, progress),
        )
        distance = _foley.frechet_distance(fits[0], fits[1], progress)["value"]
        other, mine = fits if of == "generated" else fits[::-1]
        rows = _foley.frechet_influence(other, mine, judged.numbers, threads, progress)
        without = distance - rows / (judged.rows - 1)
        for row in rows.argsort(kind="stable")[::-1][: whole("exact", exact, 0)].tolist():
            without[row] = _foley.frechet_without(other, judged.numbers, row, threads, progress)
    else:
        assert isinstance(base, EmbeddingSet)
        _, chosen = kernel_of(
            base, made, bandwidth, kernel, degree, offset, "unbiased",
            whole("seed", seed, 0), threads, progress,
        )  # fmt: skip
        found = _foley.kernel_distance(
            base.numbers, made.numbers, chosen, wants_float64(precision), threads, progress
        )
        parts = found.influence()
        distance, rows, without = found.value, parts[of], parts[f"without_{of}"]
    names = [judged.clip_name(row) for row in range(judged.rows)]
    return Influence(metric, of, distance, rows, without, names)


def coverage(
    reference: Any,
    generated: Any,
    *,
    k: int | Iterable[int] = 5,
    replicates: int = 0,
    confidence: float = 0.95,
    seed: int = 0,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> Coverage:
    """Precision, recall, density and coverage for each ``k``; equal rows are one neighbour.

    ``replicates`` of a bootstrap over clips make intervals, in which the balls stay as they are. A
    set with no more than k different rows has a reason in place of a number.

    Source: Kynkäänniemi et al., NeurIPS 2019; Naeem et al., ICML 2020.
    """
    of, made = set_of(reference, "reference"), set_of(generated, "generated")
    unlike = check_alike(of, made, allow_unlike)
    wanted = [k] if not isinstance(k, Iterable) else list(k)
    found = _foley.coverage(
        of.numbers, made.numbers, sorted({whole("k", each, 1) for each in wanted}),
        whole("replicates", replicates, 0, 10_000_000), float(confidence), whole("seed", seed, 0),
        of.clip_of_row, made.clip_of_row, threads_of(threads), progress,
    )  # fmt: skip
    at = [
        CoverageAt(
            k=each["k"],
            outside=each["outside"],
            uncovered=each["uncovered"],
            **{
                name: Share(
                    each[name]["value"], interval_of(each[name]["interval"]), each[name]["reason"]
                )
                for name in ("precision", "recall", "density", "coverage")
            },
        )
        for each in found.pop("at")
    ]
    return Coverage(at=at, stamp=stamp_of(of, made, unlike, seed=seed), **found)


def nearest_reference(
    reference: Any,
    generated: Any,
    *,
    quantile: float = 0.01,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> NearestReference:
    """The nearest reference row of each generated one: are sounds copies of the training set?

    Nearer than the ``quantile`` of the reference's own distances between neighbours is suspicious.
    """
    of, made = set_of(reference, "reference"), set_of(generated, "generated")
    check_alike(of, made, allow_unlike)
    found = _foley.memorised(
        of.numbers, made.numbers, float(quantile), threads_of(threads), progress
    )
    nearest = [Nearest(**each) for each in found.pop("nearest")]
    return NearestReference(nearest=nearest, **found)


def outliers(
    reference: Any,
    generated: Any,
    *,
    k: int = 5,
    threshold: float = 3.5,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> Outliers:
    """Generated rows far from all of the reference: the distance to the k-th nearest different row,
    against the same distance within the reference, in robust standard deviations of its logarithm.

    Source: Ramaswamy, Rastogi & Shim, SIGMOD 2000; Iglewicz & Hoaglin, 1993.
    """
    of, made = set_of(reference, "reference"), set_of(generated, "generated")
    check_alike(of, made, allow_unlike)
    found = _foley.outliers(
        of.numbers, made.numbers, whole("k", k, 1), float(threshold), threads_of(threads), progress
    )
    return Outliers(far=[Outlier(**each) for each in found.pop("far")], **found)


def vendi(
    data: Any,
    *,
    order: float = 1.0,
    bandwidth: float | None = None,
    max_rows: int = 4096,
    seed: int = 0,
    threads: int | None = None,
    progress: Told = None,
) -> Vendi:
    """How many different sounds a set is worth: 1 where all are alike, n where all are unlike.

    Similarity is the cosine, or with a ``bandwidth`` a Gaussian kernel, of more than ``max_rows``
    rows over a seeded sample. It grows with n: compare sets of one size.

    Source: Friedman & Dieng, *The Vendi score*, TMLR 2023.
    """
    width = None if bandwidth is None else float(bandwidth)
    if width is not None and not (width > 0 and math.isfinite(width)):
        raise BadInputError(f"bandwidth {bandwidth!r}; give a number above 0")
    found = _foley.vendi_score(
        set_of(data, "embeddings").numbers, float(order), width, whole("max_rows", max_rows, 1),
        whole("seed", seed, 0), threads_of(threads), progress,
    )  # fmt: skip
    return Vendi(**found)
