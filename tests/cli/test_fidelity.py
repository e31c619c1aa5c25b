"""The command `fidelity`: how close are generated sounds to real ones?"""

from __future__ import annotations

import json
import math
import os
import signal
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from fidelity_files import (
    GENERATOR_A,
    GENERATOR_B,
    REFERENCE,
    Rows,
    normal_rows,
    numbers_npy,
    slow_kad,
    slow_median,
    write_npy,
    write_npz,
)
from foley_command import Answer, assert_one_line, clean_env, command, foley

FAST = ["--bootstrap", "100", "--permutations", "99"]


def fidelity(reference: Any, generated: Any, *args: str) -> Answer:
    return foley("fidelity", "--reference", reference, "--generated", generated, *args)


def both(folder: Path, x: Rows, y: Rows) -> tuple[Path, Path]:
    return write_npy(folder / "x.npy", x), write_npy(folder / "y.npy", y)


def test_the_bundled_sets() -> None:
    answer = fidelity(REFERENCE, GENERATOR_A, "--json", *FAST)
    assert answer.code == 0, answer.err
    got = answer.document
    assert got["schema"] == "foley-eval/fidelity/1"
    assert list(got["measures"]) == ["fad", "kad"]
    for measure in got["measures"].values():
        assert measure["interval"]["low"] <= measure["interval"]["high"]
    assert got["measures"]["kad"]["p"] > 0.05  # A is nearly right
    other = fidelity(REFERENCE, GENERATOR_B, "--json", *FAST).document
    assert other["measures"]["kad"]["p"] == 0.01
    stamp = got["stamp"]
    assert stamp["embedding"] == "band-levels-24"
    assert (stamp["n_ref"], stamp["n_gen"]) == (160, 160)
    assert stamp["kernel"] == "gaussian"
    assert stamp["bandwidth_rule"] == "median of the reference"
    assert stamp["precision"] == "float32"
    assert stamp["score_version"] == 1
    assert got["reference"]["manifest"]["toolkit"] == "make_embeddings"
    text = fidelity(REFERENCE, GENERATOR_A, *FAST).out
    for word in ("FAD", "KAD", "stamp:", "band-levels-24", "n_ref 160, n_gen 160", "seed 0"):
        assert word in text


def test_numbers_are_those_of_the_definition(tmp_path: Path) -> None:
    x, y = normal_rows(40, 3, 1), normal_rows(30, 3, 2, shift=0.5)
    files = both(tmp_path, x, y)
    got = fidelity(*files, "--json", *FAST).document
    s = slow_median(x)
    assert got["stamp"]["bandwidth"] == pytest.approx(s, rel=1e-12)
    assert got["measures"]["kad"]["value"] == pytest.approx(slow_kad(x, y, s), abs=1e-12)
    pooled = fidelity(*files, "--json", "--bandwidth", "pooled", *FAST).document
    assert pooled["stamp"]["bandwidth"] == pytest.approx(slow_median(x + y), rel=1e-12)
    given = fidelity(*files, "--json", "--bandwidth", "0.75", *FAST).document
    assert given["measures"]["kad"]["value"] == pytest.approx(slow_kad(x, y, 0.75), abs=1e-12)
    # kadtk: bandwidth of the generated set, an odd number of pairs here, times 100
    kadtk = fidelity(*files, "--json", "--convention", "kadtk", *FAST).document
    assert kadtk["measures"]["kad"]["value"] == pytest.approx(
        100 * slow_kad(x, y, slow_median(y)), rel=1e-6
    )
    assert kadtk["stamp"]["convention"] == "kadtk"


def test_one_dimension_has_a_closed_form(tmp_path: Path) -> None:
    x, y = normal_rows(50, 1, 3), normal_rows(60, 1, 4, shift=2.0, scale=3.0)
    got = fidelity(*both(tmp_path, x, y), "--metric", "fad", "--json").document
    a, b = [row[0] for row in x], [row[0] for row in y]
    want = (statistics.mean(a) - statistics.mean(b)) ** 2
    want += (statistics.stdev(a) - statistics.stdev(b)) ** 2
    assert got["measures"]["fad"]["value"] == pytest.approx(want, rel=1e-10)
    assert "kernel" not in got["stamp"]


