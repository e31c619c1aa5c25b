"""Malformed files, one row each: kind of file, name, content, what the message must say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foley_command import clip, item, small_corpus, small_golden

KINDS = ("golden", "corpus", "baseline", "run", "qrels")
LISTS = ("golden", "corpus")
ESCAPES = "\x1b[31m\x07\r\n\x00\u202e\u2028\u200f\x9b"


@dataclass(frozen=True)
class Row:
    kind: str
    name: str
    content: bytes
    says: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind}-{self.name}"


def dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def small_baseline() -> dict[str, Any]:
    return {
        "metric": "ndcg@10",
        "value": 0.9,
        "tolerance": 0.02,
        "system": {"embedder": "e", "dim": 64, "rrf_k": 60, "backend": "memory"},
        "corpus": {"name": "c", "manifest_sha256": "0" * 64},
        "golden": {"revision": "r", "n_items": 4, "seed_sha256": "0" * 64},
        "updated_at": "2026-01-02",
    }


GOOD: dict[str, Any] = {
    "golden": small_golden(),
    "corpus": small_corpus(),
    "baseline": small_baseline(),
    "run": {"q1": {"d1": 1.5, "d2": 0.5}},
    "qrels": {"q1": {"d1": 2, "d2": 0}},
}


def general_rows() -> list[Row]:
    """Faults that every kind of file can have."""
    rows = []
    for kind in KINDS:
        good = dump(GOOD[kind])
        other: Any = {} if kind in LISTS else []
        found = "this is an object" if kind in LISTS else "this is a list"
        opening = b"[" if kind in LISTS else b'{"a":'
        trec = kind in ("run", "qrels")
        empty = "no line of data" if trec else "empty"
        rows += [
            Row(kind, "empty", b"", (":1", empty)),
            Row(kind, "blank", b" \n\t\r\n ", (":1", empty)),
            Row(kind, "other-shape", dump(other), (":1", found)),
            Row(kind, "truncated", good[:-2], (":1", "not JSON")),
            Row(kind, "cut-in-half", good[: len(good) // 2], (":1", "not JSON")),
            Row(kind, "text-behind", good + b" x", (":1", "not JSON")),
            Row(kind, "bom", b"\xef\xbb\xbf" + good, (":1", "byte-order mark")),
            Row(kind, "utf-16", good.decode().encode("utf-16"), (":1", "not UTF-8")),
            Row(kind, "latin-1", good[:-3] + b'\xe9"}]', (":1", "not UTF-8")),
            Row(kind, "deep", opening * 200_000, (":1", "nested deeper than 64")),
            Row(kind, "cr-only", b"{\r'a':\r1}", ("not JSON",)),
            Row(kind, "overlong-utf-8", b'{"\xc0\xaf": 1}', ("not UTF-8",)),
            Row(kind, "surrogate", b'{"\\ud800": 1}', ("not JSON",)),
            Row(kind, "twice-a-key", b'{"a": 1,\n"a": 2}', (":2", "'a'", "twice")),
        ]
        if not trec:
            rows += [
                Row(kind, "number", b"3", ("this is a number",)),
                Row(kind, "text", b'"x"', ("this is text",)),
                Row(kind, "null", b"null", ("this is null",)),
                Row(kind, "words", b"hello there", ("not JSON",)),
                Row(kind, "zeros", b"\x00" * 4096, ("not JSON",)),
            ]
    return rows


def changed(kind: str, change: Callable[[Any], Any]) -> bytes:
    value = json.loads(dump(GOOD[kind]))
    change(value)
    return dump(value)


def put(value: object, *place: Any) -> Callable[[Any], None]:
    """A change that sets the value at a place."""

    def change(document: Any) -> None:
        for step in place[:-1]:
            document = document[step]
        document[place[-1]] = value

    return change


def drop(*place: Any) -> Callable[[Any], None]:
    """A change that removes what is at a place."""

    def change(document: Any) -> None:
        for step in place[:-1]:
            document = document[step]
        del document[place[-1]]

    return change


def golden_rows() -> list[Row]:
    def row(name: str, change: Callable[[Any], Any], *says: str) -> Row:
        return Row("golden", name, changed("golden", change), says)

    def event(**fields: Any) -> Callable[[Any], Any]:
        return lambda g: g[1]["expected_events"][0].update(fields)

    scale = "2 (ideal), 1 (acceptable) or 0 (wrong)"
    rows = [
        row(
            f"no-{field}",
            drop(1, field),
            field,
            "missing",
            "1" if field == "id" else "g2",
        )
        for field in ("id", "context", "expected_events", "answer_clip_ids", "grade")
    ]
    for field, bad in (
        ("id", 7),
        ("context", None),
        ("expected_events", {}),
        ("answer_clip_ids", []),
        ("answer_clip_ids", None),
        ("grade", "2"),
        ("negatives", "dog"),
        ("labeler", 1),
        ("schema_version", "1"),
    ):
        kind = type(bad).__name__
        rows.append(row(f"{field}-{kind}", put(bad, 1, field), field))
    for name, grade in (
        ("99", 99),
        ("neg", -3),
        ("float", 2.9),
        ("text", "2"),
        ("null", None),
        ("true", True),
        ("huge", 10**30),
        ("list", [2]),
    ):
        rows.append(
            row(
                f"grade-{name}",
                put(grade, 1, "grade", "ring0:rain"),
                "g2",
                "grade['ring0:rain']",
                scale,
            )
        )
    rows += [
        row("item-number", lambda g: g.insert(1, 5), "item 1", "a number"),
        row("empty-id", lambda g: g[1].update(id=""), "id", "empty"),
        row("same-id", lambda g: g[1].update(id="g1"), "g1", "id", "taken"),
        row("no-events", lambda g: g[1].update(expected_events=[]), "g2", "expected_events"),
        row("event-text", lambda g: g[1].update(expected_events=["x"]), "expected_events[0]"),
        row(
            "event-no-query",
            lambda g: g[1]["expected_events"][0].pop("query"),
            "g2",
            "expected_events[0].query",
            "missing",
        ),
        row("query-number", event(query=3), "g2", "expected_events[0].query"),
        row("catid-list", event(ucs_catid=[]), "g2", "expected_events[0].ucs_catid"),
        row("layer", event(layer="sfx_fgg"), "layer", "sfx_fg"),
        row("salience", event(salience="hihg"), "salience", "'high'"),
        row("diegetic", event(diegetic="yes"), "expected_events[0].diegetic"),
        row(
            "answers-text",
            lambda g: g[1].update(answer_clip_ids={"RAINGlas": "ring0:rain"}),
            "g2",
            "answer_clip_ids['RAINGlas']",
        ),
        row(
            "answer-number",
            lambda g: g[1].update(answer_clip_ids={"RAINGlas": [1]}),
            "g2",
            "answer_clip_ids['RAINGlas'][0]",
        ),
        row(
            "answer-twice",
            lambda g: g[1].update(answer_clip_ids={"RAINGlas": ["a", "a"]}),
            "g2",
            "answer_clip_ids['RAINGlas'][1]",
            "twice",
        ),
        row("id-of-escapes", lambda g: g[1].update(id=ESCAPES, context=1), "\\x1b", "context"),
        row("id-of-1-mb", lambda g: g[1].update(id="x" * 1_000_000, context=1), "xxx", "context"),
        row("catid-of-escapes", lambda g: g[1].update(answer_clip_ids={ESCAPES: 1}), "\\u202e"),
        row("clip-of-escapes", lambda g: g[1].update(grade={ESCAPES: 9}), "\\x1b", scale),
        row("layer-of-escapes", event(layer=ESCAPES * 1000), "layer", "\\x9b"),
        Row("golden", "nothing-in-it", b"[]", ("empty", "add items")),
    ]
    for number in ("NaN", "Infinity", "-Infinity"):
        text = dump(small_golden()).replace(b'"ring0:rain": 2', f'"ring0:rain": {number}'.encode())
        rows.append(Row("golden", f"grade-{number}", text, ("not JSON",)))
    text = dump(small_golden()).replace(b'"ring0:rain": 2', b'"ring0:rain": 1e999')
    rows.append(Row("golden", "grade-1e999", text, ("1e999", "too large")))
    lines = json.dumps([item("a", "q", "DOOR", {}), {"id": "b"}], indent=1).encode()
    at = lines[: lines.index(b'"b"')].count(b"\n")
    rows.append(Row("golden", "line-of-item", lines, (f".json:{at}: b, context",)))
    return rows


def corpus_rows() -> list[Row]:
    def row(name: str, change: Callable[[Any], Any], *says: str) -> Row:
        return Row("corpus", name, changed("corpus", change), says)

    rows = [
        row("no-file", lambda c: c[1].pop("file"), "clip 1", "file", "missing"),
        row("no-caption", lambda c: c[1].pop("caption"), "rain.wav", "caption", "missing"),
        row("empty-file", lambda c: c[1].update(file=""), "clip 1", "file", "empty"),
        row("entry-text", lambda c: c.insert(1, "x"), "clip 1", "text"),
        row("same-file", lambda c: c.append(clip("rain", "x")), "rain.wav", "ring0:rain", "taken"),
        row("same-id", lambda c: c[0].update(file="sub/rain.flac"), "ring0:rain", "taken"),
        row("file-of-escapes", lambda c: c[1].update(file=ESCAPES, tags=1), "\\x1b", "tags"),
        Row("corpus", "nothing-in-it", b"[]", ("empty", "add clips")),
    ]
    for field, bad in (
        ("file", 1),
        ("caption", None),
        ("tags", "a"),
        ("tags", [1]),
        ("ucs_catid", 5),
        ("license_id", 0),
        ("license_id", {}),
        ("rights_verified", "true"),
    ):
        rows.append(
            row(
                f"{field}-{type(bad).__name__}",
                put(bad, 1, field),
                field,
            )
        )
    return rows


def baseline_rows() -> list[Row]:
    def row(name: str, change: Callable[[Any], Any], *says: str) -> Row:
        return Row("baseline", name, changed("baseline", change), says)

    rows = [
        row(f"no-{field}", drop(field), field, "missing")
        for field in ("metric", "value", "tolerance", "system", "corpus", "golden")
    ]
    for path in ("system.embedder", "system.dim", "corpus.manifest_sha256", "golden.seed_sha256"):
        section, field = path.split(".")
        rows.append(row(f"no-{path}", drop(section, field), path, "missing"))
        rows.append(row(f"{path}-list", put([], section, field), path))
    for field, bad in (
        ("metric", 3),
        ("value", "0.9"),
        ("value", None),
        ("value", True),
        ("tolerance", -0.1),
        ("tolerance", []),
        ("system", []),
        ("golden", 1),
        ("corpus", "x"),
        ("updated_at", 20260102),
    ):
        rows.append(row(f"{field}-{type(bad).__name__}", put(bad, field), field))
    rows += [
        row("tolerance-5", lambda b: b.update(tolerance=5), "tolerance"),
        row("dim-float", lambda b: b["system"].update(dim=64.5), "system.dim"),
        row("dim-huge", lambda b: b["system"].update(dim=10**30), "system.dim"),
        row("metric-unknown", lambda b: b.update(metric="ndgc@10"), "ndgc", "'ndcg'"),
        row("metric-cut-off", lambda b: b.update(metric="ndcg@0"), "ndcg@0", "cut-off"),
        row("metric-empty", lambda b: b.update(metric=""), "metric"),
        row("metric-of-escapes", lambda b: b.update(metric=ESCAPES), "\\x1b"),
    ]
    for number in ("NaN", "Infinity", "1e999"):
        text = dump(small_baseline()).replace(b'"value": 0.9', f'"value": {number}'.encode())
        says = ("1e999", "too large") if number == "1e999" else ("not JSON",)
        rows.append(Row("baseline", f"value-{number}", text, says))
    return rows


def ranking_rows() -> list[Row]:
    rows = []
    for kind, bad_numbers in (
        ("run", ("NaN", "nan", "inf", "-Infinity", "1e999", "x", "0x10", "1,5", "--1", "")),
        ("qrels", ("2.5", "NaN", "128", "-128", "1e2", "x", "99999999999999999999")),
    ):

        def line(value: str, doc: str = "d1", kind: str = kind) -> bytes:
            return (f"q1 Q0 {doc} 1 {value} t" if kind == "run" else f"q1 0 {doc} {value}").encode()

        good = line("1")
        rows += [
            Row(kind, f"trec-{value or 'none'}", good + b"\n" + line(value, "d2"), (":2",))
            for value in bad_numbers
        ]
        says = "stands twice"
        rows += [
            Row(kind, "trec-words", b"hello there", (":1", "2 fields")),
            Row(kind, "trec-short", good + b"\n\nq1 Q0\n", (":3", "2 fields", "a line is")),
            Row(kind, "trec-twice", good + b"\n" + good, (":2", "'d1'", "'q1'", says)),
            Row(
                kind,
                "trec-apart",
                good + b"\n" + good.replace(b"q1", b"q2") + b"\n" + good,
                (":3", "'d1'", "'q1'", says),
            ),
            Row(kind, "trec-nul", good + b"\n" + line("1", "d\x00"), (":2", "not UTF-8")),
            Row(kind, "trec-latin-1", good + b"\n" + b"q\xe9 0 d 1 1 1", (":2", "not UTF-8")),
            Row(kind, "trec-zeros", b"\x00" * 4096, (":1",)),
            Row(kind, "trec-cr-only", good + b"\r" + line("1", "d2") + b"\r", (":1",)),
            Row(kind, "trec-escapes", line("\x1b[31m\u202e"), ("a control character",)),
            Row(kind, "trec-1-mb", line("x" * 1_000_000), ("xxx",)),
            Row(kind, "trec-comment-only", b"# nothing\n", ("no line of data",)),
            Row(kind, "json-no-query", b"{}", ("no query",)),
            Row(kind, "json-row-list", b'{"q1":\n["d1"]}', (":2", "'q1'", "a list")),
            Row(kind, "json-row-null", b'{"q1": null}', ("'q1'", "null")),
            Row(kind, "json-text", b'{"q1": {"d1": "1"}}', ("'q1'", "d1", "text")),
            Row(kind, "json-true", b'{"q1": {"d1": true}}', ("'q1'", "d1", "true or false")),
            Row(kind, "json-nan", b'{"q1": {"d1": NaN}}', ("not JSON",)),
            Row(kind, "json-1e999", b'{"q1": {"d1": 1e999}}', ("1e999", "too large")),
            Row(kind, "json-twice", b'{"q1": {"d1": 1,\n "d1": 2}}', (":2", "'d1'", "twice")),
            Row(kind, "json-query-twice", b'{"q1": {},\n"q1": {}}', (":2", "'q1'", "twice")),
            Row(kind, "json-escapes", dump({ESCAPES: {ESCAPES: "x"}}), ("\\x1b",)),
        ]
    rows += [
        Row("qrels", "json-float", b'{"q1": {"d1": 1.5}}', ("'q1'", "d1", "whole number")),
        Row("qrels", "trec-two-signs", b"q1 0 d1 +-1\n", (":1", "'+-1'")),
        Row("qrels", "trec-is-a-run", b"q1 Q0 d1 1 0.5 tag\n", (":1", "6 fields")),
        Row("qrels", "json-off-scale", b'{"q1": {"d1": 128}}', ("'q1'", "d1", "-127 to 127")),
    ]
    return rows


ROWS = general_rows() + golden_rows() + corpus_rows() + baseline_rows() + ranking_rows()
