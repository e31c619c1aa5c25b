"""Every malformed file is answered with one line on stderr and exit 2."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from bad_input_rows import GOOD, KINDS, ROWS, Row, dump
from foley_command import (
    Answer,
    assert_one_line,
    clean_env,
    command,
    foley,
    heed_permissions,
    limit,
    peak_of,
    permissions_bind,
    sanitized,
    write_bytes,
)

MANY_BYTES = 400 * 1024 * 1024


def arguments(kind: str, path: str, folder: Path) -> list[str]:
    """A command line that reads `path` as the one bad file."""
    good = {}
    for other in KINDS:
        good[other] = str(write_bytes(folder / f"good-{other}.json", dump(GOOD[other])))
    if kind in ("run", "qrels"):
        good[kind] = path
        return ["retrieval", "--run", good["run"], "--qrels", good["qrels"]]
    good[kind] = path
    return ["retrieval", "--gate", "--golden", good["golden"], "--corpus", good["corpus"],
            "--baseline", good["baseline"]]  # fmt: skip


def answer_to(
    kind: str, path: str, folder: Path, preexec: Callable[[], None] | None = None
) -> Answer:
    if kind in ("golden", "corpus"):  # the baseline would be read first and is beside the point
        args = [a for a in arguments(kind, path, folder) if a != "--gate"]
        at = args.index("--baseline")
        return foley(*args[:at], *args[at + 2 :], preexec=preexec)
    return foley(*arguments(kind, path, folder), preexec=preexec)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_one_line_and_exit_2(row: Row, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "bad.json", row.content)
    answer = answer_to(row.kind, str(path), tmp_path)
    line = assert_one_line(answer, "bad.json", *row.says)
    assert "; " in line or "?" in line, "it does not say what to do"


@pytest.mark.parametrize("row", [r for r in ROWS if r.kind == "golden"], ids=str)
def test_golden_check_says_it_too(row: Row, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "bad.json", row.content)
    corpus = write_bytes(tmp_path / "corpus.json", dump(GOOD["corpus"]))
    answer = foley("golden", "check", "--golden", path, "--corpus", corpus)
    assert answer.code == 2
    said = answer.out + answer.err
    assert "bad.json" in said
    assert all(part in said for part in row.says)
    assert "\x1b" not in said
    assert answer.err.count("\n") == (0 if answer.out else 1)


@pytest.mark.parametrize("row", [r for r in ROWS if r.kind == "corpus"], ids=str)
def test_search_says_it_too(row: Row, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "bad.json", row.content)
    assert_one_line(foley("search", "door", "--corpus", path), "bad.json", *row.says)


@pytest.mark.parametrize("row", [r for r in ROWS if r.kind == "baseline"], ids=str)
def test_what_is_no_baseline_is_not_overwritten(row: Row, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "bad.json", row.content)
    args = [a for a in arguments("baseline", str(path), tmp_path) if a != "--gate"]
    answer = foley(*args, "--update-baseline")
    if answer.code == 0:  # only its metric was unknown: the form is that of a baseline
        assert row.name.startswith("metric-")
        return
    assert_one_line(answer, "bad.json")
    assert path.read_bytes() == row.content


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_a_missing_file_and_a_missing_folder(kind: str, tmp_path: Path) -> None:
    assert_one_line(answer_to(kind, str(tmp_path), tmp_path), "is a folder", "name ")
    assert_one_line(answer_to(kind, str(tmp_path / "no.json"), tmp_path), "no.json", "no such file")
    assert_one_line(answer_to(kind, str(tmp_path / "no/no.json"), tmp_path), "no such file")


@pytest.mark.parametrize("kind", KINDS)
def test_names_too_long_and_through_a_file(kind: str, tmp_path: Path) -> None:
    plain = write_bytes(tmp_path / "plain", b"x")
    for path in ("n" * 300, str(plain / "below")):
        answer = answer_to(kind, path, tmp_path)
        assert answer.code in (2, 3)
        assert_one_line(answer, code=answer.code)


@pytest.mark.parametrize("kind", KINDS)
def test_an_unreadable_file(kind: str, tmp_path: Path) -> None:
    if not permissions_bind(tmp_path):
        pytest.skip("root may read and write everything here")
    path = write_bytes(tmp_path / "closed.json", dump(GOOD[kind]))
    path.chmod(0)
    answer = answer_to(kind, str(path), tmp_path, heed_permissions)
    assert_one_line(answer, "closed.json", "permissions", code=3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["hole", "brackets"])
def test_a_gigabyte_of_garbage(kind: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        if form == "brackets":
            file.write(b"[" * 1_000_000)
        file.truncate(1024**3)
    args = arguments(kind, str(path), tmp_path)
    if kind in ("golden", "corpus"):
        args.remove("--gate")
        del args[args.index("--baseline") :]
    answer, peak = peak_of(args)
    path.unlink()
    assert_one_line(answer, "large.json")
    if not sanitized():
        assert peak < MANY_BYTES


@pytest.mark.parametrize("kind", ["golden", "corpus", "baseline"])
def test_more_than_is_read_is_refused_by_size(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        for _ in range(300):
            file.write((b"0," if file.tell() else b"[ ") + b" " * (1024 * 1024 - 2))
        file.write(b"0]")
    answer = answer_to(kind, str(path), tmp_path)
    path.unlink()
    assert_one_line(answer, "large.json", "256 MiB", "right file?")


@pytest.mark.parametrize("kind", ["run", "qrels"])
@pytest.mark.skipif(sanitized(), reason="sanitizers reserve more address space than the limit")
def test_an_endless_ranking_does_not_eat_the_machine(kind: str, tmp_path: Path) -> None:
    args = arguments(kind, "/dev/zero", tmp_path)
    answer = foley(*args, preexec=limit(resource.RLIMIT_AS, 2 * 1024**3))
    assert answer.code in (2, 3)
    assert_one_line(answer, code=answer.code)


@pytest.mark.parametrize("kind", KINDS)
def test_a_fifo_is_read_like_a_file(kind: str, tmp_path: Path) -> None:
    """`--run <(program)`: what is read once must not be opened a second time."""
    fifo = tmp_path / "fifo.json"
    os.mkfifo(fifo)
    args = arguments(kind, str(fifo), tmp_path)
    with subprocess.Popen(
        [command(), *args],
        env=clean_env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        feeder = threading.Thread(target=lambda: fifo.write_bytes(dump(GOOD[kind])), daemon=True)
        feeder.start()
        try:
            _, err = process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail("it waits for ever: the fifo was opened twice")
    assert process.returncode == (0 if kind in ("run", "qrels") else 2), err
    assert b"fifo.json" not in err


@pytest.mark.parametrize("kind", KINDS)
def test_standard_input(kind: str, tmp_path: Path) -> None:
    args = arguments(kind, "-", tmp_path)
    line = assert_one_line(foley(*args, stdin=b"[{"))
    assert "stdin" in line or "-:1" in line
    fine = foley(*args, "--json", stdin=dump(GOOD[kind]))
    assert fine.code == (0 if kind in ("run", "qrels") else 2)
    assert fine.document["schema"] == "foley-eval/retrieval/1"


def test_two_inputs_cannot_both_be_standard_input(tmp_path: Path) -> None:
    answer = foley("retrieval", "--run", "-", "--qrels", "-", stdin=dump(GOOD["run"]))
    assert_one_line(answer)


@pytest.mark.parametrize("kind", ["run", "golden"])
def test_the_stamp_of_standard_input_is_that_of_its_bytes(kind: str, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "named.json", dump(GOOD[kind]))
    args = [a for a in arguments(kind, "-", tmp_path) if a != "--gate"]
    if "--baseline" in args:
        del args[args.index("--baseline") :]
    piped = foley(*args, "--json", stdin=path.read_bytes()).document["inputs"][kind]
    args[args.index("-")] = str(path)
    named = foley(*args, "--json").document["inputs"][kind]
    assert piped["sha256"] == named["sha256"]
    assert piped["count"] == named["count"]


WRITERS = ["retrieval", "golden check", "search door", "doctor", "version", "completion bash",
           "--help", "retrieval --help", "--version"]  # fmt: skip


@pytest.mark.parametrize("line", WRITERS)
def test_a_full_disk_is_the_machines_fault(line: str) -> None:
    with Path("/dev/full").open("wb") as full:
        answer = foley(*line.split(), stdout=full)
    assert_one_line(answer, "could not be written", code=3)


METRICS = {
    "ndgc@10": ("ndgc", "'ndcg'"),
    "recal@5": ("recal", "'recall'"),
    "NDCG@10": ("NDCG", "ndcg"),
    "zzzzzz@3": ("zzzzzz", "ndcg, recall, precision, map, mrr"),
    "ndcg@0": ("ndcg@0", "cut-off", "ndcg@10"),
    "ndcg@-1": ("ndcg@-1", "cut-off"),
    "ndcg@x": ("ndcg@x", "cut-off"),
    "ndcg@": ("ndcg@", "cut-off"),
    "ndcg@1.5": ("ndcg@1.5", "cut-off"),
    "ndcg@10@10": ("ndcg@10@10", "cut-off"),
    "ndcg@99999999999999999999": ("cut-off",),
    "@10": ("@10",),
    "ndcg@10,map@0": ("map@0", "cut-off"),
    ",": ("--metrics",),
    "\x1b[31m\n": ("\\x1b",),
    "m" * 100_000: ("mmm",),
}


@pytest.mark.parametrize("metrics", METRICS, ids=lambda m: ascii(m[:30]))
def test_a_metric_that_does_not_exist(metrics: str) -> None:
    assert_one_line(foley("retrieval", "--metrics", metrics), *METRICS[metrics])


@pytest.mark.parametrize(
    "args",
    [
        ["retrieval", "-k", "0"],
        ["retrieval", "-k", "-1"],
        ["retrieval", "-k", "ten"],
        ["retrieval", "-k", "9" * 40],
        ["retrieval", "--rel-level", "x"],
        ["retrieval", "--rel-level", "nan"],
        ["retrieval", "--rel-level", "1e999"],
        ["retrieval", "--worst", "-1"],
        ["retrieval", "--golden", ""],
        ["retrieval", "--corpus", ""],
        ["retrieval", "--gate", "--baseline", ""],
        ["retrieval", "--metrics", ""],
        ["retrieval", "--qrels", "x"],
        ["retrieval", "--run", "x", "--corpus", "y"],
        ["retrieval", "--run", "x", "--qrels", "y", "--golden", "z"],
        ["retrieval", "--gate", "--update-baseline"],
        ["retrieval", "--updated-at", "2026-01-02"],
        ["retrieval", "--golden"],
        ["search"],
        ["search", ""],
        ["search", "door", "--similar", "ring0:rain_window_pane"],
        ["search", "--similar", "ring0:\x1b[31m\nnot there"],
        ["search", "door", "-k", "0"],
        ["golden", "check", "--golden", ""],
    ],
    ids=lambda args: ascii(" ".join(args)[:50]),
)
def test_options_that_make_no_sense(args: list[str]) -> None:
    assert_one_line(foley(*args))


@pytest.mark.parametrize("empty", ["golden", "corpus"])
def test_a_path_of_escape_codes_stays_one_line(empty: str, tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "e\x1b[31m\nm\u202e.json", b"[]")
    assert_one_line(foley("retrieval", f"--{empty}", path), "\\x1b", "\\u202e")
    other = write_bytes(tmp_path / "q.txt", b"other 0 d 1\n")
    run = write_bytes(tmp_path / "r\x1b\n.txt", b"q Q0 d 1 1 t\n")
    assert_one_line(foley("retrieval", "--run", run, "--qrels", other), "\\x1b")
    env = clean_env(FOLEY_EVAL_DATA=str(tmp_path / "no\x1b[2J\nwhere"))
    assert_one_line(foley("retrieval", env=env), "\\x1b")
