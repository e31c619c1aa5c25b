"""Malformed runs and qrels: each is refused at its place; what is merely odd is read."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from foley_command import (
    Answer,
    assert_one_line,
    command,
    foley,
    heed_permissions,
    permissions_bind,
    write_bytes,
)

RUN = b"q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\nq2 Q0 x 1 9 t\n"
QRELS = b"q1 0 a 2\nq1 0 b 0\nq2 0 x 1\n"
MEASURES = ["-m", "ndcg@10", "-m", "RR", "-m", "NumRet"]


@dataclass(frozen=True)
class Row:
    """`place` is a pattern; `kept` is the run that a lenient reading leaves, None: refused too."""

    name: str
    content: bytes
    place: str
    code: str
    says: str = ""
    kept: bytes | None = None

    def __str__(self) -> str:
        return self.name


def second(field: bytes, new: bytes) -> bytes:
    """The good run with something else in its second line."""
    lines = RUN.splitlines(keepends=True)
    assert field in lines[1]
    return lines[0] + lines[1].replace(field, new, 1) + lines[2]


WITHOUT_SECOND = b"q1 Q0 a 1 3 t\nq2 Q0 x 1 9 t\n"


def dropped(name: str, field: bytes, new: bytes, column: int, code: int, says: str) -> Row:
    content = second(field, new)
    return Row(name, content, f":2:{column}", f"FE-IO-{code:02}", says, WITHOUT_SECOND)


def score_row(name: str, text: str, code: int = 6) -> Row:
    return dropped(f"score-{name}", b" 2 2 t", f" 2 {text} t".encode(), 11, code, f"'{text}'")


def grade_row(name: str, text: str, code: int = 8) -> Row:
    content = QRELS.replace(b"a 2", f"a {text}".encode())
    return Row(
        f"grade-{name}", content, ":1:8", f"FE-IO-{code:02}", "the fourth field is the grade"
    )


def json_row(name: str, text: str, code: str, place: str = ":1") -> Row:
    return Row(f"json-{name}", text.encode(), place + r"(:\d+)?", code)


def csv_row(
    name: str, text: str, place: str, code: int, head: str = "query_id,doc_id,score"
) -> Row:
    content = f"{head}\n{text}".encode() if head else text.encode()
    return Row(f"csv-{name}", content, place, f"FE-IO-{code:02}")


PACKED = gzip.compress(RUN * 2000, mtime=0)
FILE_ROWS = [
    Row(
        "bom",
        b"\xef\xbb\xbf" + RUN,
        ":1:1",
        "FE-IO-03",
        "without BOM",
        kept=b"q1 Q0 b 2 2 t\nq2 Q0 x 1 9 t\n",
    ),
    Row("utf-16", RUN.decode().encode("utf-16"), ":1:1", "FE-IO-02", "right file"),
    Row("utf-16-without-mark", RUN.decode().encode("utf-16-le"), ":1:2", "FE-IO-02"),
    Row("latin-1", second(b" b ", b" \xe9 "), ":2:7", "FE-IO-02", "not UTF-8", kept=WITHOUT_SECOND),
    Row("overlong", second(b" b ", b" \xc0\xaf "), ":2:7", "FE-IO-02", kept=WITHOUT_SECOND),
    Row("surrogate", second(b" b ", b" \xed\xa0\x80 "), ":2:7", "FE-IO-02", kept=WITHOUT_SECOND),
    Row("nul", second(b" b ", b" b\0b "), ":2:8", "FE-IO-02", kept=WITHOUT_SECOND),
    Row("empty", b"", ":1", "FE-IO-04", "no line of data"),
    Row("blank", b" \n\t\n\n", ":1", "FE-IO-04", "no line of data"),
    Row("only-comments", b"# a\n# b\n", ":1", "FE-IO-04", "no line of data"),
    Row("gzip-of-nothing", gzip.compress(b""), ":1", "FE-IO-04"),
    Row("gzip-cut-off", PACKED[:-20], "", "FE-IO-14", "again"),
    Row("gzip-header-alone", PACKED[:2], "", "FE-IO-14", "again"),
    Row("gzip-wrong-sum", PACKED[:-8] + bytes(4) + PACKED[-4:], "", "FE-IO-14", "damaged"),
    Row("gzip-and-more", PACKED + b"more", "", "FE-IO-14", "other bytes follow"),
    Row("zstd-damaged", b"\x28\xb5\x2f\xfd" + b"x" * 40, "", "FE-IO-14", "again"),
    Row("zip", b"PK\x03\x04" + bytes(60), "", "FE-IO-14", "unpack"),
    Row("xz", b"\xfd7zXZ\x00" + bytes(60), "", "FE-IO-14", "unpack"),
    Row("bzip2", b"BZh91AY&SY" + bytes(60), "", "FE-IO-14", "unpack"),
    Row("picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), ":1:1", "FE-IO-02", "right file"),
    Row("program", b"\x7fELF\x02\x01\x01" + bytes(4000), ":1:8", "FE-IO-02", "right file"),
    Row("line-without-end", b"q1 Q0 " * 500_000, ":1", "FE-IO-13", "right file"),
]
RUN_ROWS = [
    *FILE_ROWS,
    score_row("text", "abc"),
    score_row("hex", "0x1p3"),
    score_row("decimal-comma", "1,5"),
    score_row("underscore", "1_000"),
    score_row("half-exponent", "1e"),
    score_row("suffix", "1.5f"),
    score_row("dot", "."),
    score_row("percent", "50%"),
    score_row("two-signs", "++5"),
    score_row("two-other-signs", "+-5"),
    score_row("arabic-digit", "٣"),
    score_row("typographic-minus", "−1"),
    score_row("nan", "nan", 7),
    score_row("nan-with-payload", "nan(7)", 7),
    score_row("inf", "inf", 7),
    score_row("minus-infinity", "-Infinity", 7),
    score_row("too-large", "1e400", 7),
    dropped("five-fields", b" 2 2 t", b" 2 2", 11, 5, "query Q0 document rank score tag"),
    dropped("one-field", b"q1 Q0 b 2 2 t", b"q1", 1, 5, "1 field,"),
    dropped("carriage-return-inside", b" b ", b" b\rb ", 8, 12, "LF or CRLF"),
    dropped("escape", b" b ", b" b\x1b[31m ", 8, 12, "control character"),
    dropped("bell", b" b ", b" \x07 ", 7, 12, "control character"),
    dropped("bom-inside", b"q1 Q0 b", b"\xef\xbb\xbfq1 Q0 b", 1, 3, "without BOM"),
    dropped("duplicate", b" b ", b" a ", 7, 10, "'a' stands twice for the query 'q1'"),
    dropped("indented-comment", b"q1 Q0 b 2 2 t", b" # note", 4, 5, "2 fields"),
    Row(
        "duplicate-far-away",
        RUN + b"q1 Q0 a 3 1 t\n",
        ":4:7",
        "FE-IO-10",
        "'a' stands twice for the query 'q1'",
        RUN,
    ),
    Row(
        "id-with-a-blank",
        second(b" b ", b" the b "),
        r":2:\d+",
        "FE-IO-05",
        "%20",
        WITHOUT_SECOND,
    ),
    Row(
        "ids-with-blanks-and-one-score",  # the fifth field is the rank then, the sixth the score
        b"q1 Q0 big a 1 3 t\nq1 Q0 big b 2 3 t\n",
        r":1:\d+",
        "FE-IO-05",
        "%20",
    ),
    Row(
        "ranks", RUN.replace(b"a 1", b"a 2").replace(b"b 2", b"b 1"), r":2:\d+", "FE-IO-18", "", RUN
    ),
    Row("tags", RUN.replace(b"9 t", b"9 u"), r":3:\d+", "FE-IO-17", "'u'", RUN),
    Row("carriage-returns-alone", RUN.replace(b"\n", b"\r"), ":1:14", "FE-IO-12", "LF or CRLF"),
    Row("unknown-topics", b"z1 Q0 a 1 3 t\n", "", "FE-IO-16", "alike"),
    Row("qrels-for-a-run", QRELS, ":1:8", "FE-IO-05", "4 fields"),
    json_row("list", "[]", "FE-IO-19"),
    json_row("no-query", "{}", "FE-IO-04"),
    json_row("number-for-a-query", '{"q1": 1}', "FE-IO-19"),
    json_row("list-for-a-query", '{"q1": ["a", "b"]}', "FE-IO-19"),
    json_row("text-for-a-score", '{"q1": {"a": "1"}}', "FE-IO-06"),
    json_row("null-for-a-score", '{"q1": {"a": null}}', "FE-IO-06"),
    json_row("true-for-a-score", '{"q1": {"a": true}}', "FE-IO-06"),
    json_row("nan", '{"q1": {"a": NaN}}', r"FE-IO-\d\d"),
    json_row("too-large", '{"q1": {"a": 1e400}}', "FE-IO-07"),
    json_row("duplicate", '{"q1": {"a": 1,\n"a": 2}}', "FE-IO-10", ":2"),
    json_row("cut-off", '{"q1": {"a": 1}', r"FE-IO-\d\d"),
    json_row("lines", '{"q1": {"a": 1}}\n{"q2": {"x": 1}}\n', r"FE-IO-\d\d", ":2"),
    json_row("deep", '{"q1":' * 5000, r"FE-IO-\d\d"),
    csv_row("no-score-column", "q1,a\n", r":1:\d+", 15, "query_id,doc_id"),
    csv_row("column-twice", "q1,a,1,1\n", ":1:23", 15, "query_id,doc_id,score,score"),
    csv_row("no-header", "q1,a,3\n", ":1:1", 5, ""),
    csv_row("header-alone", "", ":1", 4),
    csv_row("too-few", "q1,a\n", r":2:\d+", 5),
    csv_row("too-many", "q1,a,1,2\n", ":2:8", 5),
    csv_row("text", "q1,a,1\nq1,b,abc\n", ":3:6", 6),
    csv_row("nan", "q1,a,nan\n", ":2:6", 7),
    csv_row("empty-score", "q1,a,\n", ":2:6", 6),
    csv_row("empty-query", ",a,1\n", ":2:1", 5),
    csv_row("duplicate", "q1,a,1\nq1,a,2\n", ":3:4", 10),
    csv_row("open-quote", 'q1,"a,1\n', ":2:4", 20),
    csv_row("quote-inside", 'q1,a"b,1\n', ":2:5", 20),
    csv_row("text-behind-a-quote", 'q1,"a"b,1\n', ":2:7", 20),
    csv_row("two-runs", "q1,a,1,x\nq1,b,2,y\n", ":3:8", 17, "query_id,doc_id,score,run"),
]
QRELS_ROWS = [
    *FILE_ROWS,
    grade_row("float", "2.0"),
    grade_row("half", "0.5"),
    grade_row("exponent", "1e0"),
    grade_row("hex", "0x2"),
    grade_row("text", "abc"),
    grade_row("nan", "nan"),
    grade_row("two-signs", "++2"),
    grade_row("128", "128", 9),
    grade_row("minus-128", "-128", 9),
    grade_row("2-to-the-31", str(2**31), 9),
    grade_row("2-to-the-63", str(2**63), 9),
    grade_row("400-digits", "9" * 400, 9),
    Row("three-fields", QRELS + b"q1 0 c\n", ":4:6", "FE-IO-05", "query 0 document grade"),
    Row("five-fields", QRELS + b"q1 0 c 1 x\n", ":4:10", "FE-IO-05", "5 fields"),
    Row("id-with-a-blank", QRELS + b"q1 0 big c 1\n", ":4:12", "FE-IO-05", "%20"),
    Row("judged-twice", QRELS + b"q1 0 a 2\n", ":4:6", "FE-IO-11", "'a'"),
    Row("contradiction", QRELS + b"q1 0 a 0\n", ":4:6", "FE-IO-11", "'a'"),
    Row("carriage-return-inside", QRELS + b"q1 0 c\rc 1\n", ":4:7", "FE-IO-12", "LF or CRLF"),
    Row("escape", QRELS + b"q1 0 \x1bc 1\n", ":4:6", "FE-IO-12", "control character"),
    Row("run-for-qrels", RUN, ":1:11", "FE-IO-05", "6 fields"),
    json_row("list", "[]", "FE-IO-19"),
    json_row("half", '{"q1": {"a": 0.5}}', "FE-IO-08"),
    json_row("128", '{"q1": {"a": 128}}', "FE-IO-09"),
    json_row("2-to-the-64", '{"q1": {"a": 18446744073709551616}}', r"FE-IO-0[89]"),
    json_row("text", '{"q1": {"a": "1"}}', "FE-IO-08"),
    json_row("true", '{"q1": {"a": true}}', "FE-IO-08"),
    json_row("duplicate", '{"q1": {"a": 1, "a": 1}}', "FE-IO-11"),
    json_row("predictions", '{"mteb_model_meta": {}, "d": {"t": {"q1": {"a": 1}}}}', "FE-IO-19"),
    csv_row("no-grade-column", "q1,a\n", r":1:\d+", 15, "query_id,doc_id"),
    csv_row("half", "q1,a,1.5\n", ":2:6", 8, "query_id,doc_id,relevance"),
    csv_row("128", "q1,a,128\n", ":2:6", 9, "query_id,doc_id,relevance"),
    csv_row("duplicate", "q1,a,1\nq1,a,1\n", ":3:4", 11, "query_id,doc_id,relevance"),
]


def score(folder: Path, run: bytes, qrels: bytes = QRELS, *args: str) -> Answer:
    write_bytes(folder / "run.trec", run)
    write_bytes(folder / "qrels.trec", qrels)
    return foley("score", folder / "qrels.trec", folder / "run.trec", *MEASURES, *args)


def refusal(path: Path, row: Row) -> str:
    return rf"foley-eval: {re.escape(str(path))}{row.place}: [^\n]*; [^\n]+ \[{row.code}\]"


def values(answer: Answer) -> object:
    assert answer.code == 0, answer.err
    run = answer.document["runs"][0]
    return [run["mean"], run["per_topic"]]


@pytest.mark.parametrize("row", RUN_ROWS, ids=str)
def test_a_malformed_run_is_refused_at_its_place(tmp_path: Path, row: Row) -> None:
    line = assert_one_line(score(tmp_path, row.content), row.says)
    assert re.fullmatch(refusal(tmp_path / "run.trec", row), line), line


@pytest.mark.parametrize("row", QRELS_ROWS, ids=str)
def test_malformed_qrels_are_refused_at_their_place(tmp_path: Path, row: Row) -> None:
    line = assert_one_line(score(tmp_path, RUN, row.content), row.says)
    assert re.fullmatch(refusal(tmp_path / "qrels.trec", row), line), line
    assert score(tmp_path, RUN, row.content, "--lenient").raw_err.decode() == line + "\n"


@pytest.mark.parametrize("row", RUN_ROWS, ids=str)
def test_lenient_drops_and_lists_or_refuses(tmp_path: Path, row: Row) -> None:
    args = ["--lenient", "--format", "json", "--per-query"]
    answer = score(tmp_path, row.content, QRELS, *args)
    if row.kept is None:
        assert_one_line(Answer(answer.code, answer.raw_out, answer.raw_err.splitlines(True)[-1]))
        return
    assert re.fullmatch(refusal(tmp_path / "run.trec", row), answer.err.strip()), answer.err
    listed = answer.document["runs"][0]["dropped"]
    assert listed == {"count": 1, "first": [answer.err.strip().removeprefix("foley-eval: ")]}
    assert values(answer) == values(score(tmp_path, row.kept, QRELS, *args[1:]))


def test_lenient_lists_few_and_counts_all(tmp_path: Path) -> None:
    bad = b"".join(b"q1 Q0 d%d 9 oops t\n" % i for i in range(5000))
    answer = score(tmp_path, RUN + bad, QRELS, "--lenient", "--format", "json", "--per-query")
    listed = answer.document["runs"][0]["dropped"]
    assert listed["count"] == 5000
    assert 1 <= len(listed["first"]) <= 100
    more = 5000 - len(listed["first"])
    assert answer.err.splitlines()[-1].endswith(f"run.trec: and {more} more")
    assert values(answer) == values(score(tmp_path, RUN, QRELS, "--format", "json", "--per-query"))


def test_the_table_notes_what_lenient_dropped(tmp_path: Path) -> None:
    answer = score(tmp_path, second(b" 2 2 t", b" 2 abc t"), QRELS, "--lenient")
    assert "note: run: 1 fault" in answer.out


def test_a_value_out_of_its_range_stops_the_run(tmp_path: Path) -> None:
    """Gains below 0 make a quotient of two negative sums, here 1.585."""
    answer = score(tmp_path, RUN, b"q1 0 a -1\nq1 0 b 0\n", "--format", "json")
    line = assert_one_line(answer, "ndcg@10", "q1")
    assert "1.58" in line


@pytest.mark.parametrize("name", ["score", "compare", "tie-report"])
def test_missing_folder_and_closed_files(tmp_path: Path, name: str) -> None:
    run = write_bytes(tmp_path / "run.trec", RUN)
    other = write_bytes(tmp_path / "other.trec", RUN)
    qrels = write_bytes(tmp_path / "qrels.trec", QRELS)
    missing = tmp_path / "none.trec"
    assert_one_line(foley(name, missing, run, other), f"{missing}: ", "[FE-IO-01]")
    assert_one_line(foley(name, qrels, run, missing), f"{missing}: ", "[FE-IO-01]")
    folder = tmp_path / "folder"
    folder.mkdir()
    assert_one_line(foley(name, folder, run, other), f"{folder}: ", "folder", "[FE-IO-01]")
    assert_one_line(foley(name, qrels, run, folder), f"{folder}: ", "folder", "[FE-IO-01]")
    if not permissions_bind(tmp_path):
        pytest.skip("nothing can be closed to this user")
    other.chmod(0)
    closed = foley(name, qrels, run, other, preexec=heed_permissions)
    assert_one_line(closed, f"{other}: ", "[FE-IO-01]", code=3)


ODD_RUNS = {
    "crlf": RUN.replace(b"\n", b"\r\n"),
    "blank-lines": b"\n \n" + RUN.replace(b"\n", b"\n\n"),
    "comments": b"# head\n" + RUN.replace(b"q2", b"#q2 Q0 y 1 oops\nq2"),
    "no-last-newline": RUN[:-1],
    "tabs": RUN.replace(b" ", b"\t"),
    "many-blanks": RUN.replace(b" ", b" \t  ").replace(b"q1 ", b" q1 "),
    "seven-columns": RUN.replace(b" t\n", b" t more\n"),
    "apart": b"q1 Q0 a 1 3 t\nq2 Q0 x 1 9 t\nq1 Q0 b 2 2 t\n",
    "upside-down": b"q2 Q0 x 1 9 t\nq1 Q0 b 2 2 t\nq1 Q0 a 1 3 t\n",
    "no-ranks": RUN.replace(b" 1 ", b" 0 ").replace(b" 2 2", b" 0 2"),
    "gzip": gzip.compress(RUN),
    "gzip-in-parts": gzip.compress(RUN[:20]) + gzip.compress(RUN[20:]),
    "csv": b"query_id,doc_id,score\nq1,a,3\nq1,b,2\nq2,x,9\n",
    "csv-crlf": b"query_id,doc_id,score\r\nq1,a,3\r\nq1,b,2\r\nq2,x,9\r\n",
    "tsv-crlf": b"query-id\tcorpus-id\tscore\r\nq1\ta\t3\r\nq1\tb\t2\r\nq2\tx\t9\r\n",
    "csv-quoted": b'"query_id",doc_id,score\n"q1","a",3\r\nq1,b,"2"\n\nq2,x,9',
    "csv-other-names": b"run,qid,docno,rank,SCORE\nt,q1,a,1,3\nt,q1,b,2,2\nt,q2,x,1,9\n",
    "tsv": b"query-id\tcorpus-id\tscore\nq1\ta\t3\nq1\tb\t2\nq2\tx\t9\n",
    "json": b'{"q1": {"a": 3, "b": 2.0}, "q2": {"x": 9e0}}',
    "json-of-lines": b'\n {\n"q1":\n{"a": 3,\r\n"b": 2},\t"q2": {"x": 9}}\n\n',
    "predictions": b'{"mteb_model_meta": {"m": 1}, "d": {"t": {"q1": {"a": 3, "b": 2}, '
    b'"q2": {"x": 9}}}}',
}


@pytest.mark.parametrize("name", ODD_RUNS)
def test_odd_runs_are_read(tmp_path: Path, name: str) -> None:
    args = ["--format", "json", "--per-query"]
    answer = score(tmp_path, ODD_RUNS[name], QRELS, *args)
    assert values(answer) == values(score(tmp_path, RUN, QRELS, *args))
    assert answer.err == ""


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("1e3", "999"),
        ("+5", "4.9"),
        ("-1", "-2"),
        ("-0", "-1e-300"),
        ("1e-400", "-1"),
        ("1e-320", "-0"),
        ("12345678901234567890", "1234567890123456789"),
        ("0.12345678901234567891", "0.12345678901234560000"),
        (".5", "0.4"),
        ("5.", "4"),
        ("1E+2", "99.99"),
        ("1." + "0" * 400, "0.5"),
    ],
)
def test_numbers_of_any_notation_are_read(tmp_path: Path, higher: str, lower: str) -> None:
    for first, then, expected in ((higher, lower, 1.0), (lower, higher, 0.5)):
        run = f"q1 Q0 a 0 {first} t\nq1 Q0 b 0 {then} t\nq2 Q0 x 0 1 t\n".encode()
        answer = score(tmp_path, run, QRELS, "--format", "json", "--per-query")
        topics = answer.document["runs"][0]["per_topic"]
        assert topics["q1"]["RR"] == expected


@pytest.mark.parametrize(
    "name", ["doc#1", "é", "a" * 300, "雨🌧", "a%20b", "=1+1", '"', "a,b", "\u202e"]
)
def test_ids_of_any_kind(tmp_path: Path, name: str) -> None:
    run = f"{name} Q0 {name} 1 1 {name}\n".encode()
    answer = score(
        tmp_path, run, f"{name} 0 {name} 1\n".encode(), "--format", "json", "--per-query"
    )
    assert answer.document["runs"][0]["tag"] == name
    assert answer.document["runs"][0]["per_topic"][name]["RR"] == 1.0
    odd_qrels = f"# note\r\n\r\n{name}\t0\t{name}\t+1".encode()
    assert values(score(tmp_path, run, odd_qrels, "--format", "json", "--per-query")) == values(
        answer
    )


def test_a_zstd_run_and_qrels(tmp_path: Path) -> None:
    zstd = shutil.which("zstd")
    if zstd is None:
        pytest.skip("there is no zstd")
    pack = [subprocess.run([zstd, "-qc"], input=x, capture_output=True) for x in (RUN, QRELS)]
    args = ["--format", "json", "--per-query"]
    packed = score(tmp_path, pack[0].stdout, pack[1].stdout, *args)
    assert values(packed) == values(score(tmp_path, RUN, QRELS, *args))
    cut = score(tmp_path, pack[0].stdout[:-3], QRELS)
    assert_one_line(cut, "run.trec: ", "[FE-IO-14]")


def test_standard_input_pipes_and_substitution(tmp_path: Path) -> None:
    args = ["--format", "json", "--per-query", *MEASURES]
    expected = values(score(tmp_path, RUN, QRELS, "--format", "json", "--per-query"))
    qrels, run = tmp_path / "qrels.trec", tmp_path / "run.trec"
    assert values(foley("score", qrels, "-", *args, stdin=RUN)) == expected
    assert values(foley("score", qrels, "-", *args, stdin=gzip.compress(RUN))) == expected
    assert values(foley("score", qrels, "/dev/stdin", *args, stdin=RUN)) == expected
    assert values(foley("score", "-", run, *args, stdin=QRELS)) == expected

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(RUN,))
    writer.start()
    assert values(foley("score", qrels, pipe, *args)) == expected
    writer.join()

    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    script = '"$0" score <(cat "$1") <(cat "$2") --format json --per-query "${@:3}"'
    done = subprocess.run(
        [bash, "-c", script, command(), str(qrels), str(run), *MEASURES], capture_output=True
    )
    assert values(Answer(done.returncode, done.stdout, done.stderr)) == expected


def test_a_fault_on_standard_input_names_it(tmp_path: Path) -> None:
    qrels = write_bytes(tmp_path / "qrels.trec", QRELS)
    line = assert_one_line(foley("score", qrels, "-", stdin=second(b" 2 2 t", b" 2 x t")))
    assert re.match(r"foley-eval: [^:]*(stdin|standard input)[^:]*:2:11: ", line), line


def test_a_beir_folder(tmp_path: Path) -> None:
    folder = tmp_path / "set" / "qrels"
    folder.mkdir(parents=True)
    head = b"query-id\tcorpus-id\tscore\n"
    write_bytes(folder / "test.tsv", head + b"q1\ta\t2\nq1\tb\t0\nq2\tx\t1\n")
    write_bytes(folder / "dev.tsv", head + b"q1\tb\t1\n")
    run = write_bytes(tmp_path / "run.trec", RUN)
    args = ["--format", "json", "--per-query", *MEASURES]
    expected = values(score(tmp_path, RUN, QRELS, "--format", "json", "--per-query"))
    assert values(foley("score", tmp_path / "set", run, *args)) == expected
    dev = foley("score", tmp_path / "set", run, "--split", "dev", *args).document["runs"][0]
    assert dev["per_topic"]["q1"]["RR"] == 0.5
    wrong = foley("score", tmp_path / "set", run, "--split", "train")
    assert_one_line(wrong, "'train'", "dev, test", "[FE-IO-01]")


def test_predictions_of_several_subsets_ask_which(tmp_path: Path) -> None:
    table = {
        "mteb_model_meta": {"name": "m"},
        "de": {"test": {"q1": {"b": 1.0}}, "dev": {"q1": {"a": 2.0, "b": 1.0}}},
        "en": {"test": {"q1": {"a": 1.0}}},
    }
    content = json.dumps(table).encode()
    assert_one_line(score(tmp_path, content), "subset", "de, en", "[FE-IO-19]")
    assert_one_line(score(tmp_path, content, QRELS, "--subset", "de"), "split", "[FE-IO-19]")
    chosen = ["--subset", "de", "--split", "dev", "--format", "json", "--per-query"]
    answer = score(tmp_path, content, QRELS, *chosen)
    assert answer.document["runs"][0]["per_topic"]["q1"]["RR"] == 1.0
