"""Embedder, search path, licences and baseline against the values of the reference."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import foley_eval
import pytest
from conftest import near, number, oracle
from foley_eval import golden, library, licensing, search

EMBEDDER = oracle("hashing_embedder")
RING0 = oracle("ring0_search")
SEARCH = oracle("search")
LICENCE = oracle("licence")


def nonzero(vector: Any) -> list[list[int]]:
    bits = [struct.unpack("<I", struct.pack("<f", float(x)))[0] for x in vector]
    return [[i, each] for i, each in enumerate(bits) if each != 0]


@pytest.fixture(scope="module")
def eval_library(reference_data: Path) -> library.SoundLibrary:
    return foley_eval.build_eval_library(manifest_path=reference_data / "golden/corpus.json")


def test_embedder_bits() -> None:
    assert EMBEDDER["model_id"] == foley_eval.HashingBowEmbedder.model_id
    assert EMBEDDER["default_dim"] == foley_eval.HashingBowEmbedder().dim
    for case in EMBEDDER["dim64"]:
        got = foley_eval.HashingBowEmbedder().embed_text(case["text"])
        assert got.shape == (1, 64)
        assert got.dtype == "float32"
        assert nonzero(got[0]) == [each[:2] for each in case["dim64"]], case["text"]
    for case in EMBEDDER["other_dims"]:
        got = foley_eval.HashingBowEmbedder(dim=case["dim"]).embed_text(case["text"])
        assert nonzero(got[0]) == [each[:2] for each in case["vec"]], case


@pytest.mark.parametrize("case", RING0["queries"], ids=lambda case: case["query"][:40])
def test_search_orders(case: dict[str, Any], eval_library: library.SoundLibrary) -> None:
    clips = RING0["clips"]
    assert list(eval_library) == clips
    vector = eval_library.embedder.embed_text(case["query"])[0]
    near_clips = eval_library.vindex.knn(vector, 50)
    assert [each for each, _ in near_clips] == [clips[n] for n in case["exact_knn50"]]
    scores = {clips[n]: score for n, score in case["knn50"]}
    for clip, score in near_clips:
        if clip in scores:
            assert score == pytest.approx(scores[clip], abs=2e-7)
    words = eval_library.kindex.bm25(case["query"], 50)
    assert [each for each, _ in words] == [clips[n] for n, _ in case["bm25"]]
    for (_, got), (_, want) in zip(words, case["bm25"], strict=True):
        assert got == near(want)
    fused = eval_library.search(case["query"], k=10)
    assert [each.sound.id for each in fused] == [clips[n] for n in case["exact_fused10"]]


def test_ring0_report(reference_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = reference_data / "golden/corpus.json"

    def build(*, embedder: Any = None) -> library.SoundLibrary:
        return foley_eval.build_eval_library(embedder=embedder, manifest_path=corpus)

    monkeypatch.setattr(golden, "build_eval_library", build)
    report = foley_eval.run_ring0_retrieval_eval(golden_path=reference_data / "golden/seed.json")
    want = RING0["report_k10"]
    assert report.per_query == want["per_query"]
    assert report.mean == want["mean"]
    assert report.ranks == want["ranks"]
    for k, other in RING0["reports_other_k"].items():
        report = foley_eval.run_ring0_retrieval_eval(
            k=int(k), golden_path=reference_data / "golden/seed.json"
        )
        assert report.mean == other["mean"]
        assert report.k == other["k"]


@pytest.mark.parametrize("case", SEARCH["options"], ids=lambda case: str(case["kw"]))
def test_search_options(case: dict[str, Any], eval_library: library.SoundLibrary) -> None:
    found = eval_library.search(case["query"], **case["kw"])
    assert len(found) == case["n"]
    # Ties in exact arithmetic may come in another order than the reference's float32: the scores
    # are the same, and so is every clip whose score no other shares.
    got = [(each.clap_score, each.bm25_score, each.rrf_score) for each in found[:10]]
    for (clap, bm25, _), (_, want_clap, want_bm25, _) in zip(got, case["hits"], strict=True):
        assert clap == pytest.approx(want_clap, abs=2e-7)
        assert bm25 is None if want_bm25 is None else bm25 == near(want_bm25)


@pytest.mark.parametrize("case", SEARCH["similar"], ids=lambda case: f"{case['id']}-{case['k']}")
def test_similar(case: dict[str, Any], eval_library: library.SoundLibrary) -> None:
    found = eval_library.similar(case["id"], k=case["k"])
    assert [each.clap_score for each in found] == [
        pytest.approx(score, abs=2e-7) for _, score in case["hits"]
    ]


def test_small_indexes() -> None:
    index = search.MemoryIndex()
    for each, text in SEARCH["bm25_corpus"]:
        index.index(each, text)
    for case in SEARCH["bm25"]:
        got = index.bm25(case["query"], case["k"])
        assert [each for each, _ in got] == [each for each, _ in case["hits"]]
        assert [score for _, score in got] == [near(score) for _, score in case["hits"]]
    for case in SEARCH["rrf"]:
        got = search.reciprocal_rank_fusion(case["lists"], k=case["k"])
        assert [[each, near(score)] for each, score in case["out"]] == [list(hit) for hit in got]
    for case in SEARCH["fuse_hits"]:
        fused = search.fuse_hits(case["vector"], case["keyword"], k=case["k"])
        assert [[h.id, h.rrf_score, h.clap_score, h.bm25_score] for h in fused] == case["out"]
    vectors = search.MemoryIndex()
    for each, vector in SEARCH["knn_vectors"]:
        vectors.upsert(each, vector)
    for case in SEARCH["knn"]:
        got = vectors.knn(case["q"], case["k"])
        assert [each for each, _ in got] == [each for each, _ in case["hits"]]
        assert [score for _, score in got] == pytest.approx(
            [number(score) for _, score in case["hits"]], abs=2e-7
        )


def test_licences() -> None:
    for license_id, flags in LICENCE["flags"].items():
        assert licensing.license_terms(license_id) == flags
    for license_id, verified, use, kept, reason in LICENCE["keep"]:
        record = licensing.LicenseRecord(license_id, verified)
        wanted = licensing.IntendedUse(**use)
        assert licensing.keep(record, wanted) is kept
        assert licensing.refusal(record, wanted) == reason
    for flags, allowed, kept in LICENCE["voice_or_trademark"]:
        record = licensing.LicenseRecord("CC0-1.0", True, **flags)
        wanted = licensing.IntendedUse(allow_voice_or_trademark=allowed)
        assert licensing.keep(record, wanted) is kept
    for text, want in LICENCE["cc"]:
        assert list(licensing.license_id_from_cc_url(text)) == want, text
    assert LICENCE["intended_use_defaults"] == vars(licensing.IntendedUse())
