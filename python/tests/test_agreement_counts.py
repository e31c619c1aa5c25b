"""Counts of ratings that add up to the counts of the whole."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest
from foley_eval import AgreementCounts, BadInputError, krippendorff_alpha, percent_agreement
from foley_eval.agreement import rating_set

LEVELS = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")


def ratings(seed: int, raters: int = 4, units: int = 60) -> Any:
    rng = np.random.default_rng(seed)
    values = np.array([0.0, 0.1, 0.3, 1.7, 2.5])
    truth = rng.integers(0, 5, units)
    rows = np.where(rng.random((raters, units)) < 0.6, truth, rng.integers(0, 5, (raters, units)))
    return np.where(rng.random(rows.shape) < 0.2, np.nan, values[rows])


def pieces(rows: Any, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    order = rng.permutation(rows.shape[1])
    cuts = np.sort(rng.integers(0, rows.shape[1] + 1, rng.integers(1, 8)))
    return [rows[:, part] for part in np.split(order, cuts)]


def counted(rows: Any) -> bytes:
    return AgreementCounts.of(rows).to_bytes()


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.filterwarnings("ignore:ratings hold")
def test_parts_add_up_to_the_same_bits(seed: int) -> None:
    rows = ratings(seed)
    whole = AgreementCounts.of(rows)
    parts = [AgreementCounts.of(each) for each in pieces(rows, seed)]
    sums = [
        parts[0].merge(*parts[1:]),
        AgreementCounts().merge(*reversed(parts)),
        sum(parts),
        (parts[-1] + AgreementCounts()).merge(*parts[:-1]),
    ]
    for total in sums:
        assert total == whole
        assert hash(total) == hash(whole)
        assert total.to_bytes() == whole.to_bytes()
        for level in LEVELS:
            assert total.krippendorff_alpha(level=level) == whole.krippendorff_alpha(level=level)
        assert total.interval(seed=3) == whole.interval(seed=3)


def test_alpha_of_counts_is_that_of_the_table() -> None:
    rows = ratings(7)
    counts = AgreementCounts.of(rows)
    for level in LEVELS:
        assert counts.krippendorff_alpha(level=level).value == krippendorff_alpha(rows, level=level)
    assert counts.percent_agreement().value == percent_agreement(rows)
    assert AgreementCounts.of(rating_set(rows)) == counts


def test_long_tables_in_parts() -> None:
    words = {"unit": [1, 1, 2, 2], "rater": [1, 2, 1, 2], "value": ["a", "b", "b", "b"]}
    whole = AgreementCounts.of(words, labels=["a", "b"])
    parts = [
        AgreementCounts.of({name: column[half] for name, column in words.items()}, labels="ab")
        for half in (slice(0, 2), slice(2, 4))
    ]
    assert sum(parts) == whole == AgreementCounts.of([[0, 1], [1, 1]])


def test_merge_changes_no_operand() -> None:
    first, second = AgreementCounts.of(ratings(1)), AgreementCounts.of(ratings(2))
    before = first.to_bytes(), second.to_bytes()
    assert first.merge(second) != first
    assert first + second == second + first
    assert (first.to_bytes(), second.to_bytes()) == before
    assert first.merge() == first
    assert first.merge() is not first


def test_counts_by_hand() -> None:
    counts = AgreementCounts.of([[1, 2, 2, None], [1, 3, None, None], [1, 3, None, 2]])
    assert (counts.units, counts.ratings, counts.lone_ratings) == (2, 6, 2)
    assert counts.values == [1.0, 2.0, 3.0]
    assert repr(counts) == "AgreementCounts(units=2, ratings=6, values=3)"
    found = counts.percent_agreement()
    assert (found.value, found.units, found.ratings, found.reason) == (4 / 6, 2, 6, "")


def test_nothing_has_a_value_and_a_reason() -> None:
    alpha = AgreementCounts().krippendorff_alpha()
    assert (alpha.value, alpha.reason) == (1.0, "no unit has two ratings")
    share = AgreementCounts().percent_agreement()
    assert (share.value, share.reason) == (0.0, "no unit has two ratings")
    interval = AgreementCounts().interval()
    assert (interval.interval.low, interval.interval.high) == (1.0, 1.0)
    assert interval.reason == "no unit has two ratings"
    one = AgreementCounts.of([[2, 2], [2, 2]]).krippendorff_alpha()
    assert (one.value, one.reason) == (1.0, "all compared ratings are the same value")


def test_across_processes() -> None:
    rows = ratings(3, units=400)
    parts = np.array_split(rows, 5, axis=1)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        encoded = pool.map(counted, parts)
        objects = pool.map(AgreementCounts.of, parts)
    whole = AgreementCounts.of(rows)
    assert sum(map(AgreementCounts.from_bytes, encoded)) == whole
    assert sum(objects) == whole


def test_copies() -> None:
    counts = AgreementCounts.of(ratings(4))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(counts, protocol)) == counts
    assert copy.deepcopy(counts) == counts
    assert counts != counts.to_bytes()


def test_bytes_of_anything_else() -> None:
    good = AgreementCounts.of(ratings(5)).to_bytes()
    broken = bytearray(good)
    broken[len(good) // 2] ^= 1
    for data in (b"", b"junk", good[:-1], good + b"\0", bytes(broken)):
        with pytest.raises(BadInputError, match="counts"):
            AgreementCounts.from_bytes(data)
    assert AgreementCounts.from_bytes(memoryview(good)) == AgreementCounts.from_bytes(good)


def test_wrong_operands() -> None:
    counts = AgreementCounts()
    with pytest.raises(TypeError, match="list are no AgreementCounts"):
        counts.merge([counts])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        counts + 1  # type: ignore[operator]
    with pytest.raises(ValueError, match="not a number"):
        AgreementCounts.of([["a", "b"], ["a", "c"]])


def test_scales() -> None:
    counts = AgreementCounts.of([[0, 350, 10, 180], [10, 10, 350, 170]])
    around = counts.krippendorff_alpha(level="circular", circumference=360).value
    assert around > counts.krippendorff_alpha(level="interval").value
    nominal = counts.krippendorff_alpha(level="nominal").value
    table = 1 - np.eye(5)
    domain = [350, 0, 10, 170, 180]
    custom = counts.krippendorff_alpha(level="custom", value_domain=domain, distances=table)
    assert custom.value == pytest.approx(nominal)
    with pytest.raises(ValueError, match="needs distances"):
        counts.krippendorff_alpha(level="custom", value_domain=domain)
    with pytest.raises(ValueError, match="square"):
        counts.krippendorff_alpha(level="custom", value_domain=domain, distances=[[0, 1]])
    with pytest.raises(ValueError, match="two poles"):
        counts.krippendorff_alpha(level="bipolar", poles=[0, 1, 2])
    with pytest.raises(KeyError, match="not in value_domain"):
        counts.krippendorff_alpha(value_domain=[0, 350])


def test_intervals() -> None:
    counts = AgreementCounts.of(ratings(8, units=200))
    found = counts.interval(threads=1)
    assert found == counts.interval(threads=2)
    assert found != counts.interval(seed=1)
    assert found.value == counts.krippendorff_alpha().value
    assert found.interval == found.bca
    for ci in ("percentile", "jackknife", "krippendorff"):
        other = counts.interval(ci=ci)
        assert other.interval == getattr(found, ci)
        assert other.interval.low < found.value < other.interval.high
    wide = counts.interval(confidence=0.99).interval
    assert wide.low < found.interval.low
    assert wide.high > found.interval.high
    for wrong in ({"ci": "normal"}, {"confidence": 1.0}, {"replicates": 1}, {"level": "none"}):
        with pytest.raises(ValueError, match=r".+"):
            counts.interval(**wrong)
