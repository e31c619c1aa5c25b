"""A deterministic text embedder for testing a search path; it knows words, not meanings."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from . import _foley

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_DIM = 64
"""Dimensions unless told otherwise."""

MODEL_ID = "foley-eval/hashing-bow-v1"
"""What baselines record as the embedder."""


class HashingBowEmbedder:
    """Hashed bag of words, L2-normalised: texts that share words get similar vectors.

    Every token (lower-cased run of ASCII letters and digits) adds 1 to the dimension that its MD5
    names. The same text gives the same bits on every machine.
    """

    model_id = MODEL_ID

    def __init__(self, *, dim: int = DEFAULT_DIM) -> None:
        self.dim = dim

    def embed_text(self, text: str | Iterable[str]) -> NDArray[np.float32]:
        """Embeds a text, or an iterable of texts, into a float32 array of shape (n, dim).

        A text without a token gives a zero row. ValueError for no text at all or a negative dim,
        ZeroDivisionError for dim 0, AttributeError for an element that is no text.
        """
        texts = [text] if isinstance(text, str) else list(text)
        if not texts:
            raise ValueError("embed_text: there is no text to embed; pass at least one")
        for each in texts:
            if not isinstance(each, str):
                raise AttributeError(
                    f"embed_text: {type(each).__name__!r} object has no attribute 'lower'"
                )
        texts = [encodable(each) for each in texts]
        if operator.index(self.dim) < 0:
            raise ValueError(f"embed_text: dim is {self.dim}; it must be at least 1")
        if self.dim == 0:
            return self._embed_nowhere(texts)
        return _foley.hash_embed(texts, self.dim)

    def embed_audio(self, *args: Any, **kwargs: Any) -> NoReturn:
        """There is no audio side: this embedder tests text search."""
        raise NotImplementedError("HashingBowEmbedder embeds text only")

    def _embed_nowhere(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        if any(_foley.tokenize(each) for each in texts):
            raise ZeroDivisionError("embed_text: dim is 0, a token has no place")
        return np.zeros((len(texts), 0), dtype=np.float32)


def encodable(text: str) -> str:
    """Lone surrogates have no UTF-8; they separate words like any other character."""
    return text.encode("utf-8", "replace").decode("utf-8")
