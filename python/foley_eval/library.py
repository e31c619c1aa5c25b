"""The in-memory sound library that an evaluation searches."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .embedder import encodable
from .licensing import LicenseRecord
from .search import DEFAULT_CANDIDATE_K, RRF_K, MemoryIndex

_FILTER_FACTOR = 5
"""With filters on, this many times k hits are fetched, so that enough survive."""

_DEEPEST = 2**40
"""No library is larger; a k beyond it would only overflow."""


@dataclass
class SoundRecord:
    """What the library knows of one sound."""

    id: str
    uri: str = ""
    caption: str | None = None
    tags: list[str] = field(default_factory=list)
    ucs_category: str | None = None
    license: LicenseRecord = field(default_factory=LicenseRecord)
    duration_s: float | None = None
    qc: Any = None
    storage_mode: str = "by_reference"
    embedding_model: str | None = None
    embedding_dim: int | None = None
    embedding_ref: str | None = None


@dataclass
class Candidate:
    """A search result on its way to use."""

    sound: SoundRecord
    origin: str = "retrieved"
    event: Any = None
    clap_score: float | None = None
    bm25_score: float | None = None
    rrf_score: float | None = None
    rerank_score: float | None = None
    verdict: Any = None
    license_ok: bool | None = None
    preview_uri: str | None = None
    notes: list[str] = field(default_factory=list)
    cost_estimate_usd: float | None = None
    cost_actual_usd: float | None = None


@dataclass(frozen=True)
class Refused:
    """A clip that its licence kept out of the library."""

    id: str
    license_id: str | None
    reason: str


class SoundLibrary:
    """Sounds with hybrid search: vector leg, keyword leg, reciprocal-rank fusion, filters.

    ``embedder`` is any object with ``embed_text(text) -> (n, dim) array``, and ``model_id`` and
    ``dim`` where it has them. ``vindex`` and ``kindex`` are the two legs (one object).
    """

    def __init__(self, embedder: Any) -> None:
        self.embedder = embedder
        dim = getattr(embedder, "dim", None)
        self.vindex = self.kindex = MemoryIndex(None if dim is None else operator.index(dim))
        self.candidate_k = DEFAULT_CANDIDATE_K
        self.rrf_k = RRF_K
        self.refused: list[Refused] = []
        self._records: dict[str, SoundRecord] = {}

    def add(self, record: SoundRecord) -> None:
        """Adds a record with the vector of its caption and tags, or replaces one in place."""
        tags = " ".join(record.tags)
        # The blank between caption and tags stays when there are no tags: an injected embedder gets
        # the very text that the reference gave it.
        vector = _embedded(self.embedder, f"{record.caption or ''} {tags}")
        self.vindex.upsert(record.id, vector)
        self.kindex.index(record.id, " ".join(part for part in (record.caption, tags) if part))
        record.embedding_model = getattr(self.embedder, "model_id", None)
        record.embedding_dim = len(vector)
        record.embedding_ref = f"{record.embedding_model}/{record.id}"
        self._records[record.id] = record

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __contains__(self, id: object) -> bool:
        return id in self._records

    def __getitem__(self, id: str) -> SoundRecord:
        return self._records[id]

    def get(self, id: str, default: Any = None) -> Any:
        """The record of an id, or ``default``."""
        return self._records.get(id, default)

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        filters: Mapping[str, Any] | None = None,
        commercial_ok: bool | None = None,
        ucs_category: str | None = None,
        min_snr: float | None = None,
        duration_range: tuple[float, float] | None = None,
        rerank: bool = False,
    ) -> list[Candidate]:
        """The best ``k`` sounds for a query.

        ``commercial_ok=True`` wants a verified licence that allows commercial use; ``min_snr``
        drops sounds known to be below; ``duration_range`` is inclusive and fails sounds of unknown
        length; ``filters`` compares attributes. ``rerank`` orders the result by cosine alone.
        """
        facets = (filters, commercial_ok, ucs_category, min_snr, duration_range)
        filtering = any(each is not None for each in facets)
        k = max(min(operator.index(k), _DEEPEST), -_DEEPEST)
        fetch = _FILTER_FACTOR * k if filtering else k
        if not isinstance(query, str):
            raise TypeError(f"search: the query is {type(query).__name__}; pass text")
        vector = _embedded(self.embedder, query)
        found = self.vindex.hybrid_search(
            encodable(query),
            vector,
            k=fetch,
            candidate_k=max(self.candidate_k, fetch),
            rrf_k=self.rrf_k,
        )
        kept = [
            Candidate(
                self._records[hit.id],
                clap_score=hit.clap_score,
                bm25_score=hit.bm25_score,
                rrf_score=hit.rrf_score,
            )
            for hit in found
            if hit.id in self._records and _passes(self._records[hit.id], *facets)
        ]
        if rerank:
            kept = self._reranked(kept, vector)
        return kept[:k]

    def similar(self, id: str, *, k: int = 10) -> list[Candidate]:
        """The sounds nearest to a stored one, itself left out; nothing for an unknown id."""
        vector = self.vindex.get_vector(id)
        if vector is None:
            return []
        near = [hit for hit in self.vindex.knn(vector, min(k, len(self)) + 1) if hit[0] != id]
        return [Candidate(self._records[hit], clap_score=score) for hit, score in near[:k]]

    def filter(
        self,
        *,
        filters: Mapping[str, Any] | None = None,
        commercial_ok: bool | None = None,
        ucs_category: str | None = None,
        min_snr: float | None = None,
        duration_range: tuple[float, float] | None = None,
    ) -> list[SoundRecord]:
        """Records that pass the filters of ``search``, in store order."""
        facets = (filters, commercial_ok, ucs_category, min_snr, duration_range)
        return [record for record in self._records.values() if _passes(record, *facets)]

    def _reranked(self, candidates: list[Candidate], vector: Any) -> list[Candidate]:
        # The exact cosine, so that equal sounds keep their fused order on every machine.
        cosines = dict(self.vindex.knn(vector, len(self.vindex)))
        scale = _length(vector)
        for each in candidates:
            stored = self.vindex.get_vector(each.sound.id)
            each.clap_score = (
                None if stored is None else cosines[each.sound.id] * scale * _length(stored)
            )
        # The sort is stable: equal cosines keep the fused order.
        return sorted(candidates, key=lambda c: 1.0 if c.clap_score is None else -c.clap_score)


def _embedded(embedder: Any, text: str) -> Any:
    """The vector of one text; ValueError when the embedder gives anything but one row."""
    import numpy as np

    rows = np.asarray(embedder.embed_text(text))
    if rows.ndim != 2 or rows.shape[0] != 1 or rows.shape[1] == 0 or rows.dtype.kind not in "fiub":
        raise ValueError(
            f"embed_text of {getattr(embedder, 'model_id', type(embedder).__name__)} gave shape "
            f"{rows.shape}, {rows.dtype} for {text[:60]!r}; it must give one row, (1, dim), of "
            "real numbers"
        )
    return rows[0]


def _length(vector: Any) -> float:
    """Euclidean length; exactly 1.0 for a vector that was normalised in float32."""
    length = float(sum(float(x) * float(x) for x in vector)) ** 0.5
    return 1.0 if abs(length - 1.0) < 1e-6 else length


def _passes(
    record: SoundRecord,
    filters: Mapping[str, Any] | None,
    commercial_ok: bool | None,
    ucs_category: str | None,
    min_snr: float | None,
    duration_range: tuple[float, float] | None,
) -> bool:
    if commercial_ok and not (record.license.commercial_ok and record.license.rights_verified):
        return False
    if ucs_category is not None and record.ucs_category != ucs_category:
        return False
    snr = getattr(record.qc, "snr_db", None)
    if min_snr is not None and snr is not None and snr < min_snr:
        return False
    if duration_range is not None:
        low, high = duration_range
        if record.duration_s is None or not low <= record.duration_s <= high:
            return False
    return all(getattr(record, name, None) == value for name, value in (filters or {}).items())
