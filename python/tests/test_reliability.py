"""Krippendorff's alpha and the calibration of a judge, as the reference has them."""

from __future__ import annotations

import os
import time
import warnings
from typing import Any

import foley_eval
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from foley_eval import BadInputError, reliability
from foley_eval.reliability import (
    alpha_result,
    calibrate_judge_vs_human,
    krippendorff_alpha,
    percent_agreement,
    reliability_band,
)

NAN = float("nan")

# The example of Krippendorff 2011: four raters, twelve units.
PUBLISHED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, None],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 3],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
ALPHAS = {"nominal": 0.743421, "ordinal": 0.815388, "interval": 0.849107, "ratio": 0.797403}


def floats(rows: list[list[Any]]) -> Any:
    return np.array([[NAN if each is None else float(each) for each in row] for row in rows])


@pytest.mark.parametrize(("level", "alpha"), ALPHAS.items())
def test_published(level: str, alpha: float) -> None:
    assert krippendorff_alpha(PUBLISHED, level=level) == pytest.approx(alpha, abs=5e-7)


def test_ordinal_is_the_default() -> None:
    assert krippendorff_alpha(PUBLISHED) == krippendorff_alpha(PUBLISHED, level="ordinal")


def test_by_hand() -> None:
    # Coincidences o_11 = 2, o_12 = o_21 = 1: D_o = 2/4, D_e = 2 * 3 * 1 / (4 * 3) = 1/2.
    assert krippendorff_alpha([[1, 1], [1, 2]], level="nominal") == pytest.approx(0.0)
    assert percent_agreement([[1, 1], [1, 2]]) == 0.5
    # Three ratings of a unit: one of three pairs agrees.
    with pytest.warns(UserWarning, match="transpose"):
        assert percent_agreement([[1], [1], [2]]) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "data",
    [
        [[1, 2, 3]],
        [[NAN, None], [NAN, NAN]],
        [[1, None, 3], [None, 2, None]],
        [[2, 2], [2, 2]],
        [[], []],
    ],
    ids=["one rater", "all missing", "no overlap", "one value", "no units"],
)
def test_nothing_to_compare(data: list[list[float]]) -> None:
    assert krippendorff_alpha(data) == 1.0
    assert percent_agreement(data) == (1.0 if data[0] == [2, 2] else 0.0)


def test_bands() -> None:
    assert foley_eval.ALPHA_RELIABLE == 0.8
    assert reliability.ALPHA_TENTATIVE == 0.667
    for alpha, band in [
        (1, "reliable"), (0.8, "reliable"), (np.nextafter(0.8, 0), "tentative"),
        (0.667, "tentative"), (np.nextafter(0.667, 0), "revise-rubric"),
        (-3.0, "revise-rubric"), (NAN, "revise-rubric"),
    ]:  # fmt: skip
        assert reliability_band(alpha) == band


def test_calibration() -> None:
    result = calibrate_judge_vs_human([[2, 1, NAN], [2, 0, 1]], [2, 1, 1])
    assert result == foley_eval.AlphaResult(
        alpha=result.alpha, level="ordinal", n_units=3, n_raters=3,
        percent_agreement=result.percent_agreement, band="reliable", promoted=True,
    )  # fmt: skip
    assert result.alpha == krippendorff_alpha([[2, 1, NAN], [2, 0, 1], [2, 1, 1]])
    assert result.percent_agreement == pytest.approx(5 / 7)
    worse = calibrate_judge_vs_human([1, 2, 3], [3, 2, 1])
    assert (worse.promoted, worse.band, worse.n_raters) == (False, "revise-rubric", 2)


@pytest.mark.parametrize(
    ("human", "judge"),
    [([], []), ([NAN, NAN], [1, 2]), ([2, 2, 2], [2, 2, 2])],
    ids=["empty", "no overlap", "one value"],
)
def test_no_evidence_is_promoted_with_a_warning(human: list[float], judge: list[float]) -> None:
    with pytest.warns(UserWarning, match="shows no agreement") as caught:
        result = calibrate_judge_vs_human(human, judge)
    assert caught[0].filename == __file__
    assert (result.alpha, result.promoted, result.band) == (1.0, True, "reliable")


def test_calibration_of_other_lengths() -> None:
    with pytest.raises(ValueError, match="2 units and judge_grades 3"):
        calibrate_judge_vs_human([1, 2], [1, 2, 3])
    with pytest.raises(IndexError, match="one value a unit"):
        calibrate_judge_vs_human([1, 2], [[1, 2]])


@pytest.mark.parametrize("level", ["interval", "ordinal", "nominal"])
@pytest.mark.parametrize("kind", ["uint8", "int8", "uint16", "int32", "uint64", "float16", ">f4"])
def test_small_types_do_not_wrap_around(kind: str, level: str) -> None:
    greatest = 127 if kind == "int8" else 200
    rows = np.random.default_rng(5).choice([0, 10, 60, greatest], (3, 40)).astype(kind)
    expected = krippendorff_alpha(rows.astype(float).tolist(), level=level)
    assert krippendorff_alpha(rows, level=level) == expected
    assert krippendorff_alpha(list(rows), level=level) == expected
    assert -1 < expected < 0.5


