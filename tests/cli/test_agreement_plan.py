"""The command `agreement plan`: how many units must be rated twice?"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley
from rating_files import HUMANS, noisy_rows, write_wide


def plan(*args: Any) -> Answer:
    return foley("agreement", "plan", *(str(each) for each in args))


def document(*args: Any) -> dict[str, Any]:
    answer = plan(*args, "--json")
    assert answer.code == 0, answer.err
    return answer.document


def test_shares() -> None:
    got = document("--shares", "0.7,0.2,0.1")
    assert got["schema"] == "foley-eval/agreement-plan/1"
    assert got["plan"]["ratings"] == 2 * got["plan"]["units"]
    assert got["plan"]["half_width"] == pytest.approx(0.05, rel=0.02)
    assert got["assumed"]["values"] == [1.0, 2.0, 3.0]
    text = plan("--shares", "0.7,0.2,0.1").out
    assert f"{got['plan']['units']} units" in text
    assert "alpha ± 0.05 with 95% confidence" in text
    assert document("--shares", "7,2,1")["plan"] == got["plan"]


def test_two_values_alike_are_known_in_closed_form() -> None:
    """Nominal, two raters, shares of a half: alpha is 2 p - 1 of a share p of equal pairs."""
    units = document("--shares", "1,1", "--level", "nominal", "--half-width", "0.1")["plan"][
        "units"
    ]
    p = 0.9
    expected = (1.96 * 2 / 0.1) ** 2 * p * (1 - p)
    assert math.isclose(units, expected, rel_tol=0.1)


def test_half_as_wide_takes_four_times_as_many() -> None:
    wide = document("--shares", "5,3,2", "--half-width", "0.1")["plan"]["units"]
    narrow = document("--shares", "5,3,2", "--half-width", "0.05")["plan"]["units"]
    assert 3.5 < narrow / wide < 4.5
    sure = document("--shares", "5,3,2", "--half-width", "0.1", "--confidence", "0.99")
    assert sure["plan"]["units"] > wide
    assert (
        document("--shares", "5,3,2", "--half-width", "0.1", "--raters", "4")["plan"]["units"]
        < wide
    )


def test_a_pilot(tmp_path: Path) -> None:
    got = document("--pilot", HUMANS, "--half-width", "0.1")
    assert got["pilot"]["units"] == 60
    assert got["plan"]["alpha"] == pytest.approx(0.8628, abs=5e-5)
    small = write_wide(tmp_path / "p.csv", ["a", "b"], noisy_rows(20, 2))
    assert "under 50 units" in plan("--pilot", small).out
    assert document("--pilot", HUMANS, "--threads", "1") == document("--pilot", HUMANS)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1, None], [None, 2]], "no unit has two ratings"),
        ([[1, 1], [1, 1]], "all compared ratings are the same value"),
        ([[1, 2]], "too few units"),
    ],
)
def test_a_pilot_that_shows_nothing(
    tmp_path: Path, rows: list[list[int | None]], reason: str
) -> None:
    file = write_wide(tmp_path / "p.csv", ["a", "b"], rows)
    assert document("--pilot", file)["plan"]["reason"] == reason
    assert "No plan" in plan("--pilot", file).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "--shares"),
        (["--shares", "1,2", "--pilot", str(HUMANS)], "either"),
        (["--shares", "1,x"], "'x'"),
        (["--shares", "1,-2"], "shares"),
        (["--shares", "0,0"], "shares"),
        (["--shares", "1,2", "--values", "1,2,3"], "--values"),
        (["--shares", "1,2", "--values", "2,1"], "ascend"),
        (["--shares", "1,2", "--labels", "bad,fair,good"], "3 --labels"),
        (["--pilot", str(HUMANS), "--alpha", "0.9"], "--alpha is for --shares"),
        (["--pilot", str(HUMANS), "--raters", "3"], "--raters is for --shares"),
        (["--shares", "1,2", "--alpha", "1.5"], "--alpha"),
        (["--shares", "1,2", "--raters", "1"], "--raters"),
        (["--shares", "1,2", "--half-width", "0"], "--half-width"),
        (["--shares", "1,2", "--level", "ratoi"], "'ratio'"),
        (["--shares", "1,2", "--values", "-1,2", "--level", "ratio"], "negative"),
        (["--pilot", "no.csv"], "no.csv"),
    ],
)
def test_wrong_use(words: list[str], says: str) -> None:
    assert_one_line(plan(*words), says)


def test_labels_name_the_values() -> None:
    words = document("--shares", "2,1", "--labels", "bad,good", "--half-width", "0.1")["plan"]
    assert words == document("--shares", "2,1", "--half-width", "0.1")["plan"]


def test_nothing_stands_before_plan() -> None:
    for words in (["--json"], [str(HUMANS)], ["--level", "ratio"]):
        answer = foley("agreement", *words, "plan", "--shares", "1,1")
        assert_one_line(answer, "options of plan stand behind it")
