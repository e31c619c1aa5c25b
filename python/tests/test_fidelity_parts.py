"""Parts that add up: moments and kernel sums."""

from __future__ import annotations

import pickle
import random as stdlib_random
from typing import Any

import numpy as np
import pytest
from foley_eval import BadInputError
from foley_eval.fidelity import (
    KernelSums,
    Moments,
    fad,
    frechet_distance,
    kad,
    kernel_audio_distance,
    load_statistics,
    save_statistics,
)


def rows(seed: int, count: int, columns: int = 6, dtype: Any = np.float64) -> Any:
    return np.random.default_rng(seed).normal(size=(count, columns)).astype(dtype) + dtype(3)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_moments_however_they_are_cut(dtype: Any) -> None:
    x = rows(1, 9001, dtype=dtype)
    whole = Moments.of(x)
    double = x.astype(np.float64)
    assert whole.count == 9001
    np.testing.assert_allclose(whole.mean, double.mean(0), rtol=1e-12)
    np.testing.assert_allclose(whole.covariance, np.cov(double.T), rtol=1e-12, atol=1e-13)
    chooser = stdlib_random.Random(3)
    for _ in range(5):
        cuts = sorted(chooser.sample(range(1, 9001), 4))
        parts = [Moments.of(each) for each in np.split(x, cuts)]
        chooser.shuffle(parts)
        total = sum(parts)
        assert isinstance(total, Moments)
        assert total.count == whole.count
        np.testing.assert_allclose(total.mean, whole.mean, rtol=1e-12)
        np.testing.assert_allclose(total.covariance, whole.covariance, rtol=1e-12, atol=1e-13)


def test_moments_have_the_same_bits_for_any_threads() -> None:
    x = rows(2, 20000, 5)
    assert Moments.of(x, threads=1) == Moments.of(x, threads=2) == Moments.of(x, threads=3)


def test_moments_travel() -> None:
    moments = Moments.of(rows(3, 50))
    assert pickle.loads(pickle.dumps(moments)) == moments
    assert Moments.from_bytes(bytearray(moments.to_bytes())) == moments
    broken = bytearray(moments.to_bytes())
    broken[40] ^= 1
    for bad in (bytes(broken), b"", moments.to_bytes()[:-1]):
        with pytest.raises(BadInputError):
            Moments.from_bytes(bad)
    with pytest.raises(TypeError):
        Moments.from_bytes("text")  # type: ignore[arg-type]


def test_moments_make_the_distance() -> None:
    x, y = rows(4, 100), rows(5, 90) * 1.5
    mine = Moments.of(x).frechet_distance(Moments.of(y))
    assert mine == pytest.approx(frechet_distance(x, y), rel=1e-9)


def test_moments_refuse_and_stay_as_they_were() -> None:
    moments = Moments.of(rows(6, 10))
    before = moments.to_bytes()
    bad = rows(6, 10)
    bad[3, 2] = np.nan
    with pytest.raises(ValueError, match="row 3, column 2"):
        moments.add(bad)
    with pytest.raises(ValueError, match=r"."):
        moments.add(rows(6, 10, 7))
    assert moments.to_bytes() == before
    with pytest.raises(ValueError, match=r"."):
        _ = Moments.of(rows(6, 1)).covariance
    with pytest.raises(ValueError, match=r"."):
        moments.merge(Moments.of(rows(6, 10, 7)))
    with pytest.raises(TypeError):
        moments.merge(3)  # type: ignore[arg-type]


def test_statistics_stand_in_for_a_reference(tmp_path: Any) -> None:
    x, y = rows(7, 300), rows(8, 200)
    kept = Moments.of(x).statistics(bandwidth=2.5)
    save_statistics(tmp_path / "ref.npz", kept)
    for reference in (kept, load_statistics(tmp_path / "ref.npz"), tmp_path / "ref.npz"):
        found = fad(reference, y)
        assert found.value == pytest.approx(frechet_distance(x, y), rel=1e-9)
        assert found.stamp.n_ref == 300
        assert found.interval is not None
    with np.load(tmp_path / "ref.npz", allow_pickle=False) as file:
        np.testing.assert_allclose(file["mean"], x.mean(0), rtol=1e-12)
        np.testing.assert_allclose(file["covariance"], np.cov(x.T), rtol=1e-12, atol=1e-14)
        assert file["n"].item() == 300
    held = load_statistics(tmp_path / "ref.npz")
    assert held.bandwidth == 2.5
    with pytest.raises(ValueError, match="Fréchet"):
        kad(held, y)
    assert kad(x, y, bandwidth=held).value == kad(x, y, bandwidth=2.5).value


def job(x: Any, y: Any, **more: Any) -> KernelSums:
    return KernelSums(len(x), len(y), centre=x.mean(0), bandwidth=3.0, **more)


def test_kernel_sums_in_any_order() -> None:
    x, y = rows(9, 2100), rows(10, 1500)
    whole = job(x, y)
    whole.compute(x, y)
    assert whole.complete
    assert whole.distance() == pytest.approx(
        kernel_audio_distance(x, y, bandwidth=3.0), rel=1e-9, abs=1e-12
    )
    tiles = whole.tiles
    assert len(tiles) == whole.known == 6 + 6 + 3
    parts = []
    for i in range(3):
        part = job(x, y)
        for tile in tiles[i::3]:
            sets = {"reference": x, "generated": y}
            tile = pickle.loads(pickle.dumps(tile))
            part.add(tile, sets[tile.rows_of][tile.rows], sets[tile.cols_of][tile.cols])
        parts.append(pickle.loads(pickle.dumps(part)))
    assert not parts[0].complete
    with pytest.raises(ValueError, match=r"."):
        parts[0].distance()
    for order in ((0, 1, 2), (2, 0, 1), (1, 0, 2)):
        total = sum(parts[i] for i in order)
        assert isinstance(total, KernelSums)
        assert total.distance() == whole.distance()
    with pytest.raises(BadInputError):
        KernelSums.from_bytes(whole.to_bytes()[:-3])


def test_kernel_sums_refuse_other_jobs_and_sets() -> None:
    x, y = rows(11, 30), rows(12, 40)
    first, second = job(x, y), job(x + 1, y)
    first.compute(x, y)
    with pytest.raises(ValueError, match=r"."):
        first.merge(second)
    same = job(x, y)
    same.compute(x, y[::-1] * 2)
    with pytest.raises(ValueError, match=r"."):
        first.merge(same)
    with pytest.raises(BadInputError, match="40 rows of the generated"):
        job(x, y).compute(x, y[:-1])
    with pytest.raises(ValueError, match=r"."):
        KernelSums(1, 5, centre=[0.0])
