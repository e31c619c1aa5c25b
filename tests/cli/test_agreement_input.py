"""The command `agreement`: ratings that are broken, degenerate or large."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley, write_bytes
from rating_files import KRIPPENDORFF, noisy_rows, write_lines, write_wide


def agreement(*args: Any, **more: Any) -> Answer:
    return foley("agreement", *(str(each) for each in args), **more)


LONG = b"unit,rater,value\n"
BAD_FILES = [
    (b"", "empty", "FE-IO-04"),
    (b"\n\n", "empty", "FE-IO-04"),
    (b"\xef\xbb\xbf" + LONG + b"a,x,1\n", "byte-order mark", "FE-IO-03"),
    ("unit,rater,value\na,x,1\n".encode("utf-16"), "UTF-16", "FE-IO-02"),
    (LONG + b"a,x,1\nb,\xff,1\n", "UTF-8", "FE-IO-02"),
    (LONG + b"a,x,one\n", "'one' is not a number", "FE-IO-06"),
    (LONG + b"a,x,3\na,y,True\n", "'True'", "FE-IO-06"),
    (LONG + b"a,x,1\na,y,inf\n", ":3:", "FE-IO-07"),
    (LONG + b"a,x,1e999\n", ":2:", "FE-IO-07"),
    (LONG + b"a,x,1\nb,x,2\na,x,1\n", "lines 2 and 4", "FE-IO-23"),
    (LONG + b"a,x\n", ":2", "FE-IO-05"),
    (LONG + b"a,x,1,2\n", ":2", "FE-IO-05"),
    (b'unit,rater,value\n"a,x,1\n', "quote", "FE-IO-20"),
    (b"unit,value,value\na,1,2\n", "value", "FE-IO-15"),
    (b'{"unit": "a", "rater": "x", "value": [1]}\n', "", "FE-IO-"),
    (b'{"unit": "a", "rater": "x", "value": 1\n', "", "FE-IO-19"),
    (b"\x1f\x8b\x08damaged", "", "FE-IO-14"),
]


@pytest.mark.parametrize(("data", "says", "code"), BAD_FILES)
def test_bad_files(tmp_path: Path, data: bytes, says: str, code: str) -> None:
    file = write_bytes(tmp_path / "bad.csv", data)
    assert_one_line(agreement(file), "bad.csv", says, code)
    assert_one_line(foley("calibrate", "--human", str(KRIPPENDORFF), "--judge", str(file)), code)
    if data:  # an empty pipe is the same as an empty file, but for its name
        assert_one_line(agreement("-", stdin=data), says, code)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--level", "ordnal"], "'ordinal'"),
        (["--level", "custom"], "--distances"),
        (["--ci", "bcaa"], "'bca'"),
        (["--repeat", "first"], "refuse, last, mean"),
        (["--format", "lnog"], "'long'"),
        (["--values", "1,2,x"], "'x'"),
        (["--values", "5..1"], "'5..1' descends"),
        (["--values", "1..1e9"], "over 100000 values"),
        (["--values", "1,2,3"], "outside the scale"),
        (["--values", "1,2", "--labels", "a,b"], "--labels"),
        (["--text", "--values", "1,2"], "--text"),
        (["--labels", "a,a"], "--labels"),
        (["--labels", "a,a"], "twice"),
        (["--labels", "a,,b"], "empty"),
        (["--by", "genre"], "genre"),
        (["--unit", "clip"], "clip"),
        (["--confidence", "nan"], "--confidence"),
        (["--replicates", "3"], "--replicates"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "18446744073709551616"], "beyond 18446744073709551615"),
        (["--threads", "0"], "--threads"),
        (["--units", "0"], "--units"),
        (["--levle", "ordinal"], "--level"),
        (["more.csv"], "more.csv"),
        (["--poles", "1"], "--poles"),
    ],
)
def test_wrong_options(words: list[str], says: str) -> None:
    assert_one_line(agreement(KRIPPENDORFF, *words), says)


def test_wrong_places(tmp_path: Path) -> None:
    assert_one_line(agreement(), "--help")
    assert_one_line(agreement(tmp_path / "none.csv"), "none.csv", "FE-IO-01")
    assert_one_line(agreement(tmp_path), "FE-IO-01")
    assert_one_line(agreement(KRIPPENDORFF, "--write-table", "-"), "name a file")


def test_the_table_does_not_replace_what_was_read(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", ["a", "b"], noisy_rows(9, 2))
    before = file.read_bytes()
    (tmp_path / "link.csv").symlink_to(file)
    for path in (file, tmp_path / "." / "r.csv", tmp_path / "link.csv"):
        assert_one_line(agreement(file, "--write-table", path), "name another file")
    assert file.read_bytes() == before


def test_advice_names_the_options_that_help(tmp_path: Path) -> None:
    words = write_lines(tmp_path / "w.csv", ["name,who,mark", "c1,ann,good", "c1,bob,bad"])
    assert_one_line(agreement(words), "--unit, --rater, --value")
    twice = write_lines(tmp_path / "t.csv", ["sound,ear,mark", "c1,1,4", "c1,2,5"])
    assert_one_line(agreement(twice), "rated twice", "(--unit, …)")
    named = agreement(twice, "--unit", "sound", "--rater", "ear", "--value", "mark")
    assert named.code == 0, named.err
    comma = write_lines(tmp_path / "c.csv", ["unit,a,b", 'u1,"1 000",2', "u2,2,2"])
    answer = agreement(comma)
    assert_one_line(answer, "1234.5")
    assert "--rater-columns" not in answer.err


def test_ratings_that_do_not_fit_the_level(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", ["a", "b"], [(-1, 2), (3, 3)])
    assert_one_line(agreement(file, "--level", "ratio"), "r.csv", "negative")
    huge = write_wide(tmp_path / "h.csv", ["a", "b"], [("1e200", "2e200"), (3, 3)])
    assert_one_line(agreement(huge, "--level", "interval"), "h.csv", "1e+200")


@pytest.mark.parametrize("value", ["1e100", "-1e99", "1e-300", "9007199254740993"])
def test_extreme_numbers_give_no_nan(tmp_path: Path, value: str) -> None:
    file = write_wide(tmp_path / "r.csv", "abc", [(value, 2, 3), (3, 3, 1), (1, value, 2)])
    for level in ("nominal", "ordinal", "interval"):
        words = [file, "--level", level, "--coefficients", "--raters", "--units", "3"]
        answer = agreement(*words, "--json")
        assert answer.code == 0, answer.err
        assert "null" not in json.dumps(answer.document["all"])
        assert "nan" not in agreement(*words).out.split()


@pytest.mark.parametrize(
    ("raters", "rows", "reason"),
    [
        (["a"], [[1], [2], [3]], "no unit has two ratings"),
        (["a", "b"], [[1, None], [None, 2], [3, None]], "no unit has two ratings"),
        (["a", "b"], [[None, None], [None, None]], "no unit has two ratings"),
        (["a", "b"], [[4, 4], [4, 4], [4, 4]], "all compared ratings are the same value"),
        (["a", "b"], [[1, 2], [3, None]], "too few units"),
    ],
)
def test_ratings_that_show_nothing_say_so(
    tmp_path: Path, raters: list[str], rows: list[list[int | None]], reason: str
) -> None:
    file = write_wide(tmp_path / "r.csv", raters, rows)
    words = ["--coefficients", "--raters", "--units", "3"]
    answer = agreement(file, *words)
    assert answer.code == 0, answer.err
    assert f"can show nothing: {reason}" in answer.out
    alpha = agreement(file, *words, "--json").document["all"]["alpha"]
    assert alpha["evidence"] is False
    assert alpha["reason"] == reason
    assert "nan" not in answer.out.split()


def test_more_raters_than_units_are_warned_of(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", "abcde", noisy_rows(3, 5))
    answer = agreement(file)
    assert answer.code == 0
    assert answer.err.count("\n") == 1
    assert "transposed" in answer.err
    assert agreement(file, "--json").document["raters"] == 5
    assert agreement(KRIPPENDORFF).err == ""


def test_repeated_ratings(tmp_path: Path) -> None:
    lines = ["unit,rater,value,when", "a,x,1,9", "a,y,5,1", "a,x,3,7", "b,x,2,1", "b,y,2,2"]
    file = write_lines(tmp_path / "r.csv", lines)
    assert_one_line(agreement(file), "lines 2 and 4", "--repeat")

    def value(*words: str) -> str:
        got = agreement(file, "--units", "1", "--json", *words).document
        assert got["repeats_merged"] == 1
        return str(got["disputed_units"][0]["ratings"][0]["value"])

    assert value("--repeat", "last") == "3"
    assert value("--repeat", "last", "--order", "when") == "1"
    assert value("--repeat", "mean") == "2"
    assert "repeated" in agreement(file, "--repeat", "mean").out


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", ["\x1b[31mred", "雨\u202e"], [(1, 2), (2, 2), (3, 3)])
    answer = agreement(file, "--raters", "--units", "3")
    assert answer.code in (0, 2)
    assert b"\x1b" not in answer.raw_out + answer.raw_err
    assert "\u202e" not in answer.out


def test_many_units(tmp_path: Path) -> None:
    """Counts of values, never units times values."""
    rows = noisy_rows(1000, 5)
    lines = ["unit,a,b,c,d,e"]
    for k in range(100):
        lines += [f"u{k}_{i}," + ",".join(map(str, row)) for i, row in enumerate(rows)]
    file = write_lines(tmp_path / "r.csv", lines)
    got = agreement(file, "--json").document
    assert got["units"] == 100_000
    few = agreement(write_wide(tmp_path / "f.csv", "abcde", rows), "--json").document
    assert got["all"]["alpha"]["value"] == pytest.approx(few["all"]["alpha"]["value"], abs=1e-3)


def test_continuous_ratings(tmp_path: Path) -> None:
    rows = [(i * 1.25 + 0.001, i * 1.25 + (i % 7) / 3) for i in range(20_000)]
    file = write_wide(tmp_path / "r.csv", ["a", "b"], rows)
    for level in ("ordinal", "interval", "ratio"):
        interval = ["--ci", "none"] if level == "ratio" else ["--replicates", "100"]
        answer = agreement(file, "--level", level, "--json", *interval)
        assert answer.code == 0, answer.err
        assert answer.document["all"]["alpha"]["value"] > 0.99
