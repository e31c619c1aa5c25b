"""The table of docs/errors.md, Python side: each kind of bad input and its exception."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import foley_eval
import pytest
from foley_eval import BadInputError, embedder, retrieval

ITEM = {
    "id": "g1",
    "context": "It rained.",
    "expected_events": [{"query": "rain", "ucs_catid": "RAINGlas"}],
    "answer_clip_ids": {"RAINGlas": ["ring0:rain"]},
    "grade": {"ring0:rain": 2},
}


def changed(**fields: Any) -> bytes:
    item = {**ITEM, **fields}
    return json.dumps([{name: value for name, value in item.items() if value is not ...}]).encode()


GOLDEN = [
    ("not JSON", b"[{]", json.JSONDecodeError, "not JSON"),
    ("empty", b"", json.JSONDecodeError, "empty"),
    ("cut short", b'[{"id": "a"', json.JSONDecodeError, "ends too early"),
    ("BOM", b"\xef\xbb\xbf[]", json.JSONDecodeError, "byte-order mark"),
    ("not UTF-8", b'[{"id": "\xff"}]', UnicodeDecodeError, "not UTF-8"),
    ("NaN", changed(grade={"ring0:rain": float("nan")}), json.JSONDecodeError, "not JSON"),
    ("object", b'{"a": 1}', TypeError, "list of items"),
    ("null", b"null", TypeError, "list of items"),
    ("item no object", b"[3]", TypeError, "an object"),
    ("no id", changed(id=...), KeyError, "id: the field is missing"),
    ("no context", changed(context=...), KeyError, "g1, context: the field is missing"),
    ("no grade", changed(grade=...), KeyError, "g1, grade"),
    ("no query", changed(expected_events=[{}]), KeyError, "expected_events[0].query"),
    ("id a number", changed(id=3), TypeError, "write text"),
    ("events a text", changed(expected_events="rain"), TypeError, "write a list"),
    ("answers null", changed(answer_clip_ids=None), TypeError, "write an object"),
    ("grade off scale", changed(grade={"ring0:rain": 99}), ValueError, "99 is not on the scale"),
    ("grade negative", changed(grade={"ring0:rain": -3}), ValueError, "-3 is not on the scale"),
    ("grade a fraction", changed(grade={"ring0:rain": 2.9}), TypeError, "write 2 (ideal)"),
    ("grade a text", changed(grade={"ring0:rain": "2"}), TypeError, "it is text"),
    ("layer", changed(expected_events=[{"query": "x", "layer": "musik"}]), ValueError, "'music'"),
    ("same id", json.dumps([ITEM, ITEM]).encode(), ValueError, "the id is taken"),
    ("same key", b'[{"id": "a", "id": "b"}]', ValueError, "stands twice"),
    ("deep", b"[" * 100_000, json.JSONDecodeError, "nested deeper"),
]


@pytest.mark.parametrize(
    ("data", "error", "text"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN]
)
def test_golden(data: bytes, error: type[Exception], text: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(data)
    with pytest.raises(error) as caught:
        foley_eval.load_golden(path)
    assert isinstance(caught.value, BadInputError)
    line = str(caught.value)
    assert text in line
    assert line.startswith(str(path))
    assert "\n" not in line


def test_key_error_names_the_field(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(changed(grade=...))
    with pytest.raises(KeyError) as caught:
        foley_eval.load_golden(path)
    assert caught.value.args[0] == "grade"
    assert caught.value.item == "g1"  # type: ignore[attr-defined]


def test_good_golden_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    events = [{"query": "rain", "ucs_catid": "RAINGlas", "era_place": "1920s", "loop": True}]
    path.write_bytes(changed(expected_events=events, extra=[1, 2]))
    (item,) = foley_eval.load_golden(path)
    assert item.expected_events == events
    assert foley_eval.to_qrels([item]) == {"g1::0": {"ring0:rain": 2}}
    path.write_text("[]")
    assert foley_eval.load_golden(path) == []


CORPUS = [
    ("no file", [{"caption": "x"}], KeyError),
    ("no caption", [{"file": "a.wav"}], KeyError),
    ("tags null", [{"file": "a.wav", "caption": "x", "tags": None}], TypeError),
    ("tag a number", [{"file": "a.wav", "caption": "x", "tags": [1]}], TypeError),
    ("caption null", [{"file": "a.wav", "caption": None}], TypeError),
    ("same clip", [{"file": f, "caption": "x"} for f in ("a.wav", "b/a.flac")], ValueError),
]


@pytest.mark.parametrize(
    ("entries", "error"), [case[1:] for case in CORPUS], ids=[case[0] for case in CORPUS]
)
def test_corpus(entries: Any, error: type[Exception], tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(entries))
    with pytest.raises(error) as caught:
        foley_eval.build_eval_library(manifest_path=path)
    assert isinstance(caught.value, BadInputError)


def test_unclean_licences_stay_out(tmp_path: Path) -> None:
    stated = {
        "clean": "CC0-1.0",
        "address": "https://creativecommons.org/licenses/by/4.0/",
        "nc": "CC-BY-NC-4.0",
        "mystery": "My-Own-Licence",
        "none": None,
    }
    entries = [
        {"file": f"{name}.wav", "caption": f"{name} sound", "license_id": license_id}
        for name, license_id in stated.items()
    ]
    entries.append({"file": "absent.wav", "caption": "absent sound"})
    entries.append(
        {"file": "doubt.wav", "caption": "x", "license_id": "CC0-1.0", "rights_verified": False}
    )
    path = tmp_path / "c.json"
    path.write_text(json.dumps(entries))
    with pytest.warns(UserWarning, match="5 clips stay out"):
        library = foley_eval.build_eval_library(manifest_path=path)
    assert list(library) == ["ring0:clean", "ring0:address"]
    assert {each.id for each in library.refused} == {
        f"ring0:{name}" for name in ("nc", "mystery", "none", "absent", "doubt")
    }
    assert library["ring0:address"].license.license_id == "CC-BY-4.0"


def test_missing_files(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    for call in (
        lambda: foley_eval.load_golden(missing),
        lambda: foley_eval.load_baseline(missing),
        lambda: foley_eval.build_eval_library(manifest_path=missing),
    ):
        with pytest.raises(FileNotFoundError):
            call()


def test_baseline(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    for text, error in (
        ("[]", TypeError),
        ('{"value": NaN}', json.JSONDecodeError),
        ("", ValueError),
    ):
        path.write_text(text)
        with pytest.raises(error):
            foley_eval.load_baseline(path)
    with pytest.raises(AttributeError):
        foley_eval.is_stale({"golden": None}, seed_path=path, manifest_path=path)
    assert foley_eval.is_stale({}, seed_path="no-file", manifest_path="no-file")


def test_measures_refuse_what_is_no_number() -> None:
    for qrels, run in (({"a": None}, {"a": 1.0}), ({"a": "2"}, {"a": 1.0}), ({"a": 1}, {"a": "x"})):
        with pytest.raises(TypeError):
            foley_eval.ndcg_at_k(qrels, run)
    with pytest.raises(TypeError):
        foley_eval.ndcg_at_k({"a": 1}, {"a": 1.0}, 2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        foley_eval.precision_at_k({"a": 1}, {"a": 1.0}, None)  # type: ignore[arg-type]
    assert foley_eval.recall_at_k({"a": 1}, {"a": 1.0}, None) == 1.0  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        foley_eval.evaluate_run({"q": None}, {"q": {"a": 1}})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        foley_eval.build_run(each for each in ())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        foley_eval.mean_over_queries(each for each in (1.0,))  # type: ignore[arg-type]


def test_unknown_metric_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'ndcg'") as caught:
        foley_eval.evaluate_run({}, {"q": {"a": 1}}, metrics=["ndgc@10"])
    assert caught.value.args[0] == "ndgc"
    with pytest.raises(KeyError):
        foley_eval.evaluate_run({}, {"q": {"a": 1}}, metrics="ndcg@10")
    with pytest.raises(ValueError, match="invalid literal"):
        foley_eval.evaluate_run({}, {"q": {"a": 1}}, metrics=["ndcg@x"])


def test_embedder() -> None:
    make = embedder.HashingBowEmbedder
    with pytest.raises(ValueError, match="at least one"):
        make().embed_text([])
    for wrong in (None, 3):
        with pytest.raises(TypeError):
            make().embed_text(wrong)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        make().embed_text(["a", 3])  # type: ignore[list-item]
    with pytest.raises(NotImplementedError):
        make().embed_audio([0.0], 48000)
    with pytest.raises(ZeroDivisionError):
        make(dim=0).embed_text("rain")
    assert make(dim=0).embed_text("…").shape == (1, 0)
    with pytest.raises(ValueError, match="dim is -1"):
        make(dim=-1).embed_text("rain")
    with pytest.raises(TypeError):
        make(dim=2.5).embed_text("rain")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        make(32)  # type: ignore[misc]
    two = make().embed_text(iter(["rain", "wind"]))
    assert two.shape == (2, 64)
    assert two.flags.c_contiguous


def test_duplicate_items_are_not_lost() -> None:
    item = foley_eval.GoldenItem("a", "", [{"query": "x", "ucs_catid": "C"}], {}, {})
    with pytest.raises(ValueError, match="two golden items have the id 'a'"):
        foley_eval.to_qrels([item, item])


def test_zero_means_of_no_queries() -> None:
    report = foley_eval.evaluate_run({}, {})
    assert report.mean == dict.fromkeys(retrieval.DEFAULT_METRICS, 0.0)
    assert foley_eval.evaluate_run({}, {}, metrics=()).mean == {}
