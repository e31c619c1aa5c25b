"""The commands below `fidelity`: compare, leaderboard, statistics."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from fidelity_files import (
    GENERATOR_A,
    GENERATOR_B,
    REFERENCE,
    normal_rows,
    slow_kad,
    slow_median,
    write_npy,
    write_npz,
)
from foley_command import Answer, assert_one_line, foley

FAST = ["--bootstrap", "200", "--permutations", "199"]


def compare(reference: Any, a: Any, b: Any, *args: str) -> Answer:
    return foley("fidelity", "compare", "--reference", reference, "--a", a, "--b", b, *FAST, *args)


def test_the_bundled_sets() -> None:
    answer = compare(REFERENCE, GENERATOR_A, GENERATOR_B, "--json")
    assert answer.code == 0, answer.err
    got = answer.document
    assert got["schema"] == "foley-eval/fidelity-compare/1"
    assert "generator_a.npz) is closer to the reference" in got["verdict"]
    for measure in got["measures"].values():
        assert measure["closer"] == "a"
        assert measure["difference"] == pytest.approx(
            measure["b"]["value"] - measure["a"]["value"], rel=1e-9
        )
        assert 0 < measure["interval"]["low"] < measure["difference"] < measure["interval"]["high"]
    text = compare(REFERENCE, GENERATOR_A, GENERATOR_B).out
    assert text.startswith("A (")
    assert "B - A" in text
    turned = compare(REFERENCE, GENERATOR_B, GENERATOR_A, "--json").document
    for name, measure in turned["measures"].items():
        assert measure["closer"] == "b"
        assert measure["difference"] == pytest.approx(-got["measures"][name]["difference"])


def test_a_set_is_as_close_as_itself() -> None:
    for args in ([], ["--paired"]):
        answer = compare(REFERENCE, GENERATOR_A, GENERATOR_A, "--json", *args)
        got = answer.document
        assert got["verdict"].startswith("The data do not tell")
        assert all(measure["difference"] == 0.0 for measure in got["measures"].values())
        assert all(measure["p"] > 0.05 for measure in got["measures"].values())


def test_the_difference_is_that_of_the_definition(tmp_path: Path) -> None:
    x, a = normal_rows(25, 2, 1), normal_rows(20, 2, 2)
    b = normal_rows(15, 2, 3, shift=2.5)
    x_file = write_npy(tmp_path / "x.npy", x)
    a_file = write_npy(tmp_path / "a.npy", a)
    b_file = write_npy(tmp_path / "b.npy", b)
    got = compare(x_file, a_file, b_file, "--metric", "kad", "--json").document
    s = slow_median(x)
    want = slow_kad(x, b, s) - slow_kad(x, a, s)
    assert got["measures"]["kad"]["difference"] == pytest.approx(want, abs=1e-12)
    assert got["measures"]["kad"]["closer"] == "a"
    assert "differ in n" in compare(x_file, a_file, b_file).out


@pytest.mark.parametrize(
    ("a", "b", "rule", "code"),
    [
        (GENERATOR_A, GENERATOR_B, "not-worse", 1),
        (GENERATOR_B, GENERATOR_A, "not-worse", 0),
        (GENERATOR_A, GENERATOR_A, "not-worse", 0),
        (GENERATOR_A, GENERATOR_B, "fad.difference<=0", 1),
        (GENERATOR_B, GENERATOR_A, "kad.high<0", 0),
    ],
)
def test_a_rule_decides(a: Path, b: Path, rule: str, code: int) -> None:
    answer = compare(REFERENCE, a, b, "--gate", rule)
    assert answer.code == code, answer.err
    assert ("PASS" if code == 0 else "FAIL") in answer.out


def test_pairs_are_found_by_name(tmp_path: Path) -> None:
    x, a = normal_rows(20, 2, 1), normal_rows(30, 2, 2)
    names = [f"c{i}" for i in range(30)]
    shifted = [[row[0] + 0.3, row[1]] for row in a]
    ref = write_npy(tmp_path / "x.npy", x)
    first = write_npz(tmp_path / "a.npz", a, names)
    second = write_npz(tmp_path / "b.npz", shifted[::-1], names[::-1])
    free = compare(ref, first, second, "--json").document["measures"]
    paired = compare(ref, first, second, "--paired", "--json").document["measures"]
    for name in ("fad", "kad"):
        assert paired[name]["difference"] == pytest.approx(free[name]["difference"])
        widths = [m[name]["interval"]["high"] - m[name]["interval"]["low"] for m in (paired, free)]
        assert widths[0] < widths[1]
    third = write_npz(tmp_path / "c.npz", a[:29], names[:29])
    assert_one_line(compare(ref, first, third, "--paired"), "'c29'", "c.npz")
    assert_one_line(compare(ref, third, first, "--paired"), "'c29'", "c.npz")
    bare = write_npy(tmp_path / "bare.npy", a)
    assert_one_line(compare(ref, first, bare, "--paired"), "names no clips")


def test_two_rulers_are_refused() -> None:
    sets = (REFERENCE, GENERATOR_A, GENERATOR_B)
    assert_one_line(compare(*sets, "--bandwidth", "pooled"), "pooled")
    assert_one_line(compare(*sets, "--convention", "kadtk"), "kadtk")
    assert_one_line(compare(*sets, "--metric", "coverage"), "--metric")
    assert_one_line(foley("fidelity", "compare", "--reference", REFERENCE), "--a")


def leaderboard(*args: Any) -> Answer:
    return foley("fidelity", "leaderboard", "--reference", REFERENCE, *FAST, *args)


def test_a_leaderboard_is_sorted() -> None:
    generators = [f"worse={GENERATOR_B}", f"better={GENERATOR_A}", f"same={GENERATOR_A}"]
    answer = leaderboard(*generators, "--json")
    assert answer.code == 0, answer.err
    got = answer.document
    assert [row["name"] for row in got["generators"]] == ["better", "same", "worse"]
    assert got["generators"][0]["p_to_next"] > 0.05 > got["generators"][1]["p_to_next"]
    assert got["generators"][2]["p_to_next"] is None
    text = leaderboard(*generators).out
    assert text.count("not told from next") == 1
    by_kad = leaderboard(*generators, "--metric", "kad", "--json").document
    assert [row["name"] for row in by_kad["generators"]] == ["better", "same", "worse"]
    assert "fad" not in by_kad["generators"][0]
    assert leaderboard(*generators, "--gate", "worse.fad<=0").code == 1


def test_a_leaderboard_needs_names() -> None:
    assert_one_line(leaderboard(f"a={GENERATOR_A}"), "two generators")
    assert_one_line(leaderboard(str(GENERATOR_A), f"b={GENERATOR_B}"), "NAME=SET")
    assert_one_line(leaderboard(f"a={GENERATOR_A}", f"a={GENERATOR_B}"), "two generators 'a'")


def test_statistics_stand_in_for_a_reference(tmp_path: Path) -> None:
    out = tmp_path / "ref.npz"
    made = foley("fidelity", "statistics", REFERENCE, "--out", out, "--json")
    assert made.code == 0, made.err
    assert made.document["bandwidth"] > 0.0
    assert {"mean.npy", "covariance.npy"} <= set(zipfile.ZipFile(out).namelist())
    args = ["--generated", str(GENERATOR_A), "--metric", "fad", "--json"]
    from_sounds = foley("fidelity", "--reference", REFERENCE, *args).document
    from_file = foley("fidelity", "--reference", out, *args).document
    assert from_file["measures"]["fad"]["value"] == pytest.approx(
        from_sounds["measures"]["fad"]["value"], rel=1e-9
    )
    assert from_file["reference"]["kind"] == "statistics"
    assert from_file["stamp"]["n_ref"] == 160
    width = {
        name: got["measures"]["fad"]["interval"]["high"] - got["measures"]["fad"]["interval"]["low"]
        for name, got in (("sounds", from_sounds), ("file", from_file))
    }
    assert width["file"] < width["sounds"]  # the reference is taken as given
    both = foley("fidelity", "--reference", out, "--generated", GENERATOR_A)
    assert_one_line(both, "statistics file", "--metric fad")
    assert_one_line(
        foley("fidelity", "--reference", REFERENCE, "--generated", out), "statistics file"
    )
    ruler = ["--reference", str(REFERENCE), "--generated", str(GENERATOR_A), "--metric", "kad"]
    taken = foley("fidelity", *ruler, "--bandwidth", out, "--json", *FAST).document
    assert taken["stamp"]["bandwidth"] == made.document["bandwidth"]
    assert taken["stamp"]["bandwidth_rule"] == f"of {out}"
    assert_one_line(foley("fidelity", *ruler, "--bandwidth", REFERENCE), "reference.npz")
    one = compare(out, GENERATOR_A, GENERATOR_B, "--metric", "fad", "--json")
    assert one.document["measures"]["fad"]["closer"] == "a"
    why = foley("fidelity", "--reference", out, *args, "--why").document
    assert len(why["why"]["influence"]) == 10


def test_statistics_are_written_where_they_may(tmp_path: Path) -> None:
    copy = tmp_path / "set.npz"
    copy.write_bytes(REFERENCE.read_bytes())
    assert_one_line(foley("fidelity", "statistics", copy, "--out", copy), "is the set")
    assert copy.read_bytes() == REFERENCE.read_bytes()
    assert_one_line(foley("fidelity", "statistics", copy, "--out", tmp_path / "x.json"), ".npz")
    assert_one_line(foley("fidelity", "statistics", copy), "--out")
