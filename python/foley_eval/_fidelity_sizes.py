"""Distances by the number of sounds, and what they tend to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _foley
from ._draws import threads_of, whole
from ._fidelity_distances import (
    Told,
    check_alike,
    fit_of,
    kernel_of,
    reference_of,
    set_of,
    stamp_of,
    take_kernel,
)
from ._fidelity_results import ScoreStamp, SizeCurve, SizePoint, interval_of

_MOST = 1_000_000


def fad_infinity(
    reference: Any,
    generated: Any,
    *,
    sizes: Iterable[int] | None = None,
    steps: int = 8,
    replicates: int = 12,
    seed: int = 0,
    confidence: float = 0.95,
    share: float = 0.05,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> SizeCurve:
    """The Fréchet distance of subsamples of the generated set, and its value at infinite n.

    Subsamples of ``sizes`` rows (by default ``steps`` sizes, evenly spaced in 1 / n),
    ``replicates`` each, are drawn without replacement by ``seed``; a weighted line in 1 / n gives
    ``value`` with an interval that holds the error of the fit and that of the set as a sample. Rows
    of a clip are drawn together, and sizes count clips. The reference is taken as it is, so its own
    size stays in the number. ``enough`` is the smallest n whose bias is below ``share`` of the
    value. The same bits for any ``threads``.

    Source: Chong & Forsyth, CVPR 2020; Gui et al., ICASSP 2024.
    """
    threads = threads_of(threads)
    of, made = reference_of(reference), set_of(generated, "generated")
    unlike = check_alike(of, made, allow_unlike)
    options = _options(sizes, steps, replicates, seed, confidence, share, made.clip_of_row, threads)
    fit = fit_of(of, "reference", threads, progress)
    found = _foley.frechet_by_size(fit, made.numbers, options, progress)
    return _curve(found, stamp_of(of, made, unlike, seed=seed))


def kad_by_size(
    reference: Any,
    generated: Any,
    *,
    bandwidth: Any = "reference",
    kernel: str = "gaussian",
    degree: int = 3,
    offset: float = 1.0,
    sizes: Iterable[int] | None = None,
    steps: int = 8,
    replicates: int = 12,
    seed: int = 0,
    confidence: float = 0.95,
    share: float = 0.05,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> SizeCurve:
    """The kernel distance of subsamples of the generated set. It is unbiased, so a slope far from 0
    means that something else is wrong; ``enough`` is the smallest n at which the half width of an
    interval is below ``share`` of the value. Bandwidth and kernel as of ``kad``."""
    threads = threads_of(threads)
    of, made = set_of(reference, "reference"), set_of(generated, "generated")
    unlike = check_alike(of, made, allow_unlike)
    options = _options(sizes, steps, replicates, seed, confidence, share, made.clip_of_row, threads)
    ruler, chosen = kernel_of(
        of, made, bandwidth, kernel, degree, offset, "unbiased", seed, threads, progress
    )
    found = _foley.kernel_by_size(of.numbers, made.numbers, chosen, options, progress)
    stamp = stamp_of(of, made, unlike, seed=seed)
    take_kernel(stamp, kernel, ruler, "unbiased", False)
    # Which type the products were taken in is not told by size.
    stamp.precision = "automatic"
    return _curve(found, stamp)


def _options(
    sizes: Iterable[int] | None,
    steps: int,
    replicates: int,
    seed: int,
    confidence: float,
    share: float,
    clips: Any,
    threads: int,
) -> _foley.SizeOptions:
    return _foley.SizeOptions(
        [] if sizes is None else sorted({whole("a size", each, 0) for each in sizes}),
        whole("steps", steps, 1, _MOST), whole("replicates", replicates, 1, _MOST),
        whole("seed", seed, 0), float(confidence), float(share), clips, threads,
    )  # fmt: skip


def _curve(found: dict[str, Any], stamp: ScoreStamp) -> SizeCurve:
    infinite = found.pop("infinite")
    bounds = interval_of(infinite)
    assert bounds is not None
    warnings = []
    if found["narrow"]:
        warnings.append("the largest size is below twice the smallest; do not trust the line")
    if found["few_for_dimension"]:
        warnings.append("the smallest size is not above the dimension; the line bends there")
    return SizeCurve(
        value=infinite["value"],
        interval=bounds,
        points=[SizePoint(**each) for each in found.pop("points")],
        warnings=warnings,
        stamp=stamp,
        **found,
    )
