"""The committed baseline: the number that a change may not fall below, and its stamps."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _foley
from ._errors import raise_for, read_checked
from ._paths import DATA

DEFAULT_TOLERANCE = 0.02
"""How far the mean may fall unless the baseline says otherwise."""

DEFAULT_BASELINE_PATH: Path = DATA / "golden" / "baseline.json"
"""The bundled baseline."""


def _file_hash(path: str | os.PathLike[str]) -> str:
    """SHA-256 of a file with line ends made LF; empty when there is no such file."""
    source = Path(path)
    return _foley.fixture_digest(source.read_bytes()) if source.exists() else ""


def load_baseline(path: str | os.PathLike[str] = DEFAULT_BASELINE_PATH) -> dict[str, Any]:
    """The baseline as a dict. json.JSONDecodeError for what is not JSON (NaN is not),
    TypeError for what is no object, FileNotFoundError when there is no file."""
    baseline: dict[str, Any] = read_checked(path, _foley.check_json_object)
    return baseline


def is_stale(
    baseline: Mapping[str, Any],
    *,
    seed_path: str | os.PathLike[str],
    manifest_path: str | os.PathLike[str],
) -> bool:
    """True when golden set or corpus are no longer those that the baseline was measured with."""
    golden, corpus = baseline.get("golden", {}), baseline.get("corpus", {})
    return bool(
        golden.get("seed_sha256") != _file_hash(seed_path)
        or corpus.get("manifest_sha256") != _file_hash(manifest_path)
    )


def write_baseline(
    report: Any,
    *,
    path: str | os.PathLike[str] = DEFAULT_BASELINE_PATH,
    metric: str = "ndcg@10",
    tolerance: float = DEFAULT_TOLERANCE,
    seed_path: str | os.PathLike[str],
    manifest_path: str | os.PathLike[str],
    embedder_model_id: str = "foley-eval/hashing-bow-v1",
    dim: int = 64,
    rrf_k: int = 60,
    updated_at: str,
    n_items: int,
    revision: str = "gld-v1",
) -> dict[str, Any]:
    """Writes the mean of ``metric`` (six decimals) as the new baseline and returns it as a dict.

    ``report`` is any object with ``mean``. The file is replaced as a whole or not at all; its
    folder must exist. ``updated_at`` is recorded as given: the clock is not read.
    """
    baseline = {
        "metric": metric,
        "value": round(float(report.mean.get(metric, 0.0)), 6),
        "tolerance": tolerance,
        "system": {
            "embedder": embedder_model_id,
            "dim": dim,
            "rrf_k": rrf_k,
            "backend": "memory",
        },
        "corpus": {"name": "ring0", "manifest_sha256": _file_hash(manifest_path)},
        "golden": {
            "revision": revision,
            "n_items": n_items,
            "seed_sha256": _file_hash(seed_path),
        },
        "updated_at": updated_at,
    }
    text = json.dumps(baseline, indent=2) + "\n"
    target = os.fsencode(path)
    if not target or b"\0" in target:
        raise ValueError(f"write_baseline: {path!r} is no file name")
    error = _foley.write_atomically(target, text.encode("ascii"))
    if error is not None:
        raise_for(error)
    return baseline
