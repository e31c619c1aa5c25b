"""Distances of embedding sets with all that belongs to them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from . import _foley
from ._draws import threads_of, whole
from ._errors import BadInputError
from ._fidelity_arrays import no_clips
from ._fidelity_results import Bandwidth, Contents, Fad, Kad, ScoreStamp, SetHealth, interval_of
from ._inputs import _is_path
from .embeddings import Difference, EmbeddingSet, Statistics, load_statistics

Told: TypeAlias = Callable[[float], Any] | None
"""Called now and then with the share that is done; what it raises stops the computation."""

EXACT_PAIRS = 2**23
"""Up to so many pairs a median distance is exact; those of 4,096 rows."""
SAMPLE_PAIRS = 2**18
PRECISIONS = ("automatic", "float64")
CONVENTIONS = ("unbiased", "kadtk")
_KADTK_SCALE = 100.0
_UNKNOWN_COUNT = 2**53  # of statistics that do not say: never too few


class UnlikeError(BadInputError):
    """Sets whose manifests differ, so that no number over both means anything."""

    def __init__(self, line: str, differences: list[Difference]) -> None:
        super().__init__(line)
        self.differences = differences
        self.args = (line, differences)


def fad(
    reference: Any,
    generated: Any,
    *,
    interval: bool = True,
    confidence: float = 0.95,
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> Fad:
    """The Fréchet distance with its terms, its interval and what the sets can carry.

    Sets are arrays, tables, paths or ``EmbeddingSet``s; ``reference`` may also be ``Statistics`` or
    a file of them. Float64 throughout, exact to rounding where samples are fewer than dimensions.
    Lower is closer; it falls as n grows, so compare at equal n or see ``fad_infinity``. UnlikeError
    for sets with manifests that differ, unless ``allow_unlike``; ValueError for fewer than two
    rows, other dimensions, and numbers that are NaN or infinite.

    Source: Dowson & Landau, 1982; Kilgour et al., *Fréchet Audio Distance*, Interspeech 2019.
    """
    threads = threads_of(threads)
    of, made = reference_of(reference), set_of(generated, "generated")
    unlike = check_alike(of, made, allow_unlike)
    fit = fit_of(of, "reference", threads, progress)
    made_fit = fit_of(made, "generated", threads, progress)
    found = _foley.frechet_distance(fit, made_fit, progress)
    bounds = None
    if interval:
        errors = [
            _foley.influence_error(
                _foley.frechet_influence(other, mine, each.numbers, threads, progress),
                each.clip_of_row,
            )
            if isinstance(each, EmbeddingSet)
            else 0.0
            for other, mine, each in ((fit, made_fit, made), (made_fit, fit, of))
        ]
        bounds = interval_of(
            _foley.distance_interval(found["value"], errors[0], errors[1], confidence)
        )
    health = [SetHealth(**found.pop(each)) for each in ("reference", "generated")]
    if isinstance(of, Statistics) and of.count == 0:
        unknown = ["the statistics do not say how many sounds are behind them"]
        health[0] = replace(health[0], count=0, samples_per_dimension=0.0, warnings=unknown)
    return Fad(
        **found,
        reference=health[0],
        generated=health[1],
        interval=bounds,
        warnings=_warnings(of, made, unlike)
        + [
            f"{name}: {text}"
            for name, each in zip(("reference", "generated"), health, strict=True)
            for text in each.warnings
        ],
        stamp=stamp_of(of, made, unlike),
    )


def kad(
    reference: Any,
    generated: Any,
    *,
    bandwidth: Any = "reference",
    kernel: str = "gaussian",
    degree: int = 3,
    offset: float = 1.0,
    convention: str = "unbiased",
    permutations: int = 0,
    replicates: int = 0,
    confidence: float = 0.95,
    seed: int = 0,
    precision: str = "automatic",
    allow_unlike: bool = False,
    threads: int | None = None,
    progress: Told = None,
) -> Kad:
    """The kernel distance (unbiased squared MMD), with p-value and interval where asked for.

    ``bandwidth`` is ``reference`` (median distance within the reference: one ruler for all that is
    compared with it), ``pooled`` (of both sets, as the drop-in function has it), a number, or a
    ``Bandwidth`` or ``Statistics`` that holds one. ``kernel`` is ``gaussian``, ``iq``, ``imq`` or
    ``polynomial`` (with ``degree`` and ``offset``, as KID has it). ``convention='kadtk'`` gives
    what kadtk prints: bandwidth from the generated set, times 100. ``permutations`` makes the
    p-value, ``replicates`` the bootstrap interval, both over clips. ``precision`` is ``automatic``
    (products in float32 where both sets are) or ``float64``. The same bits for any ``threads``.

    Source: Gretton et al., *A kernel two-sample test*, JMLR 2012; Chung et al., *KAD*, 2025.
    """
    threads, seed = threads_of(threads), whole("seed", seed, 0)
    of, made = set_of(reference, "reference"), set_of(generated, "generated")
    unlike = check_alike(of, made, allow_unlike)
    ruler, chosen = kernel_of(
        of, made, bandwidth, kernel, degree, offset, convention, seed, threads, progress
    )
    options = resampling(permutations, replicates, confidence, seed, precision, threads)
    resampled: Any = _foley.resampled_distance(
        of.numbers, made.numbers, chosen, options, of.clip_of_row, made.clip_of_row, progress
    )
    found, bounds, p_value = resampled
    scale = _KADTK_SCALE if convention == "kadtk" else 1.0
    stamp = stamp_of(of, made, unlike, seed=seed if permutations or replicates else None)
    take_kernel(stamp, kernel, ruler, convention, found.float32_products)
    return Kad(
        value=found.value * scale,
        biased=found.biased * scale,
        within_reference=found.within_reference,
        within_generated=found.within_generated,
        between=found.between,
        bandwidth=ruler,
        interval=interval_of(bounds, scale),
        p_value=p_value,
        warnings=_warnings(of, made, unlike)
        + contents(of, name="reference", threads=threads).warnings
        + contents(made, name="generated", threads=threads).warnings
        + _ruler_warnings(ruler),
        stamp=stamp,
    )


def median_bandwidth(
    reference: Any,
    generated: Any = None,
    *,
    exact_pairs: int = EXACT_PAIRS,
    sample_pairs: int = SAMPLE_PAIRS,
    lower_median: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Told = None,
) -> Bandwidth:
    """The median distance of pairs of rows, of one set or of two pooled.

    Exact up to ``exact_pairs``, beyond that of a seeded sample with its 95 % interval. 1 where the
    median is 0.
    """
    of = set_of(reference, "reference")
    other = None if generated is None else set_of(generated, "generated").numbers
    found = _foley.median_bandwidth(
        of.numbers, other, whole("exact_pairs", exact_pairs, 1),
        whole("sample_pairs", sample_pairs, 100), whole("seed", seed, 0), lower_median,
        threads_of(threads), progress,
    )  # fmt: skip
    rule = "median of the reference" if other is None else "median of both sets pooled"
    return Bandwidth(**found, rule=f"lower {rule}" if lower_median else rule, seed=seed)


def contents(data: Any, *, name: str = "embeddings", threads: int | None = None) -> Contents:
    """Rows that repeat, columns that never change, and sets in which all rows are the same."""
    numbers = set_of(data, name).numbers
    return Contents(**_foley.set_contents(numbers, name, threads_of(threads)))


def set_of(data: Any, name: str) -> EmbeddingSet:
    """Data of any kind as a set."""
    if isinstance(data, Statistics):
        raise BadInputError(
            f"the {name} are statistics, mean and covariance; only the Fréchet distance can be "
            "taken from them, and only as a reference"
        )
    found = EmbeddingSet.of(data, name=name)
    clips = found.clip_of_row
    if len(clips) and len(clips) == found.clip_count:
        return EmbeddingSet(
            found.numbers, found.clips, no_clips(), found.categories, found.manifest, found.source
        )
    return found


def reference_of(data: Any) -> EmbeddingSet | Statistics:
    """Data of any kind as a set, or as statistics."""
    if isinstance(data, Statistics):
        return data
    if _is_path(data):
        import os

        if _foley.holds_statistics(os.fsencode(data)):
            return load_statistics(data)
    return set_of(data, "reference")


def fit_of(
    of: EmbeddingSet | Statistics, name: str, threads: int, told: Told
) -> _foley.GaussianFit:
    """Mean and covariance of either."""
    if isinstance(of, EmbeddingSet):
        return _foley.GaussianFit.of_rows(of.numbers, name, threads, told)
    import numpy as np

    mean = np.ascontiguousarray(of.mean, dtype=np.float64)
    covariance = np.ascontiguousarray(of.covariance, dtype=np.float64)
    return _foley.GaussianFit.of_statistics(mean, covariance.ravel(), of.count or _UNKNOWN_COUNT)


def check_alike(
    first: EmbeddingSet | Statistics, second: EmbeddingSet | Statistics, allowed: bool
) -> list[Difference]:
    """What differs in the manifests; UnlikeError unless that is allowed."""
    found = first.manifest.differences(second.manifest)
    if found and not allowed:
        listed = "; ".join(str(each) for each in found)
        raise UnlikeError(
            f"the sets were not made alike ({listed}), so that no distance between them means "
            "anything; allow_unlike=True computes it all the same",
            found,
        )
    return found


def kernel_of(
    of: EmbeddingSet,
    made: EmbeddingSet,
    bandwidth: Any,
    kernel: str,
    degree: int,
    offset: float,
    convention: str,
    seed: int,
    threads: int,
    told: Told,
) -> tuple[Bandwidth | None, _foley.Kernel]:
    """The kernel, and where its bandwidth comes from."""
    if convention not in CONVENTIONS:
        raise BadInputError(f"convention {convention!r}; write one of {', '.join(CONVENTIONS)}")
    if kernel == "polynomial":
        if convention == "kadtk":
            raise BadInputError("kadtk has no polynomial kernel")
        return None, _foley.Kernel(kernel, 1.0, whole("degree", degree, 1, 16), float(offset))
    if convention == "kadtk":
        if not isinstance(bandwidth, str):
            raise BadInputError("kadtk takes its bandwidth from the generated set; give none")
        ruler = median_bandwidth(made, lower_median=True, seed=seed, threads=threads, progress=told)
        s = 0.0 if ruler.zero_median else ruler.value
        named = Bandwidth(**{**ruler.__dict__, "rule": "lower median of the generated set"})
        # What kadtk adds to 2 s^2 in the kernel.
        return named, _foley.Kernel(kernel, math.sqrt(s * s + 0.5e-8), 3, 1.0)
    if isinstance(bandwidth, str):
        if bandwidth not in ("reference", "pooled"):
            raise BadInputError(
                f"bandwidth {bandwidth!r}; write 'reference', 'pooled' or a number above 0"
            )
        other = made if bandwidth == "pooled" else None
        ruler = median_bandwidth(of, other, seed=seed, threads=threads, progress=told)
    elif isinstance(bandwidth, Bandwidth):
        ruler = bandwidth
    else:
        held = bandwidth.bandwidth if isinstance(bandwidth, Statistics) else bandwidth
        if held is None:
            raise BadInputError("the statistics hold no bandwidth")
        value = float(held)
        if not 0 < value < math.inf:
            raise BadInputError(f"bandwidth {held!r}; give a finite number above 0")
        rule = bandwidth.bandwidth_rule if isinstance(bandwidth, Statistics) else "given"
        ruler = Bandwidth(value, value, value, 0, False, False, rule, seed)
    return ruler, _foley.Kernel(kernel, ruler.value, 3, 1.0)


def resampling(
    permutations: int, replicates: int, confidence: float, seed: int, precision: str, threads: int
) -> _foley.ResamplingOptions:
    """Options of resampling, checked."""
    most = 10_000_000
    return _foley.ResamplingOptions(
        whole("permutations", permutations, 0, most), whole("replicates", replicates, 0, most),
        float(confidence), whole("seed", seed, 0), wants_float64(precision), threads,
    )  # fmt: skip


def wants_float64(precision: str) -> bool:
    """Whether products are to be taken in float64."""
    if precision not in PRECISIONS:
        raise BadInputError(f"precision {precision!r}; write one of {', '.join(PRECISIONS)}")
    return precision == "float64"


def stamp_of(
    of: EmbeddingSet | Statistics,
    made: EmbeddingSet,
    unlike: list[Difference],
    *,
    seed: int | None = None,
) -> ScoreStamp:
    """What a number over these sets was measured with."""
    embedding = of.manifest.get("embedding") or made.manifest.get("embedding") or "unknown"
    return ScoreStamp(
        embedding=embedding,
        toolkit="foley-eval",
        version=_foley.version(),
        n_ref=of.count if isinstance(of, Statistics) else of.rows,
        n_gen=made.rows,
        score_version=_foley.SCORE_VERSION,
        dimension=made.dimension,
        dtype=str(made.numbers.dtype),
        seed=seed,
        linear_algebra=_foley.linear_algebra_name(),
        unlike=[str(each) for each in unlike],
    )


def take_kernel(
    stamp: ScoreStamp, kernel: str, ruler: Bandwidth | None, convention: str, float32: bool
) -> None:
    """Adds what a kernel distance depends on."""
    stamp.kernel = kernel
    stamp.bandwidth = ruler.value if ruler else None
    stamp.bandwidth_rule = ruler.rule + (", sampled" if ruler.sampled else "") if ruler else ""
    stamp.convention = convention
    stamp.precision = "float32" if float32 else "float64"


def _warnings(
    of: EmbeddingSet | Statistics, made: EmbeddingSet, unlike: list[Difference]
) -> list[str]:
    found = [f"the sets were not made alike: {each}" for each in unlike]
    if of.manifest and made.manifest:
        unknown = [each.field for each in of.manifest.unknown(made.manifest)]
        if unknown:
            found.append(f"only one manifest says: {', '.join(unknown)}")
    return found


def _ruler_warnings(ruler: Bandwidth | None) -> list[str]:
    if ruler is None or not ruler.zero_median:
        return []
    return ["more than half of the distances for the bandwidth are 0; it is 1 instead"]