def test_wrapped_difference() -> None:
    # (200, 10) is 190 apart, not 66: D_o = 190² * 4/8, D_e = 190² * 2 * 4 * 4 / (8 * 7).
    rows = np.array([[200, 10, 200, 10], [10, 10, 200, 200]], dtype=np.uint8)
    assert krippendorff_alpha(rows, level="interval") == pytest.approx(1 - (4 / 8) / (32 / 56))


def test_booleans() -> None:
    rows = [[True, False, True, True], [True, True, None, True]]
    assert krippendorff_alpha(rows) == krippendorff_alpha([[1, 0, 1, 1], [1, 1, NAN, 1]])
    assert krippendorff_alpha(np.array([[True, False], [True, True]])) == 0.0


SAME: dict[str, Any] = {
    "floats": floats(PUBLISHED),
    "fortran": np.asfortranarray(floats(PUBLISHED)),
    "strided": np.repeat(floats(PUBLISHED), 2, axis=1)[:, ::2],
    "backwards": floats(PUBLISHED)[::-1, ::-1],
    "transposed": np.ascontiguousarray(floats(PUBLISHED).T).T,
    "float32": floats(PUBLISHED).astype(np.float32),
    "longdouble": floats(PUBLISHED).astype(np.longdouble),
    "big-endian": floats(PUBLISHED).astype(">f8"),
    "objects": np.array(PUBLISHED, dtype=object),
    "masked": np.ma.masked_invalid(floats(PUBLISHED)),
    "masked integers": np.ma.array(
        np.nan_to_num(floats(PUBLISHED), nan=7).astype(np.int8), mask=np.isnan(floats(PUBLISHED))
    ),
    "rows of masked": list(np.ma.masked_invalid(floats(PUBLISHED))),
    "tuples": tuple(map(tuple, PUBLISHED)),
    "text": [[None if each is None else str(each) for each in row] for row in PUBLISHED],
    "pandas": pd.DataFrame(PUBLISHED),
    "pandas nullable": pd.DataFrame(PUBLISHED).astype("Int64"),
    "pandas nullable floats": pd.DataFrame(PUBLISHED).astype("Float32"),
    "pandas objects": pd.DataFrame(PUBLISHED, dtype=object),
    "pandas rows": [pd.Series(row, dtype="Int8") for row in PUBLISHED],
    "polars": pl.DataFrame(PUBLISHED, orient="row", strict=False),
    "polars rows": [pl.Series(row, dtype=pl.UInt8) for row in PUBLISHED],
    "arrow": pa.Table.from_pandas(pd.DataFrame(PUBLISHED), preserve_index=False),
    "arrow rows": [pa.array(row, pa.int8()).to_pylist() for row in PUBLISHED],
}  # fmt: skip


