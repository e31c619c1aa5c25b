"""May the judge work unattended? With evidence, interval and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from foley_eval import AgreementCounts, calibrate, calibrate_judge_vs_human, load_ratings

HUMAN = [[3, 2, 1, 0, 0, 1, 2, 3], [3, 2, 1, 0, 0, 1, 2, 2]]
JUDGE = [3, 2, 1, 0, 0, 1, 2, 2]


def test_beside_the_reference() -> None:
    result = calibrate(HUMAN, JUDGE, min_units=8)
    plain = calibrate_judge_vs_human(HUMAN, JUDGE)
    for name, value in vars(plain).items():
        assert getattr(result, name) == value, name
    assert (result.evidence, result.reason, result.unattended) == (True, "", True)
    interval = AgreementCounts.of([*HUMAN, JUDGE]).interval()
    assert result.intervals == interval
    assert result.interval == interval.interval
    assert result.lower_band == "tentative"
    assert str(result).startswith("alpha 0.96")
    assert "may work unattended" in str(result)


@pytest.mark.parametrize(
    ("human", "judge", "reason"),
    [
        ([], [], "no unit has two ratings"),
        ([None, None], [1, 2], "no unit has two ratings"),
        ([2, 2, 2], [2, 2, 2], "all compared ratings are the same value"),
        ([1, 2, None], [1, None, 2], "too few units"),
    ],
)
def test_no_evidence_lets_no_judge_pass(human: Any, judge: Any, reason: str) -> None:
    result = calibrate(human, judge)
    assert (result.alpha, result.promoted) == (1.0, True)
    if reason == "too few units":
        # One unit with one value: alpha has a reason of its own.
        assert result.reason
    else:
        assert result.reason == reason
    assert not result.evidence
    assert not result.unattended
    assert f"may not work unattended ({result.reason})" in str(result)


def test_few_units_in_common_let_no_judge_pass() -> None:
    result = calibrate(HUMAN, JUDGE)
    assert result.promoted
    assert result.judge_units == 8
    assert not result.unattended
    assert "only 8 units in common" in str(result)


def test_people_who_agree_do_not_carry_the_judge() -> None:
    people = [[(i + (i % 17 == p)) % 4 for i in range(100)] for p in range(8)]
    judge = [1 if i % 8 < 4 else i % 4 for i in range(100)]
    result = calibrate(people, judge)
    assert result.promoted
    assert result.with_humans < 0.667 < 0.8 < result.alpha
    assert not result.unattended
    assert "by itself it reaches" in str(result)
    assert calibrate(people, people[0]).unattended


def test_smallest_alpha() -> None:
    human, judge = [0, 1, 2, 3, 0, 1, 2, 3], [0, 1, 2, 3, 0, 2, 1, 3]
    alpha = calibrate(human, judge).alpha
    assert 0.8 < alpha < 0.99
    assert calibrate(human, judge, min_alpha=alpha, min_units=8).unattended
    assert not calibrate(human, judge, min_alpha=np.nextafter(alpha, 1)).unattended
    assert not calibrate(human, judge, lower_bound=True).unattended
    wide = calibrate(human * 100, judge * 100, lower_bound=True)
    assert wide.unattended
    assert wide.interval is not None
    assert 0.8 < wide.interval.low < wide.alpha
    with pytest.raises(ValueError, match="no lower bound"):
        calibrate(human, judge, lower_bound=True, ci=None)
    plain = calibrate(human, judge, ci=None, min_units=8)
    assert (plain.interval, plain.lower_band, plain.unattended) == (None, "", True)


def test_tables_are_joined_by_unit(tmp_path: Path) -> None:
    units = [f"u{i}" for i in range(8)]
    human = pd.DataFrame(
        [(u, f"h{r}", HUMAN[r][i]) for i, u in enumerate(units) for r in range(2)],
        columns=["item_id", "rater", "score"],
    )
    judge = pd.DataFrame({"item_id": units[::-1], "rater": "llm", "score": JUDGE[::-1]})
    expected = calibrate(HUMAN, JUDGE)
    assert calibrate(human, judge) == expected
    assert calibrate(human.to_dict("records"), judge.to_dict("list")) == expected
    human.to_csv(tmp_path / "h.csv", index=False)
    judge.to_csv(tmp_path / "j.csv", index=False)
    assert calibrate(tmp_path / "h.csv", str(tmp_path / "j.csv")) == expected
    assert calibrate(load_ratings(tmp_path / "h.csv"), judge) == expected
    # A unit that one side lacks is no evidence, and no error.
    assert calibrate(human, judge[:6]).n_units == 8
    two = pd.concat([judge, judge.assign(rater="other")])
    with pytest.raises(ValueError, match=r"judge_grades are of 2 raters \(llm, other\)"):
        calibrate(human, two)


def test_words(tmp_path: Path) -> None:
    human = {"unit": [1, 2, 3, 4], "rater": ["h"] * 4, "value": ["no", "yes", "maybe", "yes"]}
    judge = {"unit": [1, 2, 3, 4], "rater": ["j"] * 4, "value": ["no", "yes", "no", "yes"]}
    labels = ["no", "maybe", "yes"]
    codes = calibrate([0, 2, 1, 2], [0, 2, 0, 2], value_domain=[0, 1, 2])
    assert calibrate(human, judge, labels=labels) == codes
    with pytest.raises(ValueError, match="different words"):
        calibrate(human, judge, level="nominal")


def test_wrong_grades() -> None:
    with pytest.raises(ValueError, match="one of people and judge names its units"):
        calibrate({"unit": [1, 2], "rater": [1, 1], "value": [1, 2]}, [1, 2])
    with pytest.raises(ValueError, match="2 units and judge_grades 3"):
        calibrate([1, 2], [1, 2, 3])
    with pytest.raises(KeyError, match="not in value_domain"):
        calibrate([1, 2], [1, 3], value_domain=[1, 2])
    with pytest.raises(TypeError, match="take no repeat"):
        calibrate([1, 2], [1, 3], repeat="last")
    with pytest.raises(ValueError, match="no level"):
        calibrate([1, 2], [1, 2], level="none")


@pytest.mark.parametrize("labels", [None, ["no", "maybe", "yes"]])
def test_words_in_the_same_order(labels: Any) -> None:
    words = ["no", "maybe", "yes"]
    number = {word: i for i, word in enumerate(words)}
    human = [["yes", "no", "maybe", None], ["yes", "no", "no", "yes"]]
    judge = ["yes", "no", "maybe", "yes"]
    numbers = [[None if each is None else number[each] for each in row] for row in human]
    level = "ordinal" if labels else "nominal"
    found = calibrate(human, judge, level=level, labels=labels)
    assert found.alpha == calibrate(numbers, [number[each] for each in judge], level=level).alpha


def test_words_that_are_no_labels() -> None:
    with pytest.raises(ValueError, match=r"judge_grades: unit 1 is 'nope', which is no label"):
        calibrate(["yes", "no"], ["yes", "nope"], labels=["no", "yes"])
    with pytest.raises(ValueError, match="leave value_domain out"):
        calibrate(["yes"], ["yes"], labels=["yes"], value_domain=[0])


@pytest.mark.parametrize("least", [float("nan"), 1.1, -2])
def test_smallest_alpha_that_is_none(least: float) -> None:
    with pytest.raises(ValueError, match="min_alpha"):
        calibrate(HUMAN, JUDGE, min_alpha=least)
