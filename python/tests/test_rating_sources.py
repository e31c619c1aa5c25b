"""Ratings from tables of every kind, and from files: the same ratings give the same result."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from foley_eval import BadInputError, krippendorff_alpha, load_ratings
from foley_eval import measure_agreement as agreement
from foley_eval._causes import scale_for, suspects_of
from foley_eval.agreement import AgreementCounts, RatingSet, rating_set

UNITS = ["a", "a", "b", "b", "c", "c", "d", "d", "e"]
RATERS = ["ann", "bob", "ann", "bob", "bob", "ann", "ann", "bob", "ann"]
VALUES = [1, 1, 2, 3, 2, 2, 3, 3, 1]
WIDE = [[1, 2, 2, 3, 1], [1, 3, 2, 3, None]]
COLUMNS = {"item": UNITS, "coder": RATERS, "score": VALUES}
ROWS = list(zip(UNITS, RATERS, VALUES, strict=True))
TOLD = {"unit": "item", "rater": "coder", "value": "score"}


def rows(ratings: RatingSet) -> list[tuple[str, str, Any]]:
    """All ratings by name."""
    unit, rater, value, _ = ratings.core.rows()
    return sorted(
        (ratings.unit(u), ratings.raters[r], ratings.value(v))
        for u, r, v in zip(unit.tolist(), rater.tolist(), value.tolist(), strict=True)
    )


LONG = {
    "dict": COLUMNS,
    "dict of arrays": {name: np.array(column) for name, column in COLUMNS.items()},
    "list of dicts": [dict(zip(COLUMNS, row, strict=True)) for row in ROWS],
    "pandas": pd.DataFrame(COLUMNS),
    "pandas nullable": pd.DataFrame(COLUMNS).convert_dtypes(),
    "pandas categories": pd.DataFrame(COLUMNS).astype({"item": "category", "coder": "category"}),
    "pandas with an index": pd.DataFrame(COLUMNS, index=range(100, 109)),
    "polars": pl.DataFrame(COLUMNS),
    "polars categories": pl.DataFrame(COLUMNS).with_columns(pl.col("coder").cast(pl.Categorical)),
    "arrow": pa.table(COLUMNS),
    "arrow dictionary": pa.table({**COLUMNS, "item": pa.array(UNITS).dictionary_encode()}),
    "records": np.array(ROWS, dtype=[("item", "U3"), ("coder", "U3"), ("score", "i1")]),
}  # fmt: skip


@pytest.mark.parametrize("kind", LONG)
def test_long_tables(kind: str) -> None:
    found = rating_set(LONG[kind])
    assert rows(found) == sorted(zip(UNITS, RATERS, map(float, VALUES), strict=True))
    assert (found.raters, list(found.units)) == (["ann", "bob"], ["a", "b", "c", "d", "e"])
    assert agreement(LONG[kind], **TOLD).alpha.value == krippendorff_alpha(WIDE)
    assert agreement(LONG[kind]).to_dict() == agreement(COLUMNS).to_dict()


def test_other_names_are_told() -> None:
    frame = pd.DataFrame(COLUMNS).rename(columns={"item": "sound", "coder": "who", "score": "fit"})
    found = rating_set(frame, unit="sound", rater="who", value="fit")
    assert rows(found) == rows(rating_set(COLUMNS))
    with pytest.raises(KeyError, match=r"no column 'sond' \(there are sound, who, fit\)") as caught:
        rating_set(frame, unit="sond", rater="who", value="fit")
    assert caught.value.args == ("sond",)
    with pytest.raises(KeyError, match="no column of raters among sound, who, fit"):
        rating_set(frame, unit="sound", value="fit")
    with pytest.raises(ValueError, match="no named columns"):
        rating_set(WIDE, unit="sound")


def test_names_that_are_numbers() -> None:
    found = rating_set({"unit": [1, 2.0, "1"], "rater": [7, 7, 8], "value": [1, 2, 3]})
    assert rows(found) == [("1", "7", 1.0), ("1", "8", 3.0), ("2", "7", 2.0)]


WIDE_TABLES = {
    "lists": WIDE,
    "array": np.array(WIDE, dtype=float),
    "masked": np.ma.masked_invalid(np.array(WIDE, dtype=float)),
    "pandas": pd.DataFrame(WIDE, index=["ann", "bob"], columns=list("abcde")),
    "polars": pl.DataFrame(WIDE, orient="row", schema=list("abcde")),
    "arrow": pa.Table.from_pandas(pd.DataFrame(WIDE, columns=list("abcde")), preserve_index=False),
}


@pytest.mark.parametrize("kind", WIDE_TABLES)
def test_wide_tables(kind: str) -> None:
    found = rating_set(WIDE_TABLES[kind])
    assert [value for _, _, value in sorted(rows(found), key=lambda each: each[::-1])]
    assert found.core.size == 9
    raters = ["ann", "bob"] if kind == "pandas" else ["0", "1"]
    assert found.raters == raters
    names = list("abcde") if hasattr(WIDE_TABLES[kind], "columns") else list("01234")
    assert [found.unit(i) for i in range(5)] == names
    result = agreement(WIDE_TABLES[kind])
    assert result.alpha == agreement(COLUMNS).alpha


def test_raters_by_name_or_place() -> None:
    found = rating_set(COLUMNS)
    assert [found.rater(each) for each in ("bob", 1, "ann", 0)] == [1, 1, 0, 0]
    assert [rating_set({**COLUMNS, "coder": [1, 0] * 4 + [1]}).rater(i) for i in (0, 1)] == [1, 0]
    for wrong in ("eve", 2, -1):
        with pytest.raises(KeyError, match="known: ann, bob"):
            found.rater(wrong)
    copy = pickle.loads(pickle.dumps(found))
    assert rows(copy) == rows(found)


def test_two_rows_of_a_rater() -> None:
    with pytest.raises(BadInputError, match="two rows are of rater 'ann'"):
        rating_set(pd.DataFrame(WIDE, index=["ann", "ann"]))


def repeated() -> dict[str, list[Any]]:
    return {
        "unit": ["a", "b", "a", "a", "b"],
        "rater": ["x", "x", "y", "x", "y"],
        "value": [1, 2, 1, 4, 2],
        "when": [5, 1, 2, 3, 4],
    }


def test_repeated_ratings_name_both_rows() -> None:
    with pytest.raises(BadInputError, match="rows 0 and 3: rater 'x' rated unit 'a' twice"):
        agreement(repeated())
    with pytest.raises(ValueError, match="no repeat 'first'"):
        agreement(repeated(), repeat="first")


def test_repeated_ratings_on_purpose() -> None:
    last = rating_set(repeated(), repeat="last")
    assert ("a", "x", 4.0) in rows(last)
    assert last.repeats == 1
    latest = rating_set(repeated(), repeat="last", order="when")
    assert ("a", "x", 1.0) in rows(latest)
    assert ("a", "x", 2.5) in rows(rating_set(repeated(), repeat="mean"))
    assert all(each.core.size == 4 for each in (last, latest))
    with pytest.raises(KeyError, match=r"the rating 2\.5 is not in value_domain"):
        rating_set(repeated(), repeat="mean", value_domain=[1, 2, 4])
    words = {**repeated(), "value": list("lhlhh")}
    assert ("a", "x", "h") in rows(rating_set(words, repeat="last", labels=["l", "h"]))
    with pytest.raises(ValueError, match="no mean"):
        rating_set(words, repeat="mean", labels=["l", "h"])
    # A missing rating is none, and so repeats nothing.
    assert rating_set({**repeated(), "value": [None, 2, 1, 4, 2]}).core.size == 4


def test_order_of_time() -> None:
    dates = ["2024-01-02", "2024-01-01", "2024-01-04", "2024-01-03", "2024-01-05"]
    for order in (dates, pd.to_datetime(dates), [2, 1, 4, 3, 5]):
        frame = pd.DataFrame({**repeated(), "value": [1, 2, 1, None, 2], "when": order})
        found = rating_set(frame, order="when")
        assert found.core.rows()[3].tolist() == [1, 3, 0, 4]
    for wrong, text in ([["x", 1, 2, 3, 4], "mixes"], [[1, None, 2, 3, 4], "row 1: the order"]):
        with pytest.raises(ValueError, match=text):
            rating_set({**repeated(), "when": wrong}, order="when", repeat="last")


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"value": [1, "good", 1, 4, 2]}, ValueError, "row 1 is 'good', not a number"),
        ({"value": [1, 2, float("inf"), 4, 2]}, ValueError, "row 2: the rating is infinite"),
        ({"unit": ["a", None, "a", "c", "b"]}, ValueError, "row 1: the unit is missing"),
        ({"rater": ["x", "x", float("nan"), "z", "y"]}, ValueError, "row 2: the rater is missing"),
        ({"value": [1, 2, 3]}, ValueError, "differ in length"),
        ({"unit": [["a"], "b", "a", "c", "b"]}, ValueError, "a unit is no name"),
        ({"value": [[1, 2]] * 5}, ValueError, "more than one value a row"),
    ],
)
def test_bad_rows(change: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        agreement({**repeated(), **change})


def test_domain_names_the_row() -> None:
    with pytest.raises(KeyError, match=r"row 3: the rating 3\.0 is not in value_domain \(1, 2\)"):
        agreement(COLUMNS, value_domain=[1, 2])
    with pytest.raises(KeyError, match=r"rater 0, unit 3: the rating 3\.0"):
        agreement(WIDE, value_domain=[1, 2])


WORDS = [["bad", "good", "fair", None], ["bad", "fair", "fair", "good"]]


def test_words() -> None:
    codes = [[0, 2, 1, None], [0, 1, 1, 2]]
    nominal = agreement(WORDS, level="nominal")
    assert nominal.labels == ["bad", "fair", "good"]
    assert nominal.alpha.value == krippendorff_alpha(codes, level="nominal")
    ordered = agreement(WORDS, labels=["bad", "fair", "good"])
    assert ordered.alpha.value == krippendorff_alpha(codes)
    assert ordered.disputed[0].ratings == {"0": "good", "1": "fair"}
    assert ordered.confusion("0", "1").values == ["bad", "fair", "good"]
    turned = agreement(WORDS, labels=["good", "bad", "fair"])
    assert turned.alpha.value != ordered.alpha.value
    with pytest.raises(ValueError, match=r"'bad', not a number.*labels=\[…\], or level='nominal'"):
        agreement(WORDS)
    with pytest.raises(ValueError, match=r"rater 0, unit 2 is 'fair', which is no label"):
        agreement(WORDS, labels=["bad", "good"])
    with pytest.raises(ValueError, match="twice"):
        agreement(WORDS, labels=["bad", "bad"])
    with pytest.raises(ValueError, match="leave value_domain out"):
        agreement(WORDS, labels=["bad", "good"], value_domain=[0, 1])


@pytest.mark.parametrize("labels", [None, ["lo", "hi"]])
def test_words_with_gaps(labels: Any) -> None:
    words = ["lo", "hi", None, "hi", "lo", "lo"]
    columns = {"unit": [1, 1, 2, 2, 3, 3], "rater": ["a", "b"] * 3, "value": words}
    frame = pd.DataFrame(columns)
    sources = [
        columns,
        frame,
        frame.astype({"value": "category"}),
        frame.astype({"value": "string"}),
        frame.convert_dtypes(dtype_backend="pyarrow"),
        pl.DataFrame(columns),
        pl.DataFrame(columns, schema_overrides={"value": pl.Categorical}),
        pl.DataFrame(columns, schema_overrides={"value": pl.Enum(["lo", "hi"])}),
        pa.table(columns),
        pa.table({**columns, "value": pa.array(words).dictionary_encode()}),
    ]
    for source in sources:
        found = rating_set(source, level="nominal", labels=labels)
        assert rows(found) == [
            ("1", "a", "lo"), ("1", "b", "hi"), ("2", "b", "hi"), ("3", "a", "lo"), ("3", "b", "lo")
        ]  # fmt: skip


def test_numbers_with_gaps() -> None:
    columns = {"unit": [1, 1, 2], "rater": ["a", "b", "a"], "value": [3, None, 2]}
    frame = pd.DataFrame(columns)
    for source in (
        columns,
        frame,
        frame.convert_dtypes(),
        frame.convert_dtypes(dtype_backend="pyarrow"),
        pl.DataFrame(columns),
        pl.DataFrame(columns, schema_overrides={"value": pl.Decimal(10, 2)}),
        pa.table(columns),
    ):
        assert rows(rating_set(source)) == [("1", "a", 3.0), ("2", "a", 2.0)]
    with pytest.raises(TypeError, match="collect"):
        rating_set(pl.DataFrame(columns).lazy())
    with pytest.raises(TypeError, match="collect"):
        krippendorff_alpha(pl.DataFrame(WIDE, orient="row").lazy())


def test_words_of_numbers_are_numbers() -> None:
    assert agreement([["10", "9"], ["10", None]], level="nominal").labels == []
    mixed = agreement([["10", "9", "x"], ["10", "9", "x"]], level="nominal")
    assert mixed.labels == ["9", "10", "x"]


def test_empty_tables() -> None:
    for data in ({"unit": [], "rater": [], "value": []}, [[], []], pd.DataFrame(COLUMNS)[:0]):
        result = agreement(data)
        assert (result.alpha.value, result.n_units) == (1.0, 0)
        assert result.alpha.reason == "no unit has two ratings"


TEXT = "item,coder,score\n" + "".join(
    f"{u},{r},{v}\n" for u, r, v in zip(UNITS, RATERS, VALUES, strict=True)
)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(TEXT)
    loaded = load_ratings(path)
    assert rows(loaded) == rows(rating_set(COLUMNS))
    expected = agreement(COLUMNS).to_dict()
    for source in (path, str(path), loaded):
        assert agreement(source).to_dict() == expected
    pa.parquet.write_table(pa.table(COLUMNS), tmp_path / "ratings.parquet")
    assert agreement(tmp_path / "ratings.parquet").to_dict() == expected
    words = tmp_path / "words.csv"
    words.write_text("item,coder,score\na,x,good\na,y,bad\nb,x,good\nb,y,good\n")
    assert agreement(words, level="nominal").labels == ["bad", "good"]
    assert agreement(words, labels=["bad", "good"]).alpha.value == krippendorff_alpha(
        [[1, 1], [0, 1]]
    )


def test_faults_of_files(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(TEXT + "a,ann,2\n")
    with pytest.raises(BadInputError, match=r"FE-IO-23") as caught:
        agreement(path)
    assert caught.value.source.endswith("ratings.csv")
    assert "11" in str(caught.value)
    assert "2" in str(caught.value)
    assert agreement(path, repeat="last").n_ratings == 9
    assert load_ratings(path, repeat="mean").repeats == 1
    path.write_text(TEXT.replace("3", "three", 1))
    with pytest.raises(BadInputError, match="FE-IO-06"):
        agreement(path)
    with pytest.raises(FileNotFoundError):
        agreement(tmp_path / "none.csv")
    with pytest.raises(ValueError, match="no repeat"):
        load_ratings(path, repeat="first")


def test_the_usual_names_are_those_of_files(tmp_path: Path) -> None:
    """One list: a frame and a file with the same columns are the same ratings."""
    columns = {"file": ["a", "a", "b", "b"], "listener": ["x", "y"] * 2, "mos": [1, 2, 3, 3]}
    path = tmp_path / "mos.csv"
    pd.DataFrame(columns).to_csv(path, index=False)
    frame, file = rating_set(columns), rating_set(path)
    assert frame.raters == file.raters == ["x", "y"]
    assert AgreementCounts.of(frame) == AgreementCounts.of(file)


def test_reasons_of_intervals_speak_of_units() -> None:
    assert AgreementCounts().interval().interval.reason == "no units"
    assert AgreementCounts.of([[1, None], [2, None]]).interval().interval.reason == "too few units"


def test_too_many_ratings_are_not_searched() -> None:
    """As in the command: the limit is the core's. Who asks for the search alone has it."""
    ratings = rating_set(np.random.default_rng(3).integers(0, 4, size=(400, 1000)))
    found = suspects_of(ratings, scale_for(ratings, "ordinal"))
    assert (found.ranked, found.tested, found.reason) == ([], 0, "too many ratings")