@pytest.mark.parametrize("kind", SAME)
def test_sources(kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for level in ("nominal", "ordinal", "interval"):
            expected = krippendorff_alpha(PUBLISHED, level=level)
            assert krippendorff_alpha(SAME[kind], level=level) == expected
        assert percent_agreement(SAME[kind]) == percent_agreement(PUBLISHED)


def test_rows_of_other_libraries_calibrate() -> None:
    expected = calibrate_judge_vs_human([1, 2, 3, 2], [1, 2, 2, None])
    for row in (
        lambda each: pd.Series(each, dtype="Int64"),
        lambda each: pl.Series(each),
        lambda each: pa.array(each),
        lambda each: pa.chunked_array([each]),
        lambda each: np.array(each, dtype=object),
    ):
        assert calibrate_judge_vs_human(row([1, 2, 3, 2]), row([1, 2, 2, None])) == expected


@pytest.mark.parametrize("order", ["C", "F"])
def test_doubles_are_not_copied(order: Any) -> None:
    from foley_eval._ratings import rating_table

    table = np.zeros((3, 50), order=order)
    assert rating_table(table) is table
    table.setflags(write=False)
    assert krippendorff_alpha(table) == 1.0


def test_single_precision_fits_a_domain_of_doubles() -> None:
    rows = np.array([[0.1, 0.2, 0.3, 0.1], [0.1, 0.2, 0.1, 0.1]])
    domain = [0.1, 0.2, 0.3]
    expected = krippendorff_alpha(rows, value_domain=domain)
    for kind in (np.float32, np.float16):
        narrow = rows.astype(kind)
        assert krippendorff_alpha(narrow, value_domain=domain) == expected
        assert krippendorff_alpha(narrow.tolist(), value_domain=domain) == expected
        frame = pl.DataFrame(narrow.astype(np.float64))
        assert krippendorff_alpha(frame, value_domain=domain) == expected
    with pytest.raises(KeyError):
        krippendorff_alpha(rows.astype(np.float32), value_domain=[0.1, 0.2, 0.4])


def test_outside_the_domain() -> None:
    with pytest.raises(KeyError, match=r"3\.0 is not in value_domain \(1, 2\)") as caught:
        krippendorff_alpha([[1, 2], [1, 3]], value_domain=[2, 1])
    assert caught.value.args == (3.0,)
    assert isinstance(caught.value, BadInputError)
    # As in the reference, a rating that is compared with none is not looked at.
    assert krippendorff_alpha([[1, 2, 9], [1, 1, None]], value_domain=[1, 2]) == 0.0
    with pytest.raises(ValueError, match="not a number"):
        krippendorff_alpha([[1, 2], [1, 2]], value_domain=["low", "high"])
    with pytest.raises(ValueError, match="not finite"):
        krippendorff_alpha([[1, 2], [1, 2]], value_domain=[1, 2, NAN])


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        ([[1, 2], [1, "good"]], ValueError, "rater 1, unit 1 is 'good', not a number"),
        ([[1, 2], [1, ""]], ValueError, "rater 1, unit 1 is '', not a number"),
        ([[1, 2], [1, {}]], ValueError, r"rater 1, unit 1 is \{\}, not a number"),
        ([[1, 2, 3], [1, 2]], ValueError, "ragged: rater 0 has 3 units, rater 1 has 2"),
        ([[1, 2], 3], ValueError, "ragged"),
        ([[1, 2, float("inf")], [1, 2, 3]], ValueError, "rater 0, unit 2 is infinite"),
        ([[1, 2], [1, "-inf"]], ValueError, "rater 1, unit 1 is infinite"),
        ([[1, 2], [1, 10**400]], ValueError, "beyond the range of a double"),
        ([[1, 2], [1, 2**53 + 1]], ValueError, "beyond 2\\^53"),
        ([[1, 2], [1, 2**64 + 1]], ValueError, "beyond 2\\^53"),
        (np.array([[1, 2**53 + 1], [1, 2]]), ValueError, "beyond 2\\^53"),
        (np.array([[1, 2j], [1, 2]]), ValueError, "complex"),
        (np.array([["2020-01-01"], ["2020-01-01"]], "M8[D]"), ValueError, "datetime64"),
        ([1, 2, 3], IndexError, "1 dimension, not two"),
        ([], IndexError, "1 dimension"),
        (5, IndexError, "0 dimensions"),
        (None, IndexError, "0 dimensions"),
        ([[[1, 2]], [[1, 2]]], IndexError, "3 dimensions"),
        ("12", ValueError, "text"),
        ({"a": [1, 2]}, ValueError, "dict"),
    ],
)
def test_bad_input(data: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text) as caught:
        krippendorff_alpha(data)
    assert isinstance(caught.value, BadInputError)
    with pytest.raises(error):
        percent_agreement(data)


@pytest.mark.parametrize("level", ["custom", "ordnial"])
def test_unknown_level(level: str) -> None:
    for data in ([[1, 2], [1, 2]], [[1.0, 1.0]]):
        with pytest.raises(ValueError, match=level):
            krippendorff_alpha(data, level=level)


def test_negative_ratio() -> None:
    with pytest.raises(ValueError, match="ratio"):
        krippendorff_alpha([[1, -1], [1, 1]], level="ratio")


def test_transposed_matrix_warns_where_it_was_given() -> None:
    with pytest.warns(UserWarning, match="4 raters .* of 2 units") as caught:
        krippendorff_alpha([[1, 2], [1, 2], [2, 1], [1, 1]])
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        krippendorff_alpha([[1, 2], [1, 2]])
        calibrate_judge_vs_human([[1], [2], [2]], [2])  # raters are stacked on purpose


def test_alpha_result() -> None:
    result = alpha_result(PUBLISHED)
    assert (result.n_units, result.n_raters) == (11, 4)
    assert result.alpha == krippendorff_alpha(PUBLISHED)
    with pytest.warns(UserWarning, match="no unit has two ratings"):
        assert alpha_result([[1, 2, 3]]).promoted


def test_large_whole_numbers() -> None:
    large = [[2**60, 1, -(2**62)], [2**60, 1, 3]]
    expected = krippendorff_alpha([[float(each) for each in row] for row in large])
    assert krippendorff_alpha(large) == krippendorff_alpha(np.array(large)) == expected


def test_ten_million_units() -> None:
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if free < 1 << 30:
        pytest.skip("10^7 units take about 0.4 GB")
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 4, (2, 10_000_000), dtype=np.int8)
    rows[1, :8_000_000] = rows[0, :8_000_000]
    begin = time.perf_counter()
    alpha = krippendorff_alpha(rows)
    assert time.perf_counter() - begin < 10
    # Of the last fifth a quarter agrees by chance.
    assert alpha == pytest.approx(0.8, abs=0.002)
