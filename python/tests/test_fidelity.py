"""The drop-in functions: the oracle, and what the reference does at the edges."""

from __future__ import annotations

import dataclasses
import math
import pickle
from typing import Any

import foley_eval.fidelity as fidelity
import numpy as np
import pytest
from conftest import oracle
from foley_eval.fidelity import (
    FidelityResult,
    FidelityStamp,
    frechet_distance,
    generation_fidelity,
    kernel_audio_distance,
)

MODULUS = 2**64


def lcg(spec: dict[str, Any]) -> tuple[Any, Any]:
    """The two matrices of a generated case of the oracle."""
    state = spec["seed"]

    def matrix(rows: int, scale: float, shift: float) -> Any:
        nonlocal state
        numbers = []
        for _ in range(rows * spec["d"]):
            state = (6364136223846793005 * state + 1442695040888963407) % MODULUS
            numbers.append((2 * ((state >> 11) * 2.0**-53) - 1) * scale + shift)
        return np.array(numbers).reshape(rows, spec["d"])

    reference = matrix(spec["n_ref"], 1, 0)
    return reference, matrix(spec["n_gen"], spec["scale_gen"], spec["shift_gen"])


def sets_of(case: dict[str, Any]) -> tuple[Any, Any]:
    return lcg(case["lcg"]) if "lcg" in case else (case["x_ref"], case["x_gen"])


CASES = oracle("fidelity")["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_frechet_oracle(case: dict[str, Any]) -> None:
    ref, gen = sets_of(case)
    if isinstance(case["fad"], dict):
        with pytest.raises(ValueError, match=r"."):
            frechet_distance(ref, gen)
        return
    value = frechet_distance(ref, gen)
    traces = sum(np.var(np.asarray(each, float), axis=0, ddof=1).sum() for each in (ref, gen))
    assert value == pytest.approx(case["fad_accurate"], rel=1e-9, abs=1e-15 * traces)
    assert abs(value - case["fad"]) <= 2e-7 * traces + 1e-30


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
@pytest.mark.parametrize("field", ["kad", "kad_bw1", "kad_bw0.1"])
def test_kernel_oracle(case: dict[str, Any], field: str) -> None:
    ref, gen = sets_of(case)
    bandwidth = None if field == "kad" else float(field.removeprefix("kad_bw"))
    if isinstance(case[field], dict):
        with pytest.raises(ValueError, match=r"."):
            kernel_audio_distance(ref, gen, bandwidth=bandwidth)
        return
    value = kernel_audio_distance(ref, gen, bandwidth=bandwidth)
    assert value == pytest.approx(case[field], rel=1e-9, abs=1e-12)


def direct_fad(x: Any, y: Any) -> float:
    """By eigenvalues of symmetric matrices, in NumPy alone."""
    cx, cy = np.cov(x.T), np.cov(y.T)
    values, vectors = np.linalg.eigh(cx)
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    overlap = np.sqrt(np.maximum(np.linalg.eigvalsh(root @ cy @ root), 0)).sum()
    gap = x.mean(0) - y.mean(0)
    return float(gap @ gap + np.trace(cx) + np.trace(cy) - 2 * overlap)


def direct_kad(x: Any, y: Any, bandwidth: float) -> float:
    def kernel(a: Any, b: Any) -> Any:
        return np.exp(-((a[:, None] - b[None]) ** 2).sum(-1) / (2 * bandwidth**2))

    def within(a: Any) -> float:
        return float((kernel(a, a).sum() - len(a)) / (len(a) * (len(a) - 1)))

    return within(x) + within(y) - 2 * float(kernel(x, y).mean())


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_full_rank_sets_agree_with_numpy(scale: float) -> None:
    random = np.random.default_rng(5)
    x = random.normal(size=(200, 12)) @ random.normal(size=(12, 12)) * scale
    y = (random.normal(size=(180, 12)) + 0.2) * scale
    assert frechet_distance(x, y) == pytest.approx(direct_fad(x, y), rel=1e-9)
    assert kernel_audio_distance(x, y, bandwidth=3 * scale) == pytest.approx(
        direct_kad(x, y, 3 * scale), rel=1e-9, abs=1e-12
    )


def test_default_bandwidth_is_the_pooled_median() -> None:
    random = np.random.default_rng(6)
    x, y = random.normal(size=(31, 5)), random.normal(size=(30, 5))
    pooled = np.vstack([x, y])
    gaps = np.sqrt(((pooled[:, None] - pooled[None]) ** 2).sum(-1))
    median = float(np.median(gaps[np.triu_indices(61, 1)]))
    assert kernel_audio_distance(x, y) == pytest.approx(
        kernel_audio_distance(x, y, bandwidth=median), rel=1e-9
    )


def test_a_set_to_itself() -> None:
    random = np.random.default_rng(7)
    for rows, columns in ((20, 512), (300, 8)):
        x = random.normal(size=(rows, columns)) * 100
        trace = float(np.var(x, axis=0, ddof=1).sum())
        assert 0 <= frechet_distance(x, x) <= 1e-9 * trace
    x = random.normal(size=(20, 4))
    assert kernel_audio_distance(x, x) < 0


@pytest.mark.parametrize("distance", [frechet_distance, kernel_audio_distance])
def test_shapes_that_are_refused(distance: Any) -> None:
    for ref, gen in (
        ([[1.0, 2.0]], [[1.0, 2.0], [3.0, 4.0]]),
        ([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0]]),
        ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
        (np.ones((3, 2)), np.ones((3, 3))),
        (np.ones((3, 1)), np.ones((3, 4))),
        (np.empty((0, 2)), np.ones((3, 2))),
        (np.ones((3, 2, 2)), np.ones((3, 2, 2))),
        ([[1.0, 2.0], [3.0]], [[1.0, 2.0], [3.0, 4.0]]),
        ([["a", "b"], ["c", "d"]], [[1.0, 2.0], [3.0, 4.0]]),
    ):
        with pytest.raises(ValueError, match=r"."):
            distance(ref, gen)


