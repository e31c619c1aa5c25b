"""What suites written against the reference touch: signatures, constants, dataclasses, patching."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import foley_eval
import numpy as np
import pytest
from foley_eval import baseline, embedder, golden, retrieval

SIGNATURES = {
    "ndcg_at_k": "(qrels_q, run_q, k=10)",
    "recall_at_k": "(qrels_q, run_q, k=10, *, rel_lvl=1)",
    "precision_at_k": "(qrels_q, run_q, k=10, *, rel_lvl=1)",
    "average_precision_at_k": "(qrels_q, run_q, k=10, *, rel_lvl=1)",
    "mrr_at_k": "(qrels_q, run_q, k=10, *, rel_lvl=1)",
    "mean_over_queries": "(values)",
    "build_run": "(candidates)",
    "evaluate_run": "(run, qrels, *, k=10, metrics=('ndcg@10', 'recall@10', 'map@10', 'mrr@10'), "
    "rel_lvl=1)",
    "load_golden": "(path=GOLDEN)",
    "to_qrels": "(golden)",
    "build_eval_library": "(*, embedder=None, manifest_path=CORPUS)",
    "run_ring0_retrieval_eval": "(*, k=10, golden_path=GOLDEN, embedder=None)",
    "load_baseline": "(path=BASELINE)",
    "write_baseline": "(report, *, path=BASELINE, metric='ndcg@10', tolerance=0.02, seed_path, "
    "manifest_path, embedder_model_id='foley-eval/hashing-bow-v1', dim=64, rrf_k=60, updated_at, "
    "n_items, revision='gld-v1')",
    "is_stale": "(baseline, *, seed_path, manifest_path)",
    "RetrievalReport": "(per_query=<factory>, mean=<factory>, ranks=<factory>, k=10)",
    "GoldenItem": "(id, context, expected_events, answer_clip_ids, grade, negatives=<factory>, "
    "labeler='llm+human', schema_version=1)",
    "HashingBowEmbedder": "(*, dim=64)",
}


def bare(function: Any) -> str:
    """The signature without annotations, data paths by name."""
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    text = str(signature.replace(parameters=parameters, return_annotation=signature.empty))
    for path, name in (
        (golden.DEFAULT_GOLDEN_PATH, "GOLDEN"),
        (golden.RING0_CORPUS_PATH, "CORPUS"),
        (baseline.DEFAULT_BASELINE_PATH, "BASELINE"),
    ):
        text = text.replace(repr(path), name)
    return text


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    assert bare(getattr(foley_eval, name)) == SIGNATURES[name]
    assert name in foley_eval.__all__


def test_constants_and_submodules() -> None:
    assert retrieval.DEFAULT_METRICS == ("ndcg@10", "recall@10", "map@10", "mrr@10")
    assert embedder.DEFAULT_DIM == 64
    assert foley_eval.DEFAULT_TOLERANCE == 0.02
    for path, tail in (
        (golden.DEFAULT_GOLDEN_PATH, "golden/seed.json"),
        (golden.RING0_CORPUS_PATH, "golden/corpus.json"),
        (golden.RING0_MANIFEST_PATH, "ring0/manifest.json"),
        (baseline.DEFAULT_BASELINE_PATH, "golden/baseline.json"),
    ):
        assert isinstance(path, Path)
        assert path.is_file()
        assert str(path).endswith(tail)
    for name in ("retrieval", "golden", "baseline", "embedder"):
        assert importlib.import_module(f"foley_eval.{name}").__doc__


def test_import_is_light() -> None:
    script = (
        "import sys, foley_eval; print([m for m in ('numpy','scipy','torch') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_data_folder_by_environment(reference_data: Path) -> None:
    script = (
        "import foley_eval as f; from foley_eval import golden, baseline;"
        "print(len(f.load_golden()), f.run_ring0_retrieval_eval().mean['ndcg@10'],"
        "f.load_baseline()['golden']['revision'], golden.RING0_MANIFEST_PATH.is_file())"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "FOLEY_EVAL_DATA": str(reference_data)},
    )
    assert found.stdout.split() == ["156", "1.0", "gld-v2", "True"]


def test_reports_are_dataclasses() -> None:
    report = foley_eval.evaluate_run({"q": {"a": 1.0}}, {"q": {"a": 1}})
    same = retrieval.RetrievalReport(report.per_query, report.mean, report.ranks, 10)
    assert report == same
    assert dataclasses.replace(report, k=3).k == 3
    assert json.loads(json.dumps(dataclasses.asdict(report)))["ranks"] == {"q": 1}
    assert pickle.loads(pickle.dumps(report)) == report
    assert repr(report).startswith("RetrievalReport(per_query={'q': {'ndcg@10': 1.0")
    with pytest.raises(TypeError):
        hash(report)
    item = foley_eval.load_golden()[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        item.id = "other"  # type: ignore[misc]


def test_names_are_looked_up_when_called(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(golden, "build_run", lambda found: seen.append(found) or {"x": 1.0})
    monkeypatch.setattr(golden, "evaluate_run", lambda run, qrels, *, k: ("scored", len(run), k))
    n_events = sum(len(item.expected_events) for item in foley_eval.load_golden())
    assert foley_eval.run_ring0_retrieval_eval(k=4) == ("scored", n_events, 4)
    assert len(seen) == n_events
    assert all(len(found) <= 4 for found in seen)


class FirstLetters:
    """An embedder from outside: counts of first letters."""

    model_id = "test/first-letters"
    dim = 26

    def embed_text(self, text: Any) -> Any:
        texts = [text] if isinstance(text, str) else list(text)
        rows = np.zeros((len(texts), self.dim), dtype=np.float64)
        for row, each in zip(rows, texts, strict=True):
            for word in each.lower().split():
                if "a" <= word[0] <= "z":
                    row[ord(word[0]) - ord("a")] += 1
        return rows


def test_injected_embedder() -> None:
    library = foley_eval.build_eval_library(embedder=FirstLetters())
    first = library[next(iter(library))]
    assert first.embedding_model == "test/first-letters"
    assert first.embedding_dim == 26
    assert library.vindex is library.kindex
    assert (library.candidate_k, library.rrf_k) == (50, 60)
    assert library.get(first.id).caption == first.caption
    assert library.get("ring0:nothing") is None
    with pytest.raises(KeyError):
        library["ring0:nothing"]
    default = foley_eval.run_ring0_retrieval_eval()
    other = foley_eval.run_ring0_retrieval_eval(embedder=FirstLetters())
    assert other.mean != default.mean
    assert 0.0 < other.mean["ndcg@10"] < 1.0


def test_candidates_have_the_fields_that_callers_use() -> None:
    found = foley_eval.build_eval_library().search("rain", k=3)
    assert len(found) == 3
    fields = {field.name for field in dataclasses.fields(found[0])}
    assert fields >= {"sound", "origin", "event", "clap_score", "bm25_score", "rrf_score"}
    assert fields >= {"rerank_score", "verdict", "license_ok", "preview_uri", "notes"}
    assert found[0].license_ok is None
    run = foley_eval.build_run(found)
    assert list(run.values()) == [3.0, 2.0, 1.0]


def test_bundled_baseline_holds() -> None:
    report = foley_eval.run_ring0_retrieval_eval()
    held = foley_eval.load_baseline()
    assert report.mean["ndcg@10"] >= held["value"] - held["tolerance"]
    assert 0.6 <= report.mean["ndcg@10"] <= 0.9
    assert not foley_eval.is_stale(
        held, seed_path=golden.DEFAULT_GOLDEN_PATH, manifest_path=golden.RING0_CORPUS_PATH
    )


def test_plain_dicts_and_other_mappings() -> None:
    class Frozen(dict):  # type: ignore[type-arg]
        pass

    from types import MappingProxyType

    run = MappingProxyType({"q": MappingProxyType({"a": 2, "b": np.float32(1.5), "c": True})})
    qrels = Frozen(q=Frozen(b=np.int64(1)))
    report = foley_eval.evaluate_run(run, qrels)
    assert report.ranks == {"q": 2}
    assert foley_eval.mrr_at_k(qrels["q"], run["q"]) == 0.5


@pytest.mark.parametrize(
    ("row", "ranks"),
    [
        ({3: 1.0, 1: 1.0, 2: 5.0}, {3: 3, 1: 2, 2: 1}),
        ({("b", 1): 1.0, ("a", 2): 1.0}, {("b", 1): 2, ("a", 2): 1}),
        ({"\ud800": 1.0, "a": 1.0}, {"\ud800": 2, "a": 1}),
    ],
)
def test_ids_that_are_no_text(row: dict[Any, float], ranks: dict[Any, int]) -> None:
    for each, rank in ranks.items():
        report = foley_eval.evaluate_run({"q": row}, {"q": {each: 1}})
        assert report.ranks["q"] == rank
        assert foley_eval.mrr_at_k({each: 1}, row) == 1 / rank
    assert retrieval._ranked_ids(row) == sorted(ranks, key=ranks.__getitem__)


def test_nan_scores_come_last_whatever_the_order() -> None:
    row = {"z": float("nan"), "a": float("nan"), "b": -1.0, "c": float("-inf")}
    for ids in (list(row), list(reversed(row))):
        assert retrieval._ranked_ids({each: row[each] for each in ids}) == ["b", "c", "a", "z"]
        shuffled = {each: row[each] for each in ids}
        assert foley_eval.evaluate_run({"q": shuffled}, {"q": {"z": 1}}).ranks["q"] == 4


def test_objects_with_any_float(tmp_path: Path) -> None:
    class Odd:
        def __init__(self, row: dict[str, Any]) -> None:
            self.row = row

        def __float__(self) -> float:
            self.row.clear()  # hostile: changes the dict while it is read
            return 1.0

    row: dict[str, Any] = {}
    row.update({"a": Odd(row), "b": 0.5})
    assert foley_eval.mrr_at_k({"b": 1}, row) in (0.0, 0.5, 1.0)


def test_write_baseline_takes_any_report(tmp_path: Path) -> None:
    written = foley_eval.write_baseline(
        SimpleNamespace(mean={}),
        path=tmp_path / "b.json",
        seed_path=tmp_path / "none",
        manifest_path=tmp_path / "none",
        updated_at="2026-01-01",
        n_items=0,
    )
    assert foley_eval.load_baseline(tmp_path / "b.json") == written
    assert not foley_eval.is_stale(
        written, seed_path=tmp_path / "none", manifest_path=tmp_path / "none"
    )
    with pytest.raises(FileNotFoundError):
        foley_eval.write_baseline(
            SimpleNamespace(mean={}),
            path=tmp_path / "no/such/folder/b.json",
            seed_path=tmp_path / "none",
            manifest_path=tmp_path / "none",
            updated_at="2026-01-01",
            n_items=0,
        )
