"""The two legs of the hybrid search, and their fusion."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _foley

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

RRF_K = 60
"""Constant of reciprocal-rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009)."""

DEFAULT_CANDIDATE_K = 50
"""How many hits each leg contributes at least."""


@dataclass(frozen=True)
class FusedHit:
    """A fused document; the score of a leg that did not find it is None."""

    id: str
    rrf_score: float
    clap_score: float | None
    bm25_score: float | None


def _depth(k: int) -> int:
    """A whole number that the core can hold; no index is deeper."""
    return max(min(operator.index(k), 2**40), -(2**40))


def _vector(values: ArrayLike) -> NDArray[np.float32]:
    import numpy as np

    return np.ascontiguousarray(np.asarray(values, dtype=np.float32).reshape(-1))


class MemoryIndex:
    """Vectors and texts in memory: exact cosine neighbours and BM25 by inverted index.

    Similarities that are equal in exact arithmetic tie and are ordered by id, on every processor.
    """

    def __init__(self, dim: int | None = None) -> None:
        if dim is not None and dim < 0:
            raise ValueError(f"MemoryIndex: dim is {dim}; it must be at least 1")
        self._index = _foley.MemoryIndex(dim or 0)

    def __len__(self) -> int:
        return len(self._index)

    @property
    def dim(self) -> int | None:
        """Length of the vectors; None while no vector decided it."""
        return self._index.dim or None

    def upsert(self, id: str, vector: ArrayLike, meta: Any = None) -> None:
        """Stores or replaces a vector; ValueError when its length is wrong or it is not finite."""
        self._index.upsert(id, _vector(vector))

    def index(self, id: str, text: str, meta: Any = None) -> None:
        """Stores or replaces the text of a document."""
        self._index.index(id, text)

    def knn(self, vector: ArrayLike, k: int = 10, where: Any = None) -> list[tuple[str, float]]:
        """The most similar documents: (id, cosine), best first, ties by id."""
        return self._index.knn(_vector(vector), _depth(k))

    def bm25(self, query: str, k: int = 10, where: Any = None) -> list[tuple[str, float]]:
        """Documents that share a word with the query: (id, score), best first, ties by id."""
        return self._index.bm25(query, _depth(k))

    def get_vector(self, id: str) -> NDArray[np.float32] | None:
        """The stored vector as it was given, or None."""
        return self._index.get_vector(id)

    def hybrid_search(
        self,
        query: str,
        vector: ArrayLike,
        *,
        k: int = 10,
        candidate_k: int = DEFAULT_CANDIDATE_K,
        rrf_k: float = RRF_K,
    ) -> list[FusedHit]:
        """Both legs to a depth of ``candidate_k``, fused and cut to ``k``."""
        found = self._index.hybrid_search(query, _vector(vector), k, candidate_k, rrf_k)
        return [FusedHit(*each) for each in found]


def reciprocal_rank_fusion(
    lists: Iterable[Iterable[str]], *, k: float = RRF_K
) -> list[tuple[str, float]]:
    """Sum of 1 / (k + rank) over the lists, ranks from 1; best first, ties by id."""
    return _foley.reciprocal_rank_fusion([list(each) for each in lists], k)


def fuse_hits(
    vector_hits: Sequence[tuple[str, float]],
    keyword_hits: Sequence[tuple[str, float]],
    *,
    k: int,
    rrf_k: float = RRF_K,
) -> list[FusedHit]:
    """The fused hits of both legs with their scores, cut like the slice ``[:k]``."""
    found = _foley.fuse_hits(
        [(id, score) for id, score in vector_hits],
        [(id, score) for id, score in keyword_hits],
        k,
        rrf_k,
    )
    return [FusedHit(*each) for each in found]