def test_every_metric_and_view() -> None:
    metrics = "vendi,coverage,density,recall,precision,kad,fad"  # shown in the usual order
    args = ["--metric", metrics, "--infinity", "--why", "--by-category", "--top", "4", *FAST]
    got = fidelity(REFERENCE, GENERATOR_B, "--json", *args).document
    assert list(got["measures"]) == metrics.split(",")[::-1]
    for name in ("precision", "recall", "coverage"):
        assert 0.0 <= got["measures"][name]["value"] <= 1.0
    assert got["measures"]["vendi"]["reference"] > 1.0
    assert set(got["by_size"]) == {"fad", "kad"}
    why = got["why"]
    assert len(why["influence"]) == 4
    fads = [row["fad"] for row in why["influence"]]
    assert fads == sorted(fads, reverse=True)
    assert why["memorised"]["exact"] == 3  # B has three sounds of the reference by heart
    assert [row["exact"] for row in why["memorised"]["rows"][:3]] == [True] * 3
    names = [row["category"] for row in got["categories"]]
    assert names == ["impacts", "machines", "nature", "people"]
    assert sum(row["n_gen"] for row in got["categories"]) == 160
    text = fidelity(REFERENCE, GENERATOR_B, *args).out
    for words in ("towards infinite n", "raise the distance most", "Memorised? ", "By category",
                  "Vendi score", "same"):  # fmt: skip
        assert words in text
    assert max(map(len, text.splitlines())) <= 120


def test_influence_on_kad_is_what_leaving_a_sound_out_does(tmp_path: Path) -> None:
    x, y = normal_rows(20, 2, 5), normal_rows(15, 2, 6)
    y[7] = [9.0, 9.0]
    got = fidelity(
        *both(tmp_path, x, y), "--metric", "kad", "--why", "--top", "15", "--json", *FAST
    ).document
    s = slow_median(x)
    rows = {row["clip"]: row["kad"] for row in got["why"]["influence"]}
    assert list(rows.values()) == sorted(rows.values(), reverse=True)
    for i in range(15):
        without = slow_kad(x, y[:i] + y[i + 1 :], s)
        assert rows[f"row {i + 1}"] == pytest.approx(slow_kad(x, y, s) - without, abs=1e-12)


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_threads_change_no_byte(threads: str) -> None:
    args = ["--json", "--metric", "fad,kad,coverage", "--why", "--infinity", *FAST]
    want = fidelity(REFERENCE, GENERATOR_A, *args, "--threads", "3").raw_out
    assert fidelity(REFERENCE, GENERATOR_A, *args, "--threads", threads).raw_out == want


def test_the_seed_draws() -> None:
    one = fidelity(REFERENCE, GENERATOR_A, "--json", "--seed", "1", *FAST).document
    two = fidelity(REFERENCE, GENERATOR_A, "--json", "--seed", "2", *FAST).document
    assert one["measures"]["kad"]["value"] == two["measures"]["kad"]["value"]
    assert one["measures"]["kad"]["interval"] != two["measures"]["kad"]["interval"]
    assert one["stamp"]["seed"] == 1


def test_identical_rows_are_said_loudly(tmp_path: Path) -> None:
    files = both(tmp_path, normal_rows(12, 3, 1), [[1.0, 2.0, 3.0]] * 9)
    for metric in ("fad", "kad", "fad,kad,recall"):
        answer = fidelity(*files, "--metric", metric, *FAST)
        assert answer.code == 0, answer.err
        assert "ALL 9 embeddings are identical" in answer.out
    document = fidelity(*files, "--metric", "recall", "--json", *FAST).document
    assert document["measures"]["recall"]["value"] is None
    assert document["measures"]["recall"]["reason"]


def test_few_sounds_for_the_dimension_are_warned_of(tmp_path: Path) -> None:
    files = both(tmp_path, normal_rows(10, 12, 1), normal_rows(11, 12, 2))
    got = fidelity(*files, "--metric", "fad", "--json").document
    for side in ("reference", "generated"):
        assert any("covariance is unknown" in line for line in got[side]["warnings"])


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("fad<=1e9", 0),
        ("fad<=0.001", 1),
        ("kad.p>0.9", 1),
        ("fad.high >= 0", 0),
        ("fad.mean_term<1e9", 0),
    ],
)
def test_a_rule_decides(rule: str, code: int) -> None:
    answer = fidelity(REFERENCE, GENERATOR_A, "--gate", rule, *FAST)
    assert answer.code == code, answer.err
    assert ("PASS" if code == 0 else "FAIL") in answer.out
    document = fidelity(REFERENCE, GENERATOR_A, "--gate", rule, "--json", *FAST).document
    assert document["gate"][0]["passed"] is (code == 0)


def test_all_rules_must_hold() -> None:
    rules = ["--gate", "fad<=1e9", "--gate", "kad<-1"]
    answer = fidelity(REFERENCE, GENERATOR_A, *rules, *FAST)
    assert answer.code == 1
    assert answer.out.count("PASS") == answer.out.count("FAIL") == 1


