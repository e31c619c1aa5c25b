"""Is a set of generated sounds closer to real ones than another? Distances of embedding sets.

``frechet_distance``, ``kernel_audio_distance``, ``generation_fidelity`` and their result types are
the functions of the reference, on one C++ core; ``fad``, ``kad`` and the rest say what a number is
worth, where it comes from, and which of two generators is closer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _foley
from ._draws import threads_of
from ._fidelity_arrays import double_array
from ._fidelity_causes import (
    coverage,
    influence,
    nearest_reference,
    outliers,
    vendi,
)
from ._fidelity_compare import compare
from ._fidelity_distances import UnlikeError, contents, fad, kad, median_bandwidth
from ._fidelity_parts import KernelSums, Moments
from ._fidelity_results import (
    Bandwidth,
    Coverage,
    Fad,
    FidelityComparison,
    FidelityResult,
    FidelityStamp,
    Influence,
    Kad,
    NearestReference,
    Outliers,
    ScoreStamp,
    SizeCurve,
    Vendi,
)
from ._fidelity_sizes import fad_infinity, kad_by_size
from ._ratings import warn
from .embeddings import (
    EmbeddingSet,
    Manifest,
    Statistics,
    load_embeddings,
    load_statistics,
    save_statistics,
)

__all__ = [
    "Bandwidth",
    "Coverage",
    "EmbeddingSet",
    "Fad",
    "FidelityComparison",
    "FidelityResult",
    "FidelityStamp",
    "Influence",
    "Kad",
    "KernelSums",
    "Manifest",
    "Moments",
    "NearestReference",
    "Outliers",
    "ScoreStamp",
    "SizeCurve",
    "Statistics",
    "UnlikeError",
    "Vendi",
    "compare",
    "contents",
    "coverage",
    "fad",
    "fad_infinity",
    "frechet_distance",
    "generation_fidelity",
    "influence",
    "kad",
    "kad_by_size",
    "kernel_audio_distance",
    "load_embeddings",
    "load_statistics",
    "median_bandwidth",
    "nearest_reference",
    "outliers",
    "save_statistics",
    "vendi",
]

_EXACT_PAIRS = 2**25  # those of 8,192 rows; the reference has no memory for more
_METRICS = ("fad", "kad")


def frechet_distance(x_ref: Any, x_gen: Any) -> float:
    """The Fréchet distance of two embedding sets, n x d: 0 is the same mean and covariance.

    One dimension is one sample. Computed in float64, exact to rounding also for fewer samples than
    dimensions, and never negative. ValueError for fewer than two samples, for other dimensions, and
    for a number that is NaN or infinite, whose row and column it names. 0.0 without dimensions.

    Source: Dowson & Landau, 1982; Kilgour et al., *Fréchet Audio Distance*, Interspeech 2019.
    """
    threads = threads_of(None)
    ref = _foley.GaussianFit.of_rows(double_array(x_ref, "x_ref"), "x_ref", threads, None)
    gen = _foley.GaussianFit.of_rows(double_array(x_gen, "x_gen"), "x_gen", threads, None)
    value: float = _foley.frechet_distance(ref, gen, None)["value"]
    return value


def kernel_audio_distance(x_ref: Any, x_gen: Any, *, bandwidth: float | None = None) -> float:
    """The unbiased squared maximum mean discrepancy of two embedding sets, with a Gaussian kernel.

    Close to 0 for sets from the same sounds, and as often below it as above; the distance of a set
    to itself is below. ``bandwidth`` is by default the median distance of all pairs of both sets
    pooled (1 where that is 0), exact up to 8,192 samples and from a seeded sample of pairs beyond;
    its sign does not matter, an infinite one gives 0.0. NaN, with a warning, for a bandwidth of 0
    or NaN. ValueError as for ``frechet_distance``.

    Source: Gretton et al., *A kernel two-sample test*, JMLR 2012, lemma 6.
    """
    threads = threads_of(None)
    ref, gen = double_array(x_ref, "x_ref"), double_array(x_gen, "x_gen")
    if bandwidth is None:
        _check_shapes(ref, gen)
        found = _foley.median_bandwidth(ref, gen, _EXACT_PAIRS, 2**18, 0, False, threads, None)
        width: float = found["value"]
    else:
        width = abs(float(bandwidth))
    # The distance of any two sets at this bandwidth, which also says what is wrong with them.
    usable = 0.0 < width < float("inf")
    kernel = _foley.Kernel("gaussian", width if usable else 1.0, 3, 1.0)
    value = _foley.kernel_distance(ref, gen, kernel, True, threads, None).value
    if usable:
        return value
    if width == float("inf"):
        return 0.0
    warn(f"a bandwidth of {bandwidth} gives no kernel; the distance is NaN")
    return float("nan")


def generation_fidelity(
    ref_wavs: Iterable[Any],
    gen_wavs: Iterable[Any],
    *,
    embedder: Any,
    sr: int = 48000,
    metric: str = "fad",
    toolkit: str = "foley-numpy",
    version: str = "1",
) -> FidelityResult:
    """Embeds two sets of sounds and measures their distance.

    ``embedder`` has ``embed_audio(wav, sr)``, which gets each sound as float32 and gives a vector,
    and ``model_id``, which goes into the stamp (``unknown`` without). ``metric`` is ``fad`` or
    ``kad``. ValueError for another metric, before anything is embedded, and as for the distances.
    """
    if metric not in _METRICS:
        raise ValueError(f"metric {metric!r}; write 'fad' or 'kad'")
    ref = _embedded(ref_wavs, embedder, sr, "ref_wavs")
    gen = _embedded(gen_wavs, embedder, sr, "gen_wavs")
    distance = frechet_distance if metric == "fad" else kernel_audio_distance
    return FidelityResult(
        metric=metric,
        value=distance(ref, gen),
        stamp=FidelityStamp(
            embedding=getattr(embedder, "model_id", None) or "unknown",
            toolkit=toolkit,
            version=version,
            n_ref=len(ref),
            n_gen=len(gen),
        ),
    )


def _check_shapes(ref: Any, gen: Any) -> None:
    for array, name in ((ref, "x_ref"), (gen, "x_gen")):
        if len(array) < 2:
            raise ValueError(f"{name}: {len(array)} rows, needs at least 2")


def _embedded(wavs: Iterable[Any], embedder: Any, sr: int, name: str) -> Any:
    import numpy as np

    vectors = [
        np.asarray(embedder.embed_audio(np.asarray(wav, dtype=np.float32), sr)) for wav in wavs
    ]
    if not vectors:
        raise ValueError(f"{name} holds no sounds")
    shapes = {each.shape for each in vectors}
    if len(shapes) > 1:
        raise ValueError(f"{name}: the embedder gave vectors of {len(shapes)} different shapes")
    return np.stack(vectors)
