"""What embeddings may be: arrays, tables and files, and the manifests that go with them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from foley_eval import BadInputError
from foley_eval.fidelity import (
    EmbeddingSet,
    Manifest,
    Moments,
    Statistics,
    UnlikeError,
    fad,
    kad,
    load_embeddings,
    load_statistics,
    save_statistics,
)


def rows(seed: int = 1, count: int = 12, columns: int = 4) -> Any:
    return np.random.default_rng(seed).normal(size=(count, columns))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_arrays_are_read_in_place(dtype: str) -> None:
    x = rows().astype(dtype)
    assert np.shares_memory(EmbeddingSet.of(x).numbers, x)
    x.flags.writeable = False
    assert np.shares_memory(EmbeddingSet.of(x).numbers, x)


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [("f2", "f4"), ("i1", "f4"), ("u2", "f4"), ("i4", "f8"), ("u8", "f8"), (">f4", "f4")],
)
def test_other_types_become_one_that_holds_them(dtype: str, expected: str) -> None:
    x = (np.arange(12).reshape(4, 3) % 7).astype(dtype)
    found = EmbeddingSet.of(x).numbers
    assert found.dtype == np.dtype(expected)
    np.testing.assert_array_equal(found, x.astype(np.float64))


def test_layouts_are_settled() -> None:
    x = rows()
    buffer = np.frombuffer(b"x" + x.tobytes(), dtype=np.uint8)
    odd = buffer[1:].view(np.float64).reshape(x.shape)
    assert not odd.flags.aligned
    for each in (np.asfortranarray(x), np.repeat(x, 2, axis=1)[:, ::2], x[::-1][::-1], odd):
        found = EmbeddingSet.of(each).numbers
        assert found.flags.c_contiguous
        assert found.flags.aligned
        np.testing.assert_array_equal(found, x)
    assert EmbeddingSet.of(x[0]).numbers.shape == (1, 4)
    np.testing.assert_array_equal(EmbeddingSet.of([list(each) for each in x]).numbers, x)


@pytest.mark.parametrize(
    "bad",
    [
        np.array([[1, 2], [3, None]], dtype=object),
        np.ones((2, 2), dtype=bool),
        np.ones((2, 2), dtype=complex),
        np.array([["a", "b"]]),
        np.ones((2, 2, 2)),
        np.array([[2**60 + 1, 1]]),
        [[1.0, 2.0], [3.0]],
        [],
        {1, 2},
        np.ma.masked_equal(np.ones((2, 2)), 1.0),
    ],
)
def test_what_is_no_embedding_set(bad: Any) -> None:
    with pytest.raises(BadInputError):
        EmbeddingSet.of(bad)


def frames(x: Any) -> list[Any]:
    """The same set as tables of all kinds, with clips and categories."""
    clips = [f"c{i}" for i in range(len(x))]
    groups = ["rain", "wind"] * (len(x) // 2)
    lists = x.tolist()
    wide = {"clip": clips, **{f"d{i}": x[:, i] for i in range(x.shape[1])}, "category": groups}
    long = {"clip": clips, "embedding": lists, "category": groups}
    typed = {
        **long,
        "embedding": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(x.ravel()), x.shape[1]),
    }
    return [
        pandas.DataFrame(wide), polars.DataFrame(wide), pyarrow.table(wide), wide,
        pandas.DataFrame(long), polars.DataFrame(long), pyarrow.table(long), long,
        pyarrow.table(typed), polars.DataFrame(long).cast(
            {"embedding": polars.Array(polars.Float64, x.shape[1])}
        ),
    ]  # fmt: skip


@pytest.mark.parametrize("which", range(10))
def test_tables(which: int) -> None:
    x = rows()
    found = EmbeddingSet.of(frames(x)[which])
    np.testing.assert_array_equal(found.numbers, x)
    assert found.clips == [f"c{i}" for i in range(12)]
    assert found.category_of_row() == ["rain", "wind"] * 6
    parts = found.by_category()
    assert list(parts) == ["rain", "wind"]
    np.testing.assert_array_equal(parts["wind"].numbers, x[1::2])
    assert parts["wind"].clips == [f"c{i}" for i in range(1, 12, 2)]


@pytest.mark.parametrize("which", range(10))
def test_parquet(which: int, tmp_path: Path) -> None:
    x = rows()
    table = frames(x)[which]
    path = tmp_path / "set.parquet"
    if isinstance(table, pandas.DataFrame):
        table.to_parquet(path)
    elif isinstance(table, polars.DataFrame):
        table.write_parquet(path)
    else:
        pyarrow.parquet.write_table(pyarrow.table(table), path)
    found = load_embeddings(path)
    np.testing.assert_array_equal(found.numbers, x)
    assert found.clips[3] == "c3"
    assert found.source == str(path)


@pytest.mark.parametrize("make", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_faults_of_tables_are_named(make: Any) -> None:
    ragged = {"embedding": [[1.0, 2.0], [1.0, 2.0, 3.0]]}
    with pytest.raises(BadInputError, match="row 1"):
        EmbeddingSet.of(make(ragged))
    with pytest.raises(BadInputError, match="row 1"):
        EmbeddingSet.of(make({"embedding": [[1.0, 2.0], None, [3.0, 4.0]]}))
    with pytest.raises(BadInputError, match="note"):
        EmbeddingSet.of(make({"d0": [1.0, 2.0], "note": ["a", "b"]}))
    with pytest.raises(BadInputError, match="clip"):
        EmbeddingSet.of(make({"clip": [None, "b"], "d0": [1.0, 2.0]}))
    with pytest.raises(KeyError):
        EmbeddingSet.of(make({"d0": [1.0, 2.0]}), clip_column="who")


def test_clips_group_rows() -> None:
    found = EmbeddingSet.of(
        rows(), clips=["a", "b", "c"] * 4, categories=["x", "y", "x"] * 4, manifest={"hop": 160}
    )
    assert found.clips == ["a", "b", "c"]
    assert found.clip_of_row.tolist() == [0, 1, 2] * 4
    assert found.categories == ["x", "y", "x"]
    assert found.manifest["hop"] == "160"
    assert found.clip_name(4) == "b"
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.numbers, found.numbers)
    with pytest.raises(BadInputError, match="11 clips for 12 rows"):
        EmbeddingSet.of(rows(), clips=["a"] * 11)
    with pytest.raises(BadInputError, match="category"):
        EmbeddingSet.of(rows(), clips=["a"] * 12, categories=["x", "y"] * 6)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("dtype", ["<f4", "<f8", ">f8", "<f2", "<i2", ">i4", "|u1", "<u8"])
@pytest.mark.parametrize("fortran", [False, True])
def test_npy_of_numpy(tmp_path: Path, version: Any, dtype: str, fortran: bool) -> None:
    x = (rows() * 50).astype(dtype)
    if fortran:
        x = np.asfortranarray(x)
    path = tmp_path / "set.npy"
    with path.open("wb") as file:
        np.lib.format.write_array(file, x, version=version, allow_pickle=False)
    np.testing.assert_array_equal(load_embeddings(path).numbers, x.astype(np.float64))


def test_npy_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.npy"
    for bad in (
        np.array([[1, "a"]], dtype=object),
        np.ones((2, 2), dtype=bool),
        np.ones((2, 2, 2)),
        np.empty((0, 4)),
    ):
        np.save(path, bad, allow_pickle=True)
        with pytest.raises(BadInputError, match=r"set\.npy"):
            load_embeddings(path)
    x = rows()
    x[5, 2] = np.inf
    np.save(path, x)
    with pytest.raises(BadInputError, match=r"set\.npy.*row 6.*column 3"):  # files count from 1
        load_embeddings(path)
    np.save(path, rows())
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(BadInputError):
        load_embeddings(path)
    with pytest.raises(FileNotFoundError):
        load_embeddings(tmp_path / "none.npy")


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_npz_of_numpy(tmp_path: Path, save: Any) -> None:
    x = rows().astype(np.float32)
    path = tmp_path / "set.npz"
    save(
        path, embeddings=x, clips=np.array([f"klang-ä{i}" for i in range(12)]),
        categories=np.array(["rain", "wind"] * 6),
        manifest=np.frombuffer(json.dumps({"embedding": "m", "hop": 10}).encode(), np.uint8),
    )  # fmt: skip
    found = load_embeddings(path)
    np.testing.assert_array_equal(found.numbers, x)
    assert found.numbers.dtype == np.float32
    assert found.clips[2] == "klang-ä2"
    assert found.category_of_row() == ["rain", "wind"] * 6
    assert dict(found.manifest) == {"embedding": "m", "hop": "10"}


def test_a_mapped_file_outlives_its_set(tmp_path: Path) -> None:
    x = rows(count=500)
    np.save(tmp_path / "set.npy", x)
    numbers = load_embeddings(tmp_path / "set.npy").numbers
    assert not numbers.flags.writeable
    np.testing.assert_array_equal(numbers, x)


def test_a_folder_of_clips(tmp_path: Path) -> None:
    for group, seed in (("rain", 1), ("wind", 2)):
        (tmp_path / group).mkdir()
        for name in ("a", "b"):
            np.save(tmp_path / group / f"{name}.npy", rows(seed, 3))
    (tmp_path / "manifest.json").write_text('{"embedding": "m"}', encoding="utf-8")
    found = load_embeddings(tmp_path)
    assert found.rows == 12
    assert found.clip_count == 4
    assert found.clip_of_row.tolist() == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert found.categories == ["rain", "rain", "wind", "wind"]
    assert found.manifest["embedding"] == "m"


def test_manifests_that_differ() -> None:
    first = Manifest.of(embedding="clap", sample_rate_hz=48000, hop=None, n=5)
    second = Manifest.of({"embedding": "vggish"}, sample_rate_hz="48000.0", window="hann", n=6)
    assert [each.field for each in first.differences(second)] == ["embedding"]
    assert [each.field for each in first.unknown(second)] == ["window"]
    x = EmbeddingSet.of(rows(1), manifest=first)
    y = EmbeddingSet.of(rows(2), manifest=second)
    for distance in (fad, kad):
        with pytest.raises(UnlikeError, match="clap and vggish") as caught:
            distance(x, y)
        assert caught.value.differences[0].field == "embedding"
        assert pickle.loads(pickle.dumps(caught.value)).differences == caught.value.differences
        allowed = distance(x, y, allow_unlike=True)
        assert allowed.stamp.unlike == ["embedding: clap and vggish"]
        assert any("clap" in each for each in allowed.warnings)
    # Who does not say cannot differ.
    found = fad(x, EmbeddingSet.of(rows(2), manifest={"sample_rate_hz": 48000}))
    assert any("embedding" in each for each in found.warnings)
    assert found.stamp.embedding == "clap"
    assert pickle.loads(pickle.dumps(first)) == first


def test_sets_that_contradict_themselves() -> None:
    x = rows()
    plain = EmbeddingSet(x.tolist(), clip_of_row=[0, 1] * 6)  # type: ignore[arg-type]
    assert plain.numbers.dtype == np.float64
    assert plain.clip_of_row.dtype == np.uint32
    for bad in (
        {"clip_of_row": [0, 1]},
        {"clip_of_row": [-1] * 12},
        {"clips": ["a"]},
        {"clip_of_row": [0, 1] * 6, "categories": ["a"]},
    ):
        with pytest.raises(BadInputError):
            EmbeddingSet(x, **bad)  # type: ignore[arg-type]
    for thing in ({"a": 1}, {"a": "text"}, ["a", "b"], None, "/there/is/no/such.npy"):
        with pytest.raises((BadInputError, FileNotFoundError)):
            EmbeddingSet.of(thing)


def test_the_cache_of_another_tool(tmp_path: Path) -> None:
    for model, columns in (("clap", 4), ("vggish", 3)):
        (tmp_path / "embeddings" / model).mkdir(parents=True)
        for seed in range(3):
            np.save(tmp_path / "embeddings" / model / f"s{seed}.npy", rows(seed, 5, columns))
    with pytest.raises(BadInputError, match="vggish"):
        load_embeddings(tmp_path)
    found = load_embeddings(tmp_path, model="vggish")
    assert found.numbers.shape == (15, 3)
    assert found.clips == ["s0", "s1", "s2"]
    (tmp_path / "stats" / "clap").mkdir(parents=True)
    x = rows(9, 50)
    np.save(tmp_path / "stats" / "clap" / "mu.npy", x.mean(0))
    np.save(tmp_path / "stats" / "clap" / "cov.npy", np.cov(x.T))
    kept = load_statistics(tmp_path, model="clap")
    assert kept.count == 0
    distance = fad(kept, rows(2, 60))
    assert distance.value == pytest.approx(fad(x, rows(2, 60)).value, rel=1e-9)
    assert distance.reference.count == distance.stamp.n_ref == 0
    assert any("how many" in each for each in distance.warnings)


def test_statistics_travel(tmp_path: Path) -> None:
    kept = Moments.of(rows()).statistics(
        bandwidth=1.5, bandwidth_rule="median", manifest=Manifest.of(embedding="m")
    )
    save_statistics(tmp_path / "s.npz", kept)
    found = load_statistics(tmp_path / "s.npz")
    np.testing.assert_array_equal(found.mean, kept.mean)
    np.testing.assert_array_equal(found.covariance, kept.covariance)
    assert (found.count, found.bandwidth, found.bandwidth_rule) == (12, 1.5, "median")
    assert found.manifest == kept.manifest
    with pytest.raises(BadInputError):
        save_statistics(tmp_path / "t.npz", Statistics(np.zeros(2), np.eye(3), 5))
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(BadInputError):
        load_statistics(tmp_path / "other.npz")
