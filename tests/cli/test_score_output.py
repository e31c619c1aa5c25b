"""The output of `score` (and the tables of `compare`) on terminals and for hostile names."""

from __future__ import annotations

import csv
import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from foley_command import (
    Answer,
    assert_one_line,
    clean_env,
    command,
    foley,
    write_bytes,
    write_json,
)

RUN = b"q1 Q0 c 1 3 first\nq1 Q0 a 2 2 first\nq2 Q0 z 1 9 first\nq2 Q0 x 2 8 first\n"
OTHER = b"q1 Q0 a 1 3 second\nq1 Q0 b 2 2 second\nq2 Q0 x 1 9 second\n"
QRELS = b"q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq2 0 x 1\n"


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = write_bytes(folder / "one.run", RUN)
        self.qrels = write_bytes(folder / "judged.qrels", QRELS)

    def score(self, *args: str) -> Answer:
        return foley("score", self.qrels, self.run, *args)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_run_names_are_unique(files: Files) -> None:
    names = ["a/bm25.run", "b/bm25.run.gz", "r.a.b", "r.a", "c/r.c", "./one.run"]
    for name in names:
        (files.folder / name).parent.mkdir(exist_ok=True)
        write_bytes(files.folder / name, RUN)

    def of(*chosen: str) -> list[str]:
        args = ["score", "judged.qrels", *chosen, "--format", "json"]
        runs = foley(*args, cwd=files.folder).document["runs"]
        assert [run["file"] for run in runs] == list(chosen)
        return [run["name"] for run in runs]

    assert of("a/bm25.run", "r.a.b") == ["bm25", "r.a"]
    assert of("a/bm25.run", "b/bm25.run.gz", "one.run") == ["bm25.run", "bm25.run.gz", "one"]
    assert len(set(of("r.a.b", "r.a", "c/r.c"))) == 3
    assert_one_line(foley("score", files.qrels, files.run, files.run), "named twice")


def on_a_terminal(words: list[str], columns: int, **extra: str) -> str:
    try:
        primary, secondary = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine lends no terminal: {error}")
    fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(
        [command(), *words],
        env={**clean_env(TERM="xterm-256color"), **extra},
        stdin=subprocess.DEVNULL,
        stdout=secondary,
        stderr=secondary,
    ) as process:
        os.close(secondary)
        out = b""
        while True:
            try:
                block = os.read(primary, 65536)
            except OSError:
                break
            if not block:
                break
            out += block
        process.wait()
    os.close(primary)
    return out.decode()


def test_colour_is_for_terminals_that_want_it(files: Files) -> None:
    words = ["score", str(files.qrels), str(files.run)]
    assert "\x1b[" in on_a_terminal(words, 100)
    assert "\x1b" not in on_a_terminal(words, 100, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(words, 100, TERM="dumb")
    for name in ("tsv", "csv", "markdown", "json"):
        assert "\x1b" not in on_a_terminal([*words, "--format", name], 100)
    assert b"\x1b" not in files.score().raw_out


@pytest.mark.parametrize("name", ["score", "compare"])
def test_long_names_are_cut_on_a_terminal(files: Files, name: str) -> None:
    runs = [
        str(write_bytes(files.folder / f"{letter * 150}.run", RUN if letter == "a" else OTHER))
        for letter in "ab"
    ]
    text = on_a_terminal([name, str(files.qrels), *runs, "-m", "RR"], 100, NO_COLOR="1")
    table = text.split("Topics that moved most")[0].splitlines()
    rows = [line for line in table if re.search(r"^  \S.*\d\.\d{4}", line)]
    assert rows
    assert max(map(len, rows)) <= 100


def test_hostile_ids_change_neither_lines_nor_cells(files: Files) -> None:
    names = ["a\nb", "a\nc", "x\ty", "\x1b[31mred", "p|q", "=1+1", 'say "x"', "c,d", "\u202egro"]
    write_json(files.run, {name: {"d": 2.0, name: 1.0} for name in names})
    write_json(files.qrels, {name: {name: 1} for name in names})
    document = files.score("--format", "json", "--per-query", "-m", "RR").document
    assert list(document["runs"][0]["per_topic"]) == names
    wanted = len(names) + 2
    text = files.score("--format", "csv", "--per-query", "-m", "RR").out
    assert [row[1] for row in csv.reader(io.StringIO(text, newline=""))][1:-1] == names
    tsv = files.score("--format", "tsv", "--per-query", "-m", "RR").out.splitlines()
    assert len(tsv) == wanted
    assert len({line.split("\t")[1] for line in tsv}) == wanted, "different topics look alike"
    for name in ("table", "markdown", "tsv"):
        answer = files.score("--format", name, "--per-query", "-m", "RR")
        assert not set("\x1b\u202e") & set(answer.out)
    cells = files.score("--format", "markdown", "--per-query", "-m", "RR").out.splitlines()
    rows = [line for line in cells if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3}


@pytest.mark.parametrize("name", ["[x](javascript:y)", "![i](http://e.example/i.png)", "&lt;b"])
def test_markdown_makes_no_links_of_ids(files: Files, name: str) -> None:
    write_json(files.run, {name: {"d": 2.0}})
    write_json(files.qrels, {name: {"d": 1}})
    text = files.score("--format", "markdown", "--per-query", "-m", "RR").out
    assert not re.search(r"(?<!\\)(\[|&)", text), text
