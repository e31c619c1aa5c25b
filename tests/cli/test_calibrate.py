"""The command `calibrate`: may this judge work unattended?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley
from rating_files import HUMANS, JUDGE, noisy_rows, slow_alpha, write_lines, write_wide

FAST = ["--replicates", "200"]


def calibrate(human: Any, judge: Any, *args: str) -> Answer:
    return foley("calibrate", "--human", str(human), "--judge", str(judge), *FAST, *args)


def split(folder: Path, rows: list[list[Any]]) -> tuple[Path, Path]:
    """The last rater is the judge."""
    raters = [f"h{i}" for i in range(len(rows[0]) - 1)]
    human = write_wide(folder / "human.csv", raters, [row[:-1] for row in rows])
    return human, write_wide(folder / "judge.csv", ["model"], [row[-1:] for row in rows])


def test_the_bundled_example() -> None:
    answer = calibrate(HUMANS, JUDGE)
    assert answer.code == 0, answer.err
    assert answer.out.startswith("PASS  alpha 0.86")
    for word in ("humans alone", "judge/ann", "Confusion", "How often", "bias", "furthest"):
        assert word in answer.out
    got = calibrate(HUMANS, JUDGE, "--json").document
    assert got["schema"] == "foley-eval/calibration/1"
    assert got["passed"] is True
    assert got["units"] == {"matched": 57, "only_human": 3, "only_judge": 0}


def test_numbers_are_those_of_the_definition(tmp_path: Path) -> None:
    rows = noisy_rows(70, 3)
    got = calibrate(*split(tmp_path, rows), "--json", "--level", "interval").document

    def alpha(*columns: int) -> float:
        return slow_alpha([[row[c] for c in columns] for row in rows], lambda a, b: (a - b) ** 2)

    assert got["alpha"]["value"] == pytest.approx(alpha(0, 1, 2), abs=1e-12)
    assert got["humans_alone"]["value"] == pytest.approx(alpha(0, 1), abs=1e-12)
    assert got["pairs"][1]["alpha"]["value"] == pytest.approx(alpha(1, 2), abs=1e-12)
    same = sum(row[1] == row[2] for row in rows) / 70
    assert got["pairs"][1]["percent_agreement"]["value"] == pytest.approx(same, abs=1e-12)
    difference = sum(row[2] - row[1] for row in rows) / 70
    assert got["pairs"][1]["mean_difference"] == pytest.approx(difference, abs=1e-12)
    bias = sum(row[2] - (row[0] + row[1]) / 2 for row in rows) / 70
    assert got["judge_profile"]["bias"]["value"] == pytest.approx(bias, abs=1e-12)
    largest = max(abs(row[2] - (row[0] + row[1]) / 2) for row in rows)
    assert got["largest_differences"][0]["difference"] == pytest.approx(largest, abs=1e-12)
    assert sum(each["humans"] for each in got["base_rates"]) == 140
    assert sum(each["judge"] for each in got["base_rates"]) == 70
    assert sum(map(sum, got["confusion"]["counts"])) == 140


def test_the_least_alpha_decides(tmp_path: Path) -> None:
    files = split(tmp_path, noisy_rows(60, 3))
    value = calibrate(*files, "--json").document["alpha"]["value"]
    assert calibrate(*files, "--min-alpha", repr(value)).code == 0
    above = calibrate(*files, "--min-alpha", str(value + 1e-9))
    assert above.code == 1
    assert above.out.startswith("FAIL")
    assert above.err == ""


def test_the_lower_bound_may_decide(tmp_path: Path) -> None:
    got = calibrate(HUMANS, JUDGE, "--json").document
    assert got["alpha"]["interval"]["low"] < 0.8 < got["alpha"]["value"]
    assert got["to_settle_lower_bound"]["units"] > got["units"]["matched"]
    strict = calibrate(HUMANS, JUDGE, "--lower-bound")
    assert strict.code == 1
    assert "lower bound" in strict.out.splitlines()[0]
    assert "more units" in strict.out
    assert calibrate(HUMANS, JUDGE, "--lower-bound", "--min-alpha", "0.667").code == 0
    assert_one_line(calibrate(HUMANS, JUDGE, "--lower-bound", "--ci", "none"), "--ci none")
    assert calibrate(HUMANS, JUDGE, "--ci", "none").code == 0


def test_many_humans_do_not_hide_a_judge_who_answers_by_chance(tmp_path: Path) -> None:
    rng = random.Random(3)
    rows = []
    for i in range(100):
        rows.append([*([i % 5] * 9), rng.randrange(5)])
    answer = calibrate(*split(tmp_path, rows), "--json")
    assert answer.document["alpha"]["value"] > 0.8
    assert answer.code == 1
    assert "little or nothing to do with the units" in answer.document["verdict"]
    assert "to_settle_lower_bound" not in answer.document
    inverted = [[*row[:-1], 4 - row[0]] for row in rows]
    assert "turned round" in calibrate(*split(tmp_path, inverted)).out
    constant = [[*row[:-1], 2] for row in rows]
    assert calibrate(*split(tmp_path, constant)).code == 1


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([[1, 1, 1], [1, 1, 1], [1, 1, 1]], "the same value"),
        ([[1, 2, 1]], "too few units"),
        ([[1, 2, None], [2, 2, None]], "no unit is rated by both"),
        ([[None, None, 1], [None, None, 2]], "no unit is rated by both"),
    ],
)
def test_no_evidence_is_a_failure(tmp_path: Path, rows: list[list[Any]], says: str) -> None:
    files = split(tmp_path, rows)
    answer = calibrate(*files)
    assert answer.code == 1, answer.err
    assert answer.out.startswith("FAIL")
    assert says in answer.out
    assert calibrate(*files, "--json").document["passed"] is False


def test_units_of_other_names(tmp_path: Path) -> None:
    judge = write_lines(tmp_path / "j.csv", ["unit,model", "x.wav,1", "y.wav,2"])
    human = write_lines(tmp_path / "h.csv", ["unit,ann", "x,1", "y,2", "z,2"])
    answer = calibrate(human, judge)
    assert answer.code == 1
    assert "'x'" in answer.out
    assert "'x.wav'" in answer.out
    document = calibrate(human, judge, "--json").document
    assert document["units"] == {"matched": 0, "only_human": 3, "only_judge": 2}


def test_who_the_judge_is(tmp_path: Path) -> None:
    rows = noisy_rows(40, 3)
    one = write_wide(tmp_path / "all.csv", ["ann", "bob", "model"], rows)
    human = write_wide(tmp_path / "h.csv", ["ann", "bob"], [row[:2] for row in rows])
    judge = write_wide(tmp_path / "j.csv", ["model"], [row[2:] for row in rows])
    apart = calibrate(human, judge, "--json").document
    together = foley("calibrate", "--human", str(one), "--judge-rater", "model", "--json", *FAST)
    assert together.document["alpha"] == apart["alpha"]
    assert together.document["judge"] == "model"
    assert (
        calibrate(one, judge, "--judge-rater", "model", "--json").document["alpha"]
        == apart["alpha"]
    )
    assert_one_line(calibrate(human, one), "--judge-rater", "ann, bob, model")
    assert_one_line(calibrate(human, one, "--judge-rater", "mdel"), "'model'")
    assert_one_line(foley("calibrate", "--human", str(one)), "--judge-rater")
    assert_one_line(foley("calibrate", "--judge", str(one)), "--human")
    assert_one_line(calibrate("-", "-"), "standard input")
    assert_one_line(calibrate(judge, judge, "--judge-rater", "model"), "no rater but the judge")
    clash = write_wide(tmp_path / "c.csv", ["ann"], [row[2:] for row in rows])
    assert calibrate(human, clash, "--json").document["judge"] == "judge"
    assert "a human is called 'ann' like the judge" in calibrate(human, clash).out
    assert "is called" not in calibrate(human, judge).out


def test_a_judge_is_not_held_against_itself(tmp_path: Path) -> None:
    judge = write_wide(tmp_path / "j.csv", ["model"], noisy_rows(40, 1))
    for again in (judge, tmp_path / "." / "j.csv", f"{tmp_path}/../{tmp_path.name}/j.csv"):
        assert_one_line(calibrate(judge, again), "no rater but the judge")


def test_standard_input_may_be_the_judge(tmp_path: Path) -> None:
    human, judge = split(tmp_path, noisy_rows(40, 3))
    piped = foley("calibrate", "--human", str(human), "--judge", "-", "--json", *FAST,
                  stdin=judge.read_bytes())  # fmt: skip
    assert piped.document["alpha"] == calibrate(human, judge, "--json").document["alpha"]
    assert piped.document["judge_file"] == "standard input"


def test_words_of_two_files_are_the_same_words(tmp_path: Path) -> None:
    human = write_lines(tmp_path / "h.csv", ["unit,ann", "a,wind", "b,rain", "c,wind", "d,rain"])
    judge = write_lines(tmp_path / "j.csv", ["unit,model", "a,wind", "b,rain", "c,wind", "d,bell"])
    got = calibrate(human, judge, "--text", "--json").document
    assert got["percent_agreement"]["value"] == 0.75
    rates = {each["value"]: (each["humans"], each["judge"]) for each in got["base_rates"]}
    assert rates == {"wind": (2, 2), "rain": (2, 1), "bell": (0, 1)}
    assert got["largest_differences"][0]["judge"] == "bell"
    assert "bell" in calibrate(human, judge, "--text").out


def test_threads_change_no_byte() -> None:
    one = calibrate(HUMANS, JUDGE, "--json", "--threads", "1").raw_out
    assert one == calibrate(HUMANS, JUDGE, "--json", "--threads", "5").raw_out


def test_humans_who_agree_do_not_carry_the_judge(tmp_path: Path) -> None:
    """Alpha of all reaches 0.8 here; the judge's own agreement with the humans does not."""
    rows = [[(i + (i % 17 == h)) % 4 for h in range(8)] for i in range(100)]
    bad = [[*row, 1 if i % 8 < 4 else i % 4] for i, row in enumerate(rows)]
    answer = calibrate(*split(tmp_path, bad))
    assert answer.code == 1, answer.out
    assert "FAIL" in answer.out
    assert "that is the humans' agreement" in answer.out.replace("\n      ", " ")
    got = calibrate(*split(tmp_path, bad), "--json").document
    assert got["alpha"]["value"] >= 0.8 > got["judge_profile"]["with_others"]["value"]
    good = [[*row, row[0]] for row in rows]
    assert calibrate(*split(tmp_path, good)).code == 0


def test_few_units_in_common_are_no_evidence(tmp_path: Path) -> None:
    rows = [[i % 4, i % 4] for i in range(9)]
    answer = calibrate(*split(tmp_path, rows))
    assert answer.code == 1
    assert "too few units: 9, of at least 10 (--min-units)" in answer.out.replace("\n      ", " ")
    assert calibrate(*split(tmp_path, rows), "--min-units", "9").code == 0
    assert_one_line(calibrate(*split(tmp_path, rows), "--min-units", "0"), "--min-units")
