"""The frozen golden set, and the retrieval evaluation over it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _foley
from ._errors import DuplicateError, read_checked
from ._paths import DATA
from .embedder import HashingBowEmbedder
from .library import Refused, SoundLibrary, SoundRecord
from .licensing import LicenseRecord, license_id_from_cc_url, refusal
from .retrieval import RetrievalReport, build_run, evaluate_run

DEFAULT_GOLDEN_PATH: Path = DATA / "golden" / "seed.json"
"""The bundled golden set."""

RING0_MANIFEST_PATH: Path = DATA / "ring0" / "manifest.json"
"""The clips that come with a sound file."""

RING0_CORPUS_PATH: Path = DATA / "golden" / "corpus.json"
"""All clips that the evaluation searches; most have a caption only."""


@dataclass(frozen=True)
class GoldenItem:
    """One frozen judgment: a context and the sounds expected in it.

    ``expected_events`` are dicts with ``query``, ``ucs_catid``, ``layer``, ``diegetic`` and
    ``salience``; ``answer_clip_ids`` maps a CatID to its acceptable clips; ``grade`` maps a clip to
    2 (ideal), 1 (acceptable) or 0 (wrong).
    """

    id: str
    context: str
    expected_events: list[dict[str, Any]]
    answer_clip_ids: dict[str, list[str]]
    grade: dict[str, int]
    negatives: list[str] = field(default_factory=list)
    labeler: str = "llm+human"
    schema_version: int = 1


_FIELDS = tuple(GoldenItem.__dataclass_fields__)


def load_golden(path: str | os.PathLike[str] = DEFAULT_GOLDEN_PATH) -> list[GoldenItem]:
    """Loads and validates a golden set (a JSON list of items).

    Raises KeyError for a missing field, TypeError for a value of the wrong type,
    json.JSONDecodeError for what is not JSON, ValueError for a grade off the scale or a repeated
    id: all BadInputError, whose text names file, line, item and field. FileNotFoundError when there
    is no file.
    """
    items = read_checked(path, _foley.check_golden)
    return [GoldenItem(**{name: item[name] for name in _FIELDS if name in item}) for item in items]


def to_qrels(golden: Iterable[GoldenItem]) -> dict[str, dict[str, int]]:
    """Qrels of a golden set: ``{"<item id>::<event index>": {clip id: grade}}``.

    Only the answer clips of the event's CatID appear. ValueError when two items have one id.
    """
    qrels: dict[str, dict[str, int]] = {}
    for item in golden:
        for index, event in enumerate(item.expected_events):
            query = f"{item.id}::{index}"
            if query in qrels:
                raise DuplicateError(f"two golden items have the id {item.id!r}; rename one")
            clips = item.answer_clip_ids.get(event.get("ucs_catid", ""), [])
            qrels[query] = {clip: int(item.grade.get(clip, 0)) for clip in clips}
    return qrels


def _license_of(entry: dict[str, Any]) -> LicenseRecord:
    stated = entry.get("license_id")
    trusted = bool(entry.get("rights_verified", True))
    if stated in _foley.license_ids():
        return LicenseRecord(stated, trusted and stated != "unknown", "ring0")
    license_id, certain = license_id_from_cc_url(stated)
    return LicenseRecord(license_id, trusted and certain, "ring0")


def build_eval_library(
    *, embedder: Any = None, manifest_path: str | os.PathLike[str] = RING0_CORPUS_PATH
) -> SoundLibrary:
    """Builds the in-memory library over a corpus manifest.

    Each clip gets the id ``ring0:<file name without suffix>`` and the vector of its caption and
    tags. A clip whose ``license_id`` is missing, unknown or does not allow published commercial use
    stays out; ``library.refused`` lists these, and a UserWarning says so.

    ``embedder`` is any object with ``embed_text(text) -> (n, dim)`` and ``model_id``; default
    HashingBowEmbedder. Raises like ``load_golden`` for a malformed manifest.
    """
    library = SoundLibrary(HashingBowEmbedder() if embedder is None else embedder)
    folder = Path(manifest_path).parent
    for entry in read_checked(manifest_path, _foley.check_corpus):
        record = SoundRecord(
            id=_foley.clip_id(entry["file"]),
            uri=str(folder / entry["file"]),
            caption=entry["caption"],
            tags=list(entry.get("tags", [])),
            ucs_category=entry.get("ucs_catid"),
            license=_license_of(entry),
        )
        reason = refusal(record.license)
        if reason is not None:
            library.refused.append(Refused(record.id, entry.get("license_id"), reason))
            continue
        library.add(record)
    if library.refused:
        first = library.refused[0]
        warnings.warn(
            f"{manifest_path}: {len(library.refused)} clips stay out of the library, first "
            f"{first.id} ({first.license_id or 'no license_id'}): {first.reason}",
            UserWarning,
            stacklevel=2,
        )
    return library


def run_ring0_retrieval_eval(
    *,
    k: int = 10,
    golden_path: str | os.PathLike[str] = DEFAULT_GOLDEN_PATH,
    embedder: Any = None,
) -> RetrievalReport:
    """Searches every golden query in the bundled corpus and scores the result: the gate's input.

    ``k`` is the depth of the search; the metrics keep the cut-offs of their names.
    """
    golden = load_golden(golden_path)
    library = build_eval_library(embedder=embedder)
    run = {
        f"{item.id}::{index}": build_run(library.search(event["query"], k=k))
        for item in golden
        for index, event in enumerate(item.expected_events)
    }
    return evaluate_run(run, to_qrels(golden), k=k)
