"""The two legs of the search at three sizes, one query each, beside the reference's MemoryIndex."""

from __future__ import annotations

import random

from foley.index import MemoryIndex as Reference
from foley_eval import HashingBowEmbedder
from foley_eval.search import MemoryIndex
from timing import calls, report

WORDS = [f"w{i}" for i in range(5_000)]


def texts(n: int, rng: random.Random) -> list[str]:
    # Squared uniform: common words and rare ones, roughly as in captions.
    return [
        " ".join(WORDS[int(rng.random() ** 2 * len(WORDS))] for _ in range(12)) for _ in range(n)
    ]


def compare(n: int, repeat: int) -> None:
    embedder = HashingBowEmbedder()
    rng = random.Random(n)
    captions = texts(n, rng)
    ours, theirs = MemoryIndex(64), Reference(dim=64)
    for i, row in enumerate(embedder.embed_text(captions)):
        name = f"clip_{i:06d}"
        ours.upsert(name, row)
        theirs.upsert(name, row, {})
        ours.index(name, captions[i])
        theirs.index(name, captions[i], {})
    query = texts(1, rng)[0]
    vector = embedder.embed_text(query)[0]
    assert [each for each, _ in ours.bm25(query, 50)] == [
        each for each, _ in theirs.bm25(query, 50)
    ]
    words = calls([lambda: ours.bm25(query, 50), lambda: theirs.bm25(query, 50)], repeat)
    report(f"BM25, one query, {n:,} captions", ["foley_eval", "reference 0.0.89"], words)
    near = calls([lambda: ours.knn(vector, 50), lambda: theirs.knn(vector, 50)], repeat)
    report(f"Nearest vectors, one query, {n:,} x 64", ["foley_eval", "reference 0.0.89"], near)


if __name__ == "__main__":
    for size, repetitions in ((1_000, 9), (10_000, 5), (100_000, 3)):
        compare(size, repetitions)
