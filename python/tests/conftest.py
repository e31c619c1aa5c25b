"""What the tests of the Python package share: the oracle folder, and the values written in it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("FOLEY_SHARED", Path(__file__).parents[3] / "shared"))


def oracle(name: str) -> Any:
    """Contents of an oracle file; skips the module where the folder is missing."""
    path = SHARED / "oracles" / "foley" / f"{name}.json"
    if not path.exists():
        pytest.skip(f"the oracles are not here: {path}", allow_module_level=True)
    return json.loads(path.read_text(encoding="utf-8"))


def number(value: Any) -> Any:
    """A number that may be written as NaN, Infinity or -Infinity."""
    return float(value) if isinstance(value, str) else value


def row(pairs: list[list[Any]]) -> dict[str, Any]:
    """An ordered row of ids and numbers."""
    return {each: number(value) for each, value in pairs}


def table(rows: list[list[Any]]) -> dict[str, dict[str, Any]]:
    """An ordered table of rows."""
    return {query: row(pairs) for query, pairs in rows}


def near(expected: float) -> Any:
    """Equal to 1e-12, relative or absolute, NaN included."""
    return pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """Folder with the reference's golden set and corpus."""
    folder = SHARED / "data" / "foley"
    if not folder.is_dir():
        pytest.skip(f"the reference data is not here: {folder}")
    return folder