def test_a_number_that_is_missing_passes_no_rule(tmp_path: Path) -> None:
    files = both(tmp_path, normal_rows(4, 2, 1), normal_rows(4, 2, 2))
    answer = fidelity(*files, "--metric", "coverage", "--k", "5", "--gate", "coverage>=0", *FAST)
    assert answer.code == 1
    assert "no value" in answer.out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--gate", "fad"], "fad<=2.5"),
        (["--gate", "fda<=1"], "did you mean 'fad'?"),
        (["--gate", "coverage>0"], "there are: fad"),
        (["--metric", "fid"], "did you mean 'fad'?"),
        (["--metric", ""], "--metric"),
        (["--kernel", "gauss"], "--kernel"),
        (["--bandwidth", "-1"], "above 0"),
        (["--bandwidth", "nan"], "above 0"),
        (["--convention", "kadtk", "--kernel", "polynomial"], "polynomial"),
        (["--convention", "kadtk", "--bandwidth", "3"], "leave one out"),
        (["--precision", "float16"], "--precision"),
        (["--k", "0"], "--k"),
        (["--bootstrap", "-3"], "--bootstrap"),
    ],
)
def test_wrong_use(args: list[str], says: str) -> None:
    assert_one_line(fidelity(REFERENCE, GENERATOR_A, *args), says)


def test_missing_words() -> None:
    assert_one_line(foley("fidelity"), "--reference", "--generated")
    assert_one_line(foley("fidelity", "--reference", REFERENCE), "--generated")
    assert_one_line(foley("fidelity", "--json", "compare"), "fidelity compare --json")
    assert_one_line(foley("fidelity", "comparex"), "did you mean 'compare'?")


def test_unlike_sets_are_refused(tmp_path: Path) -> None:
    x = write_npy(tmp_path / "x.npy", normal_rows(9, 2, 1), {"embedding": "m", "version": "1"})
    y = write_npy(tmp_path / "y.npy", normal_rows(8, 2, 2), {"embedding": "m", "version": "2"})
    assert_one_line(fidelity(x, y, *FAST), "version (1 / 2)", "--allow-unlike")
    allowed = fidelity(x, y, "--allow-unlike", *FAST)
    assert allowed.code == 0
    assert "version (1 / 2)" in " ".join(allowed.out.split())
    bare = write_npy(tmp_path / "bare.npy", normal_rows(8, 2, 2))
    notes = fidelity(x, bare, "--json", *FAST).document["notes"]
    assert any("no manifest" in note for note in notes)


def test_sets_that_do_not_fit(tmp_path: Path) -> None:
    x = write_npy(tmp_path / "x.npy", normal_rows(9, 2, 1))
    wide = write_npy(tmp_path / "wide.npy", normal_rows(9, 3, 1))
    one = write_npy(tmp_path / "one.npy", normal_rows(1, 2, 1))
    assert_one_line(fidelity(x, wide), "2 dimensions", "3 dimensions")
    assert_one_line(fidelity(x, one), "one.npy", "1 row")
    assert_one_line(fidelity(x, tmp_path / "no.npy"), "no.npy")
    rows = normal_rows(9, 2, 1)
    rows[4][1] = math.nan
    bad = write_npy(tmp_path / "bad.npy", rows)
    assert_one_line(fidelity(x, bad), "bad.npy", "row 5", "column 2")
    assert_one_line(fidelity(x, x, "--by-category"), "no categories")


def test_rows_of_a_clip_belong_together(tmp_path: Path) -> None:
    x, y = normal_rows(40, 2, 1), normal_rows(40, 2, 2)
    for name, rows in (("x", x), ("y", y)):
        folder = tmp_path / name
        folder.mkdir()
        for clip in range(8):
            (folder / f"c{clip}.npy").write_bytes(numbers_npy(rows[clip * 5 : clip * 5 + 5]))
    got = fidelity(tmp_path / "x", tmp_path / "y", "--json", *FAST).document
    assert got["generated"]["clips"] == 8
    assert got["generated"]["rows"] == 40
    flat = fidelity(*both(tmp_path, x, y), "--json", *FAST).document
    assert got["measures"]["kad"]["value"] == pytest.approx(flat["measures"]["kad"]["value"])
    assert got["measures"]["fad"]["interval"] != flat["measures"]["fad"]["interval"]


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    rows = normal_rows(6, 2, 1)
    evil = write_npz(tmp_path / "e.npz", rows, [f"\x1b[2J{i}" for i in range(6)], ["a"] * 6)
    assert_one_line(fidelity(evil, evil), "clip 1")
    answer = fidelity(write_npy(tmp_path / "\x1b[2J.npy", rows), REFERENCE)
    assert_one_line(answer, "dimensions")


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    rows = normal_rows(3000, 8, 1)
    files = both(tmp_path, rows, normal_rows(3000, 8, 2))
    process = subprocess.Popen(
        [command(), "fidelity", "--reference", files[0], "--generated", files[1], "--threads", "1",
         "--bootstrap", "100000", "--permutations", "100000"],
        env=clean_env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(2.0)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert out == b""
    assert err.count(b"\n") == 1
    assert b"nothing was written" in err


def test_json_is_json(tmp_path: Path) -> None:
    x = write_npy(tmp_path / "x.npy", [[0.0, 0.0]] * 5)
    document = fidelity(x, x, "--json", *FAST).document
    json.dumps(document, allow_nan=False)
    assert document["measures"]["fad"]["value"] == 0.0
