"""The full interface: distances with what they are worth, their causes, and comparisons."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest
from foley_eval import BadInputError, _foley
from foley_eval.fidelity import (
    EmbeddingSet,
    compare,
    contents,
    coverage,
    fad,
    fad_infinity,
    frechet_distance,
    influence,
    kad,
    kad_by_size,
    kernel_audio_distance,
    median_bandwidth,
    nearest_reference,
    outliers,
    vendi,
)


def normal(seed: int, count: int, columns: int = 5, shift: float = 0.0) -> Any:
    return np.random.default_rng(seed).normal(size=(count, columns)) + shift


X, Y = normal(1, 120), normal(2, 100, shift=0.5)


def test_fad_and_its_terms() -> None:
    found = fad(X, Y)
    assert found.value == frechet_distance(X, Y)
    gap = X.mean(0) - Y.mean(0)
    assert found.mean_term == pytest.approx(float(gap @ gap), rel=1e-12)
    assert found.trace_reference == pytest.approx(float(np.trace(np.cov(X.T))), rel=1e-12)
    assert found.value == pytest.approx(
        found.mean_term + found.trace_reference + found.trace_generated - 2 * found.overlap
    )
    values = np.linalg.eigvalsh(np.cov(Y.T))
    assert found.generated.condition == pytest.approx(values[-1] / values[0], rel=1e-9)
    assert (found.reference.rank, found.reference.count) == (5, 120)
    assert found.reference.samples_per_dimension == 24
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert fad(X, Y, interval=False).interval is None
    assert found.warnings == []
    stamp = found.stamp
    assert (stamp.toolkit, stamp.n_ref, stamp.n_gen) == ("foley-eval", 120, 100)
    json.dumps(found.to_dict(), allow_nan=False)


def test_faults_name_the_set() -> None:
    bad = Y.copy()
    bad[4, 1] = np.inf
    for call in (fad, kad, coverage, nearest_reference, outliers, influence):
        with pytest.raises(ValueError, match="generated: row 4, column 1"):
            call(X, bad)
        with pytest.raises(ValueError, match="dimensions"):
            call(X, Y[:, :3])
    with pytest.raises(ValueError, match="b: row 4"):
        compare(X, Y, bad, metrics="fad")


def test_sets_that_carry_little_say_so() -> None:
    few = fad(normal(1, 4), normal(2, 4))
    assert len(few.warnings) >= 2
    assert any("generated" in each for each in few.warnings)
    silent = np.ones((20, 5))
    assert fad(X, silent).warnings
    assert any("generated" in each for each in kad(X, silent).warnings)
    found = contents(np.vstack([X, X[:3]]))
    assert found.repeats == 3
    assert sorted(found.repeated) == [[0, 120], [1, 121], [2, 122]]
    assert contents(silent).all_identical


@pytest.mark.parametrize("kernel", ["gaussian", "iq", "imq", "polynomial"])
def test_kad_by_brute_force(kernel: str) -> None:
    formula = {
        "gaussian": lambda u, dot: np.exp(-u),
        "iq": lambda u, dot: 1 / (1 + u),
        "imq": lambda u, dot: 1 / np.sqrt(1 + u),
        "polynomial": lambda u, dot: (dot / 5 + 0.5) ** 2,
    }[kernel]

    def values(a: Any, b: Any) -> Any:
        squares = ((a[:, None] - b[None]) ** 2).sum(-1)
        return formula(squares / (2 * 1.7**2), a @ b.T)

    def within(a: Any) -> float:
        kept = values(a, a)
        return float((kept.sum() - np.trace(kept)) / (len(a) * (len(a) - 1)))

    expected = within(X) + within(Y) - 2 * float(values(X, Y).mean())
    found = kad(X, Y, kernel=kernel, bandwidth=1.7, degree=2, offset=0.5)
    assert found.value == pytest.approx(expected, rel=1e-9, abs=1e-13)
    assert found.within_reference == pytest.approx(within(X), rel=1e-9)
    biased = values(X, X).mean() + values(Y, Y).mean() - 2 * values(X, Y).mean()
    assert found.biased == pytest.approx(float(biased), rel=1e-9, abs=1e-13)


def test_bandwidths() -> None:
    gaps = np.sqrt(((X[:, None] - X[None]) ** 2).sum(-1))[np.triu_indices(120, 1)]
    found = median_bandwidth(X)
    assert found.value == pytest.approx(float(np.median(gaps)), rel=1e-12)
    assert (found.pairs, found.sampled, found.zero_median) == (7140, False, False)
    lower = float(np.sort(gaps)[(len(gaps) - 1) // 2])
    assert median_bandwidth(X, lower_median=True).value == pytest.approx(lower, rel=1e-12)
    sampled = median_bandwidth(X, exact_pairs=100, sample_pairs=5000, seed=3)
    assert sampled.sampled
    assert sampled.low < found.value < sampled.high
    assert sampled == median_bandwidth(X, exact_pairs=100, sample_pairs=5000, seed=3, threads=2)
    assert kad(X, Y).bandwidth == found
    assert kad(X, Y, bandwidth="pooled").value == pytest.approx(
        kernel_audio_distance(X, Y), rel=1e-9
    )
    assert kad(X, Y, bandwidth=found).value == kad(X, Y).value
    silent = kad(np.ones((5, 2)), np.ones((5, 2)))
    assert silent.bandwidth is not None
    assert silent.bandwidth.zero_median
    assert any("bandwidth" in each for each in silent.warnings)
    for bad in (0, -1.0, np.nan, np.inf, "median"):
        with pytest.raises(ValueError, match="bandwidth"):
            kad(X, Y, bandwidth=bad)


def test_the_convention_of_kadtk() -> None:
    found = kad(X, Y, convention="kadtk")
    value, bandwidth, _ = _foley.kadtk_distance(X, Y, "gaussian", False, 1, None)
    assert found.value == pytest.approx(value, rel=1e-12)
    assert found.bandwidth is not None
    assert found.bandwidth.value == bandwidth["value"]
    assert found.stamp.convention == "kadtk"
    with pytest.raises(BadInputError):
        kad(X, Y, convention="kadtk", kernel="polynomial")
    with pytest.raises(BadInputError):
        kad(X, Y, convention="other")


def test_permutations_and_bootstrap() -> None:
    found = kad(X, Y, permutations=199, replicates=200, seed=4)
    assert found.p_value == pytest.approx(1 / 200)
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    same = kad(X[:60], X[60:], permutations=199, seed=4)
    assert same.p_value is not None
    assert same.p_value > 0.05
    assert same.interval is None
    # Rows of a clip go together: with two clips a set there is little to exchange.
    clips = [f"c{i % 2}" for i in range(100)]
    grouped = kad(EmbeddingSet.of(X[:100], clips=clips), EmbeddingSet.of(Y, clips=clips),
                  permutations=199)  # fmt: skip
    assert grouped.p_value is not None
    assert grouped.p_value > 0.05


def test_the_same_bits_for_any_threads() -> None:
    x, y = normal(3, 2500, 20), normal(4, 2300, 20)
    for set_of in (np.asarray, lambda each: each.astype(np.float32)):
        a, b = set_of(x), set_of(y)
        assert len({fad(a, b, threads=n).to_dict()["value"] for n in (1, 2, 3)}) == 1
        results = [kad(a, b, threads=n, permutations=20, replicates=20) for n in (1, 2, 3)]
        assert results[0] == results[1] == results[2]


def test_precision() -> None:
    x, y = (each.astype(np.float32) for each in (X, Y))
    fast, exact = kad(x, y), kad(x, y, precision="float64")
    assert (fast.stamp.precision, exact.stamp.precision) == ("float32", "float64")
    assert fast.value == pytest.approx(exact.value, abs=1e-5)
    assert kad(X, Y).stamp.precision == "float64"


@pytest.mark.parametrize("of", ["generated", "reference"])
def test_influence_on_kad_is_exact(of: str) -> None:
    found = influence(X, Y, metric="kad", bandwidth=2.0, of=of)
    for row in (0, 17, 99):
        x = np.delete(X, row, 0) if of == "reference" else X
        y = np.delete(Y, row, 0) if of == "generated" else Y
        expected = kernel_audio_distance(x, y, bandwidth=2.0)
        assert found.without[row] == pytest.approx(expected, rel=1e-9, abs=1e-13)
    assert found.rows.mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("of", ["generated", "reference"])
def test_influence_on_fad_to_first_order(of: str) -> None:
    x, y = X.copy(), Y.copy()
    (y if of == "generated" else x)[7] += 2
    found = influence(x, y, of=of)
    assert found.rows.mean() == pytest.approx(0, abs=1e-12)
    left = frechet_distance(
        np.delete(x, 7, 0) if of == "reference" else x,
        np.delete(y, 7, 0) if of == "generated" else y,
    )
    assert abs(found.without[7] - left) < 0.15 * abs(found.distance - left)
    (y if of == "generated" else x)[7] += 20
    far = influence(x, y, of=of, exact=1)
    assert far.top(1)[0][0] == "row 7"
    assert far.without[7] == pytest.approx(left, rel=1e-9)
    grouped = influence(x, EmbeddingSet.of(y, clips=[f"c{i // 10}" for i in range(100)]))
    assert len(grouped.top(99)) == 10


def test_coverage() -> None:
    tenfold = np.repeat(X, 10, axis=0)
    found = coverage(X, tenfold, k=[3, 5])
    for k in (3, 5):
        for name in ("precision", "recall", "density", "coverage"):
            assert getattr(found[k], name).value == pytest.approx(1, abs=1e-12)
    far = coverage(X, Y + 100, replicates=50, seed=1)[5]
    assert far.precision.value == far.coverage.value == 0
    assert len(far.outside) == 100
    assert far.precision.interval is not None
    few = coverage(X[:4], Y, k=5)[5]
    assert few.precision.value is None
    assert "4" in few.precision.reason
    with pytest.raises(KeyError):
        found[4]


def test_copies_and_outliers() -> None:
    y = Y.copy()
    y[3] = X[8]
    y[5] += 50
    found = nearest_reference(X, y)
    assert found.exact_count == 1
    assert (found.nearest[3].row, found.nearest[3].exact) == (8, True)
    gaps = np.sqrt(((y[:, None] - X[None]) ** 2).sum(-1))
    np.testing.assert_array_equal([each.row for each in found.nearest], gaps.argmin(1))
    far = outliers(X, y)
    assert far.far[0].row == 5
    assert far.scores.argmax() == 5


def test_vendi() -> None:
    assert vendi(np.ones((6, 3))).value == pytest.approx(1)
    assert vendi(np.eye(7)).value == pytest.approx(7)
    assert vendi(np.eye(7), order=np.inf).value == pytest.approx(7)
    assert vendi(normal(1, 50), bandwidth=1.0, max_rows=20).sampled
    for bad in (0, -1, np.nan):
        with pytest.raises(ValueError, match="bandwidth"):
            vendi(X, bandwidth=bad)


def test_sizes() -> None:
    x, y = normal(5, 2000, 3), normal(6, 2000, 3, shift=0.3)
    curve = fad_infinity(x, y, seed=1)
    assert curve.interval.low < 0.27 < curve.interval.high
    assert [each.n for each in curve.points] == sorted(each.n for each in curve.points)
    assert curve == fad_infinity(x, y, seed=1, threads=2)
    told = fad_infinity(x, y, sizes=[400, 200, 1000], replicates=5)
    assert [(each.n, each.replicates) for each in told.points] == [(200, 5), (400, 5), (1000, 5)]
    kernel = kad_by_size(x[:500], y[:500], steps=4, replicates=6)
    assert kernel.interval.low < kad(x[:500], y[:500]).value < kernel.interval.high
    with pytest.raises(ValueError, match=r"."):
        fad_infinity(x, y, sizes=[1])
    # Rows of a clip are drawn together: copies add nothing but rows.
    copied = EmbeddingSet.of(np.repeat(y[:200], 3, axis=0), clips=[i // 3 for i in range(600)])
    assert max(each.n for each in fad_infinity(x, copied).points) <= 200
    assert max(each.n for each in kad_by_size(x[:200], copied).points) <= 200


def test_comparison() -> None:
    x = normal(7, 300)
    near, far = normal(8, 200, shift=0.1), normal(9, 200, shift=1.0)
    found = compare(x, near, far, replicates=200, permutations=199)
    assert found.verdict == "a"
    for each in (found.fad, found.kad):
        assert each is not None
        assert each.difference == pytest.approx(each.b - each.a)
        assert each.interval is not None
        assert 0 < each.interval.low < each.difference < each.interval.high
        assert each.p_value is not None
        assert each.p_value <= 0.05
    turned = compare(x, far, near, replicates=200, permutations=199)
    assert turned.verdict == "b"
    assert turned.fad is not None
    assert found.fad is not None
    assert turned.fad.difference == pytest.approx(-found.fad.difference)
    same = compare(x, near, normal(10, 200, shift=0.1), metrics="fad")
    assert same.verdict == "undecided"
    assert same.kad is None


def test_paired_comparison() -> None:
    x = normal(11, 300)
    base = normal(12, 150, shift=0.5)
    closer = base - 0.1 + normal(13, 150) * 0.02
    names = [f"prompt-{i}" for i in range(150)]
    a = EmbeddingSet.of(base, clips=names)
    b = EmbeddingSet.of(closer[::-1].copy(), clips=names[::-1])
    found = compare(x, a, b, paired=True, replicates=200, permutations=199)
    loose = compare(x, a, b, replicates=200, permutations=199)
    assert found.verdict == "b"
    assert found.fad is not None
    assert loose.fad is not None
    assert found.fad.interval is not None
    assert loose.fad.interval is not None
    width = found.fad.interval.high - found.fad.interval.low
    assert width < 0.7 * (loose.fad.interval.high - loose.fad.interval.low)
    with pytest.raises(BadInputError, match="prompt-0"):
        compare(x, a, EmbeddingSet.of(closer[1:], clips=names[1:]), paired=True)
    with pytest.raises(BadInputError, match="ruler"):
        compare(x, a, b, bandwidth="pooled")


def test_progress_is_told_and_may_stop() -> None:
    x = normal(1, 3000, 8).astype(np.float32)
    shares: list[float] = []
    me = threading.get_ident()

    def told(share: float) -> None:
        assert threading.get_ident() == me
        shares.append(share)

    kad(x, x, permutations=200, replicates=0, progress=told)
    assert shares
    assert shares[-1] == 1.0
    assert all(0 <= each <= 1 for each in shares)

    def refuses(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        kad(x, x, permutations=200, progress=refuses)


def test_ctrl_c_stops_a_long_computation() -> None:
    x = normal(1, 6000, 64)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kad(x, x, bandwidth=8.0, permutations=5000, replicates=5000)
    assert time.monotonic() - start < 20


def test_other_threads_run_meanwhile() -> None:
    x = normal(1, 4000, 64)
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    kad(x, x, bandwidth=8.0, permutations=100)
    done.set()
    counter.join()
    assert ticks >= 3
