"""What a hostile or hurried user gives to the functions of agreement."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from foley_eval import AgreementCounts, BadInputError, krippendorff_alpha, percent_agreement
from foley_eval.agreement import (
    agreement,
    leave_one_rater_out,
    load_ratings,
    plan_from_shares,
    rating_set,
)
from foley_eval.reliability import alpha_result

TABLE = np.array([[0, 1, 2, 3, 2, 1], [0, 1, 2, 3, 1, 1], [0, 2, 2, 3, 2, 1]])
LONG = pd.DataFrame(
    [(u, r, TABLE[r, u]) for r in range(3) for u in range(6)], columns=["clip", "rater", "grade"]
)


@pytest.mark.parametrize("function", [krippendorff_alpha, percent_agreement, alpha_result])
@pytest.mark.parametrize("names", [{}, {"rater": "who"}])
def test_a_row_a_rating_is_no_row_a_rater(function: Any, names: dict[str, str]) -> None:
    # Numbers throughout would make an alpha of names.
    with pytest.raises(BadInputError, match="a row a rating"):
        function(LONG.rename(columns=names))


def test_a_column_under_another_name() -> None:
    with pytest.raises(BadInputError, match=r"no column of raters among clip, who, grade"):
        agreement(LONG.rename(columns={"rater": "who"}))
    assert rating_set(LONG.rename(columns={"rater": "who"}), rater="who").raters == ["0", "1", "2"]


def test_buffers_and_masks() -> None:
    alpha = krippendorff_alpha(TABLE)
    assert krippendorff_alpha(memoryview(TABLE.astype(float))) == alpha
    hidden = np.ma.array(np.vstack([TABLE, np.full(6, 2**60 + 1)]), mask=[[0] * 6] * 3 + [[1] * 6])
    assert krippendorff_alpha(hidden) == alpha


def test_words_of_another_scale() -> None:
    with pytest.raises(BadInputError, match="'ratio' takes no circumference"):
        agreement(TABLE, level="ratio", circumference=4)
    with pytest.raises(BadInputError, match="'ordinal' takes no poles"):
        AgreementCounts.of(TABLE).interval(poles=(0, 3))
    with pytest.raises(TypeError, match="level is 5"):
        agreement(TABLE, level=5)  # type: ignore[arg-type]


def test_too_much_is_refused_before_memory_is() -> None:
    with pytest.raises(ValueError, match="replicates is 1000000000; give a whole number from 2 to"):
        plan_from_shares([0.5, 0.5], replicates=10**9)
    assert agreement(TABLE, threads=10**9) == agreement(TABLE, threads=1)


def test_numbers_too_large_to_square() -> None:
    distances = 1e308 * (1.0 - np.eye(4))
    with pytest.raises(ValueError, match="1e150"):
        agreement(TABLE, level="custom", value_domain=range(4), distances=distances)
    with pytest.raises(ValueError, match="1e150"):
        agreement(TABLE, level="bipolar", poles=(-1e308, 1e308))


def test_many_raters_of_a_unit() -> None:
    # All pairs of ratings of a unit would take 32 GB a unit; pairs of values take nothing.
    table = np.arange(65536 * 4, dtype=np.uint8).reshape(65536, 4) % 5
    with pytest.warns(UserWarning, match="transpose"):
        counts = AgreementCounts.of(table)
    found = counts.interval(replicates=20)
    assert found.krippendorff.low <= found.value <= found.krippendorff.high


def test_bytes_of_no_bytes() -> None:
    for data in (8, [1, 2], "text", None):
        with pytest.raises(TypeError, match="no bytes"):
            AgreementCounts.from_bytes(data)  # type: ignore[arg-type]
    with pytest.raises(BadInputError) as caught:
        AgreementCounts.from_bytes(b"")
    assert type(caught.value) is BadInputError  # not one of JSON


def test_gaps_are_shown() -> None:
    result = agreement([[0, 3, 1, None], [0, None, 1, 2], [0, 0, 1, 2]])
    assert "3 - 0" in str(result)


def test_no_such_file() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        load_ratings("nowhere.csv")


def test_influence_without_interval_where_it_takes_minutes() -> None:
    table = np.random.default_rng(0).integers(0, 5, (20, 6000))
    influence = agreement(table, replicates=500).raters["0"].influence
    assert influence is not None
    assert influence.interval.reason
    assert influence.without == leave_one_rater_out(table, replicates=0)[0].without
    small = agreement(table[:, :100], replicates=50).raters["0"].influence
    assert small is not None
    assert not small.interval.reason