def test_one_column_against_many_with_a_bandwidth() -> None:
    with pytest.raises(ValueError, match="dimensions"):
        kernel_audio_distance(np.ones((3, 1)), np.ones((3, 4)), bandwidth=1.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("bandwidth", [None, 1.0, math.inf, 0.0])
def test_numbers_that_are_none(bad: float, bandwidth: float | None) -> None:
    x = np.ones((4, 3))
    y = np.ones((4, 3))
    y[2, 1] = bad
    with pytest.raises(ValueError, match="row 2, column 1"):
        frechet_distance(x, y)
    with pytest.raises(ValueError, match="row 2, column 1"):
        frechet_distance(y, x)
    with pytest.raises(ValueError, match="row 2, column 1"):
        kernel_audio_distance(x, y, bandwidth=bandwidth)


def test_no_columns() -> None:
    empty = np.empty((3, 0))
    assert frechet_distance(empty, empty) == 0.0
    assert kernel_audio_distance(empty, empty) == 0.0
    assert kernel_audio_distance(empty, empty, bandwidth=2.0) == 0.0


def test_bandwidths_at_the_edges() -> None:
    x, y = [[0.0], [1.0], [2.0]], [[0.5], [1.5], [2.5]]
    assert kernel_audio_distance(x, y, bandwidth=-1.0) == kernel_audio_distance(x, y, bandwidth=1.0)
    assert kernel_audio_distance(x, y, bandwidth=math.inf) == 0.0
    assert kernel_audio_distance(x, y, bandwidth=1e300) == pytest.approx(0.0, abs=1e-15)
    # So narrow that no two different rows are alike at all.
    for narrow in (1e-50, 1e-200, 1e-300):
        value = kernel_audio_distance(x, y, bandwidth=narrow)
        assert value == pytest.approx(0.0, abs=1e-300)
    for bandwidth in (0.0, math.nan):
        with pytest.warns(UserWarning, match="bandwidth"):
            assert math.isnan(kernel_audio_distance(x, y, bandwidth=bandwidth))


def test_what_numpy_takes_for_numbers_is_taken() -> None:
    x, y = [[1, 2], [3, 5], [4, 4]], [[2, 2], [3, 3], [9, 1]]
    expected = frechet_distance(x, y)
    for make in (
        lambda each: np.array(each, dtype=np.int8),
        lambda each: np.array(each, dtype=np.float16),
        lambda each: np.array(each, dtype=">f8"),
        lambda each: np.asfortranarray(np.array(each, dtype=np.float64)),
        lambda each: np.array(each, dtype=object),
        lambda each: [tuple(row) for row in each],
        lambda each: np.array(each, dtype=np.float64)[:, ::-1],
    ):
        assert frechet_distance(make(x), make(y)) == pytest.approx(expected, rel=1e-12)
    with pytest.raises(ValueError, match="complex"):
        frechet_distance(np.array(x) * 1j, y)
    with pytest.raises(ValueError, match="masked"):
        frechet_distance(np.ma.masked_equal(x, 3), y)


def test_far_from_zero_in_single_precision() -> None:
    random = np.random.default_rng(8)
    x = (random.normal(size=(400, 16)) + 1e4).astype(np.float32)
    y = (random.normal(size=(400, 16)) + 1e4).astype(np.float32)
    shifted = [each.astype(np.float64) - 1e4 for each in (x, y)]
    assert frechet_distance(x, y) == pytest.approx(direct_fad(*shifted), rel=1e-9)
    assert kernel_audio_distance(x, y, bandwidth=5.0) == pytest.approx(
        direct_kad(*shifted, 5.0), rel=1e-9, abs=1e-12
    )


class Embedder:
    """Remembers what it was given."""

    model_id = "counting-1"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def embed_audio(self, wav: Any, sr: int) -> Any:
        self.seen.append((wav.dtype, sr))
        return [float(wav.mean()), float(wav.std()), float(len(wav))]


def sounds(seed: int, count: int) -> list[Any]:
    random = np.random.default_rng(seed)
    return [random.normal(size=50 + i) for i in range(count)]


@pytest.mark.parametrize("metric", ["fad", "kad"])
def test_generation_fidelity(metric: str) -> None:
    embedder = Embedder()
    result = generation_fidelity(
        iter(sounds(1, 6)), (each for each in sounds(2, 5)), embedder=embedder, sr=16000,
        metric=metric,
    )  # fmt: skip
    assert embedder.seen == [(np.dtype(np.float32), 16000)] * 11
    assert result.metric == metric
    assert result.stamp == FidelityStamp("counting-1", "foley-numpy", "1", 6, 5)
    other = Embedder()
    vectors = [
        np.array([other.embed_audio(each.astype(np.float32), 1) for each in sounds(seed, count)])
        for seed, count in ((1, 6), (2, 5))
    ]
    distance = frechet_distance if metric == "fad" else kernel_audio_distance
    assert result.value == distance(*vectors)
    assert isinstance(result.value, float)


def test_generation_fidelity_checks_the_metric_first() -> None:
    embedder = Embedder()
    with pytest.raises(ValueError, match="metric"):
        generation_fidelity(sounds(1, 3), sounds(2, 3), embedder=embedder, metric="fid")
    assert not embedder.seen


def test_generation_fidelity_of_nothing_and_without_a_name() -> None:
    class Nameless:
        def embed_audio(self, wav: Any, sr: int) -> Any:
            return np.array([wav.sum(), 1.0])

    with pytest.raises(ValueError, match="gen_wavs"):
        generation_fidelity(sounds(1, 3), [], embedder=Nameless())
    with pytest.raises(ValueError, match="2"):
        generation_fidelity(sounds(1, 3), sounds(1, 1), embedder=Nameless())
    result = generation_fidelity(
        sounds(1, 3), sounds(2, 3), embedder=Nameless(), toolkit="mine", version="7"
    )
    assert result.stamp == FidelityStamp("unknown", "mine", "7", 3, 3)


def test_vectors_of_different_shape() -> None:
    class Ragged:
        def embed_audio(self, wav: Any, sr: int) -> Any:
            return np.zeros(len(wav))

    with pytest.raises(ValueError, match="shapes"):
        generation_fidelity(sounds(1, 3), sounds(2, 3), embedder=Ragged())


def test_the_result_types_are_plain_dataclasses() -> None:
    stamp = FidelityStamp(embedding="e", toolkit="t", version="1", n_ref=2, n_gen=3)
    result = FidelityResult(metric="fad", value=1.5, stamp=stamp)
    assert dataclasses.asdict(result) == {
        "metric": "fad",
        "value": 1.5,
        "stamp": {"embedding": "e", "toolkit": "t", "version": "1", "n_ref": 2, "n_gen": 3},
    }
    assert pickle.loads(pickle.dumps(result)) == result
    for kind in (FidelityStamp, FidelityResult):
        assert all(
            each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
            for each in dataclasses.fields(kind)
        )
        with pytest.raises(TypeError):
            kind()


def test_public_names() -> None:
    assert sorted(set(fidelity.__all__)) == sorted(fidelity.__all__)
    assert all(hasattr(fidelity, name) for name in fidelity.__all__)
