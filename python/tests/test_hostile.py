"""Objects that run code of their own, embedders that misbehave, errors that travel."""

from __future__ import annotations

import copy
import os
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import foley_eval
import numpy as np
import pytest
from foley_eval import BadInputError
from foley_eval.search import MemoryIndex


class Clearing(str):
    """A key that collides with another and clears a table when it is compared."""

    target: dict[Any, Any]

    def __eq__(self, other: object) -> bool:
        self.target.clear()
        return False

    def __hash__(self) -> int:
        return hash("q0")


def test_keys_that_change_the_tables() -> None:
    qrels = {f"q{i}": {f"clip-{i}-{j}": 1 for j in range(5)} for i in range(50)}
    key = Clearing("other")
    key.target = qrels
    run: dict[Any, Any] = {key: {"a": 1.0}}
    run.update({f"q{i}": {f"clip-{i}-{j}": 1.0 for j in range(5)} for i in range(50)})
    key.target = qrels
    for _ in range(20):
        try:
            report = foley_eval.evaluate_run(run, qrels)
        except (RuntimeError, TypeError):
            continue
        assert set(report.ranks.values()) <= set(range(6))


def test_scores_that_change_the_tables() -> None:
    class Score:
        def __float__(self) -> float:
            qrels.get("q", {}).clear()
            run.get("q", {}).clear()
            return 1.0

    for _ in range(50):
        qrels: dict[str, Any] = {"q": {f"id-{i}-{os.urandom(4).hex()}": 1 for i in range(9)}}
        run: dict[str, Any] = {"q": {each: Score() for each in qrels["q"]}}
        report = foley_eval.evaluate_run(run, qrels)
        assert set(report.per_query) == {"q"}


def test_an_empty_vector_is_refused() -> None:
    index = MemoryIndex()
    with pytest.raises(ValueError, match="no dimensions"):
        index.upsert("e", [])
    with pytest.raises(ValueError, match="NaN or infinity"):
        index.upsert("n", [float("nan")] * 8)
    assert (len(index), index.dim) == (0, None)
    for i in range(20):
        index.upsert(f"d{i}", [1.0, 2.0, 3.0, float(i)])
    assert index.dim == 4
    assert len(index.knn([0, 0, 0, 1], 3)) == 3
    assert index.knn([0, 0, 0, 1], 2**80) == index.knn([0, 0, 0, 1], 20)


ROWS = {
    "no row": lambda n: np.zeros((0, 8)),
    "no dimension": lambda n: np.zeros((1, 0)),
    "turned": lambda n: np.zeros((8, 1)),
    "flat": lambda n: np.zeros(8),
    "deep": lambda n: np.zeros((1, 2, 4)),
    "complex": lambda n: np.zeros((1, 8), dtype=complex),
    "text": lambda n: np.array([["a"]]),
    "changing": lambda n: np.ones((1, 8 if n == 0 else 16)),
    "NaN": lambda n: np.full((1, 8), np.nan),
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_embedders_that_misbehave(rows: Any) -> None:
    class Embedder:
        calls = 0

        def embed_text(self, text: str) -> Any:
            self.calls += 1
            return rows(self.calls - 1)

    with pytest.raises(ValueError, match=r"embed_text of Embedder|the vector"):
        foley_eval.build_eval_library(embedder=Embedder())


def test_paths_are_paths(tmp_path: Path) -> None:
    def write(path: Any) -> None:
        foley_eval.write_baseline(
            SimpleNamespace(mean={}),
            path=path,
            seed_path="none",
            manifest_path="none",
            updated_at="2026-01-01",
            n_items=0,
        )

    class Where:
        def __fspath__(self) -> str:
            return str(tmp_path / "by_protocol.json")

    write(Where())
    write(os.fsencode(tmp_path / "by_bytes.json"))
    odd = tmp_path / os.fsdecode(b"odd-\xff.json")
    write(odd)
    assert sorted(tmp_path.iterdir()) == sorted(
        [tmp_path / "by_protocol.json", tmp_path / "by_bytes.json", odd]
    )
    assert foley_eval.load_baseline(odd)["metric"] == "ndcg@10"
    for wrong in (None, 5):
        with pytest.raises(TypeError):
            write(wrong)
    for wrong in ("", str(tmp_path / "a\0b.json")):
        with pytest.raises(ValueError, match="no file name"):
            write(wrong)


def raised(path: Path, data: bytes) -> BadInputError:
    path.write_bytes(data)
    with pytest.raises(BadInputError) as caught:
        foley_eval.load_golden(path)
    return caught.value


def test_errors_travel_between_processes(tmp_path: Path) -> None:
    errors: list[Exception] = [
        raised(tmp_path / "a.json", b"[{}]"),
        raised(tmp_path / "b.json", b"[1,"),
        raised(tmp_path / "c.json", b'["\xff"]'),
        raised(tmp_path / "d.json", b"{}"),
        raised(tmp_path / "e.json", b'[{"id": 1, "id": 2}]'),
    ]
    with pytest.raises(KeyError) as unknown:
        foley_eval.evaluate_run({}, {"q": {}}, metrics=["nope@1"])
    errors.append(unknown.value)
    for error in errors:
        for twin in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
            assert type(twin) is type(error)
            assert str(twin) == str(error)
            assert twin.args == error.args
            assert vars(twin) == vars(error)


def test_the_culprit_is_named() -> None:
    run: dict[str, Any] = {"q1": {"a": 1.0}, "q2": {"b": {"score": 1}}}
    qrels: dict[str, Any] = {"q1": {"a": 1}, "q2": {"b": 1}}
    with pytest.raises(TypeError, match=r"run\['q2'\]\['b'\] is dict; write a number"):
        foley_eval.evaluate_run(run, qrels)
    with pytest.raises(TypeError, match=r"qrels\['q2'\] is list"):
        foley_eval.evaluate_run({}, {"q1": {"a": 1}, "q2": ["b"]})  # type: ignore[dict-item]
    with pytest.raises(KeyError, match="pass a sequence"):
        foley_eval.evaluate_run({}, {}, metrics="ndcg@10")
    library = foley_eval.build_eval_library()
    with pytest.raises(TypeError, match="the query is list"):
        library.search(["rain"])  # type: ignore[arg-type]
    assert len(library.search("\ud800", k=3)) == 3
