"""Baseline files against the texts of the reference."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import foley_eval
import pytest
from conftest import number, oracle
from foley_eval import baseline

BASELINE = oracle("baseline")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, case in BASELINE["files"].items():
        if case["hex"] is not None:
            (tmp_path / name).write_bytes(bytes.fromhex(case["hex"]))
    return tmp_path


def test_hashes(files: Path) -> None:
    for name, case in BASELINE["files"].items():
        assert baseline._file_hash(files / name) == case["sha256_normalised"]


@pytest.mark.parametrize("case", BASELINE["write_baseline"], ids=lambda case: str(case["kw"]))
def test_texts(case: dict[str, Any], files: Path) -> None:
    report = SimpleNamespace(mean={name: number(value) for name, value in case["mean"].items()})
    arguments = {"updated_at": "2026-01-01", "n_items": 3, **case["kw"]}
    path = files / "out.json"
    written = foley_eval.write_baseline(
        report,
        path=path,
        seed_path=files / "lf.json",
        manifest_path=files / "crlf.json",
        **arguments,
    )
    text = path.read_bytes().decode("ascii")
    assert text == case["text"]
    assert json.dumps(json.loads(text)) == json.dumps(written)


def test_rounding(files: Path) -> None:
    for case in BASELINE["round6"]:
        written = foley_eval.write_baseline(
            SimpleNamespace(mean={"ndcg@10": case["value"]}),
            path=files / "out.json",
            seed_path=files / "lf.json",
            manifest_path=files / "lf.json",
            updated_at="2026-01-01",
            n_items=1,
        )
        assert str(written["value"]) == str(case["rounded"])


def test_staleness(files: Path) -> None:
    for case in BASELINE["is_stale"]:
        stale = foley_eval.is_stale(
            case["baseline"],
            seed_path=files / case["seed"],
            manifest_path=files / case["manifest"],
        )
        assert stale is case["stale"], case
