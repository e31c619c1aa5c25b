"""Fusion of runs from outside; expected values are worked out by hand."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from foley_command import Answer, assert_one_line, foley, write_bytes, write_json

A = {"q1": {"a": 4.0, "b": 2.0}, "q2": {"x": 1.0}}
B = {"q1": {"c": 8.0, "a": 6.0}}
NAMES = ["rrf", "isr", "combsum", "combmnz", "combanz", "combmin", "combmax", "combmed", "wsum",
         "borda", "condorcet"]  # fmt: skip
NORMS = ["min-max", "max", "sum", "z-score", "rank", "borda", "none"]


class Runs:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.a = write_json(folder / "A.json", A)
        lines = [f"{q} Q0 {d} 0 {s} b" for q, row in B.items() for d, s in row.items()]
        self.b = write_bytes(folder / "B.run", "\n".join(lines).encode())

    def fuse(self, *args: str, **more: bytes) -> Answer:
        return foley("fuse", str(self.a), str(self.b), *args, **more)

    def rows(self, *args: str) -> list[tuple[str, str, float]]:
        answer = self.fuse(*args)
        assert answer.code == 0, answer.err
        return [(q, d, float(s)) for q, _, d, _, s, _ in map(str.split, answer.out.splitlines())]


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


def test_a_fused_run_is_trec_text(runs: Runs) -> None:
    answer = runs.fuse("--k", "0", "--tag", "both")
    assert answer.code == 0
    assert answer.out == (
        "q1 Q0 a 1 1.5 both\nq1 Q0 c 2 1.0 both\nq1 Q0 b 3 0.5 both\nq2 Q0 x 1 1.0 both\n"
    )
    assert answer.err == f"foley-eval: note: {runs.b} does not answer 1 of 2 queries\n"


def test_rrf_at_60_is_the_default(runs: Runs) -> None:
    a, c, b, x = runs.rows()
    assert a == ("q1", "a", 1 / 62 + 1 / 61)
    assert c == ("q1", "c", 1 / 61)
    assert b == ("q1", "b", 1 / 62)
    assert x == ("q2", "x", 1 / 61)
    assert runs.fuse().out == runs.fuse("--method", "rrf", "--k", "60", "--tag", "rrf").out


@pytest.mark.parametrize(
    ("args", "q1"),
    [
        ("--method combsum --norm none", [("a", 10.0), ("c", 8.0), ("b", 2.0)]),
        ("--method combsum", [("a", 1.0), ("c", 1.0), ("b", 0.0)]),
        ("--method combmnz --norm max", [("a", 3.5), ("c", 1.0), ("b", 0.5)]),
        ("--method wsum --norm none --weights 2,-0.5", [("a", 5.0), ("b", 4.0), ("c", -4.0)]),
        ("--method rrf --k 0 --weights 1,3", [("c", 3.0), ("a", 2.5), ("b", 0.5)]),
        ("--method borda", [("a", 5.0), ("c", 4.0), ("b", 3.0)]),
        ("--method condorcet --depth 1", [("a", 1.5)]),
    ],
)
def test_methods_and_normalisations(runs: Runs, args: str, q1: list[tuple[str, float]]) -> None:
    assert [(d, s) for q, d, s in runs.rows(*args.split()) if q == "q1"] == q1


@pytest.mark.parametrize("method", NAMES)
@pytest.mark.parametrize("norm", NORMS)
def test_every_pair_keeps_every_document(runs: Runs, method: str, norm: str) -> None:
    weights = ["--weights", "1,1"] if method == "wsum" else []
    rows = runs.rows("--method", method, "--norm", norm, *weights)
    assert sorted((q, d) for q, d, _ in rows) == [
        ("q1", "a"), ("q1", "b"), ("q1", "c"), ("q2", "x"),
    ]  # fmt: skip


def test_the_order_of_runs_queries_and_documents_does_not_matter(runs: Runs) -> None:
    mixed = {"q2": A["q2"], "q1": dict(reversed(A["q1"].items()))}
    other = write_json(runs.folder / "mixed.json", mixed)
    for method in ("rrf", "combmnz", "borda"):
        assert foley("fuse", str(runs.b), str(other), "--method", method).out == (
            runs.fuse("--method", method).out
        )


def test_a_file_is_replaced_as_a_whole(runs: Runs) -> None:
    target = write_bytes(runs.folder / "fused.run", b"old")
    target.chmod(0o640)
    answer = runs.fuse("-o", str(target))
    assert answer.code == 0
    assert answer.raw_out == b""
    assert target.read_bytes() == runs.fuse().raw_out
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(runs.folder)) == ["A.json", "B.run", "fused.run"]


def test_a_fused_run_can_be_scored(runs: Runs) -> None:
    target = runs.folder / "fused.run"
    assert runs.fuse("--output", str(target)).code == 0
    qrels = write_json(runs.folder / "qrels.json", {"q1": {"c": 1}, "q2": {"x": 1}})
    args = ["retrieval", "--run", str(target), "--qrels", str(qrels), "--metrics", "mrr@10"]
    assert foley(*args, "--json").document["mean"] == {"mrr@10": 0.75}


def test_standard_input_is_a_run(runs: Runs) -> None:
    answer = foley("fuse", "-", str(runs.b), stdin=json.dumps(A).encode())
    assert answer.out == runs.fuse().out


def test_ids_of_trec_text_stay_as_they_are(runs: Runs) -> None:
    write_bytes(runs.b, b"q1 Q0 100%25_#1 0 8 b\n")
    assert "q1 Q0 100%25_#1 " in runs.fuse().out
    assert "percent" not in runs.fuse().err


def test_ids_with_blanks_are_encoded_and_it_is_said(runs: Runs) -> None:
    write_json(runs.a, {"q 1": {"Door Slam 100%": 1.0, "#7": 0.5}})
    answer = runs.fuse()
    assert "q%201 Q0 Door%20Slam%20100%25 1 " in answer.out
    assert "q%201 Q0 %237 2 " in answer.out
    assert "percent-encoded" in answer.err


def test_the_list_names_every_method_and_normalisation() -> None:
    text = foley("fuse", "--list").out
    first = [line.split()[0] for line in text.splitlines() if line[:3].strip()]
    assert [word for word in first if word in NAMES[:9] or word == "condorcet"] == [
        *NAMES[:9], "condorcet",
    ]  # fmt: skip
    for name in NAMES + NORMS:
        assert f"\n  {name} " in text, name
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("--method rff", "did you mean 'rrf'?"),
        ("--method combsum --norm minmax", "did you mean 'min-max'?"),
        ("--method wsum", "wsum needs weights"),
        ("--method combsum --weights 1,2", "combsum takes no weights"),
        ("--method wsum --weights 1,2,3", "3 weights for 2 runs"),
        ("--method wsum --weights 1", "1 weights for 2 runs"),
        ("--method wsum --weights 1,nan", "a weight is NaN"),
        ("--method wsum --weights 1,1e999", "'1e999' is no finite number"),
        ("--method wsum --weights 1,", "'' is no finite number"),
        ("--method wsum --weights 1;2", "'1;2' is no finite number"),
        ("--method combsum --k 10", "combsum takes no --k"),
        ("--k -1", "k is -1.0"),
        ("--k nan", "k is NaN"),
        ("--depth 0", "--depth"),
        ("--tag a#b\tc", "--tag"),
    ],
)
def test_wrong_use_is_one_line(runs: Runs, args: str, says: str) -> None:
    assert_one_line(runs.fuse(*args.split(" ")), says)


def test_bad_input_is_one_line(runs: Runs) -> None:
    assert_one_line(foley("fuse"), "at least two runs")
    assert_one_line(foley("fuse", str(runs.a)), "at least two runs")
    assert_one_line(foley("fuse", "-", "-", stdin=b"x"), "standard input")
    assert_one_line(foley("fuse", str(runs.a), str(runs.folder / "nosuch")), "nosuch")
    assert_one_line(runs.fuse("-o", str(runs.folder / "no/such")), "create the folder")
    write_json(runs.a, {"q1": {"a": 1.7e308}})
    write_json(runs.b, {"q1": {"a": 1.7e308}})
    assert_one_line(runs.fuse("--method", "combsum", "--norm", "none"), "query 'q1'", "min-max")
    assert_one_line(
        foley("fuse", str(runs.a), str(write_bytes(runs.folder / "bad", b"q Q0 a 1 nan t\n"))),
        "bad:1",
    )
