"""evaluate(): one answer whatever the run and the judgments come in."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import foley_eval
import numpy as np
import pytest
from foley_eval import BadInputError, evaluate

METRICS = ["ndcg@10", "recall@10", "map@10", "mrr@10"]
Table = dict[str, dict[str, Any]]
Rows = list[tuple[str, str, Any]]


def tables(seed: int = 1) -> tuple[Table, Table]:
    """Judgments and a run with ties, long ids and ids beyond ASCII; one query is not answered."""
    rng = random.Random(seed)
    ids = [f"dé{j}" if j % 3 == 0 else f"a-rather-long-document-id-{j}" for j in range(50)]
    qrels = {f"q{i}": {d: rng.choice([0, 1, 2]) for d in rng.sample(ids, 12)} for i in range(9)}
    run = {f"q{i}": {d: rng.randint(0, 9) / 4 for d in rng.sample(ids, 20)} for i in range(8)}
    return qrels, run


QRELS, RUN = tables()


def rows(table: Table, shuffled: bool = False) -> Rows:
    flat = [(query, doc, value) for query, row in table.items() for doc, value in row.items()]
    if shuffled:
        random.Random(7).shuffle(flat)
    return flat


def columns(table: Table, shuffled: bool = False) -> list[list[Any]]:
    return [list(each) for each in zip(*rows(table, shuffled), strict=True)]


def arrays(table: Table, kind: Any) -> tuple[Any, Any, Any]:
    query, doc, value = columns(table, True)
    if kind == "S":
        query, doc = [each.encode() for each in query], [each.encode() for each in doc]
    return np.array(query, dtype=kind), np.array(doc, dtype=kind), np.array(value)


def module(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed; tools/setup does it")


def pandas_frame(table: Table, value: str, **types: str) -> Any:
    query, doc, number = columns(table, True)
    frame = module("pandas").DataFrame({"qid": query, "docno": doc, value: number})
    return frame.astype(types)


def polars_frame(table: Table, value: str) -> Any:
    query, doc, number = columns(table, True)
    return module("polars").DataFrame({"query_id": query, "doc_id": doc, value: number})


def polars_categories(table: Table, value: str) -> Any:
    polars = module("polars")
    return polars_frame(table, value).with_columns(polars.col("query_id").cast(polars.Categorical))


def arrow_table(table: Table, value: str) -> Any:
    query, doc, number = columns(table, True)
    return module("pyarrow").table({"q_id": query, "docid": doc, value: number})


def arrow_chunks(table: Table, value: str) -> Any:
    whole = arrow_table(table, value)
    arrow = module("pyarrow")
    return arrow.concat_tables([whole.slice(3, 40), whole.slice(0, 3), whole.slice(43)])


def arrow_types(table: Table, value: str) -> Any:
    arrow = module("pyarrow")
    whole = arrow_table(table, value)
    types = [
        ("q_id", arrow.dictionary(arrow.int8(), arrow.string())),
        ("docid", arrow.large_string()),
    ]
    schema = arrow.schema([*types, (value, whole.schema.field(value).type)])
    return whole.cast(schema)


def records(table: Table, value: str) -> Any:
    kinds = [("qid", ">U9"), ("docno", "U40"), (value, "f8")]
    return np.array(rows(table, True), dtype=kinds)


KINDS = {
    "dicts": lambda table, value: table,
    "lists": lambda table, value: tuple(columns(table, True)),
    "NumPy text": lambda table, value: arrays(table, "U"),
    "NumPy bytes": lambda table, value: arrays(table, "S"),
    "NumPy objects": lambda table, value: arrays(table, object),
    "named columns": lambda table, value: dict(
        zip(("query_id", "doc_id", value), arrays(table, object), strict=True)
    ),
    "records": records,
    "every second": lambda table, value: tuple(
        np.repeat(each, 2)[::2] for each in arrays(table, "U")
    ),
    "pandas": pandas_frame,
    "pandas objects": lambda table, value: pandas_frame(table, value, qid="object", docno="object"),
    "pandas categories": lambda table, value: pandas_frame(table, value, qid="category"),
    "Polars": polars_frame,
    "Polars categories": polars_categories,
    "Arrow": arrow_table,
    "Arrow in chunks": arrow_chunks,
    "Arrow, other types": arrow_types,
}


def expected() -> Any:
    """The reference's kernel, which shares none of the ways in."""
    return foley_eval.evaluate_run(RUN, QRELS, metrics=METRICS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_table(kind: str) -> None:
    result = evaluate(KINDS[kind](QRELS, "relevance"), KINDS[kind](RUN, "score"), METRICS)
    assert result.per_query == expected().per_query
    # Not the last bit: shuffled rows bring the queries in another order.
    assert result.mean == pytest.approx(expected().mean, rel=1e-14)
    assert result.unanswered == ["q8"]
    assert result.unjudged == []


def written(folder: Path) -> dict[str, tuple[Path, Path]]:
    run = rows(RUN)
    run.sort(key=lambda row: (row[0], -row[2]))
    trec = [f"{q} Q0 {d} {i} {s} tag\n" for i, (q, d, s) in enumerate(run)]
    (folder / "a.run").write_text("".join(trec), encoding="utf-8")
    qrels = "".join(f"{q} 0 {d} {g}\n" for q, d, g in rows(QRELS))
    (folder / "a.qrels").write_text(qrels, encoding="utf-8")
    for name, table in (("r.csv", run), ("q.csv", rows(QRELS))):
        lines = "".join(f"{q},{d},{value}\n" for q, d, value in table)
        (folder / name).write_text("query_id,doc_id,score\n" + lines, encoding="utf-8")
    return {
        "TREC": (folder / "a.qrels", folder / "a.run"),
        "CSV": (folder / "q.csv", folder / "r.csv"),
    }


def test_files_and_mixtures(tmp_path: Path) -> None:
    files = written(tmp_path)
    for qrels, run in [
        *files.values(),
        (files["TREC"][0], RUN),
        (QRELS, str(files["TREC"][1])),
        (arrays(QRELS, "U"), bytes(files["CSV"][1])),
    ]:
        result = evaluate(qrels, run, METRICS)
        assert result.per_query == expected().per_query
        assert result.mean == pytest.approx(expected().mean, rel=1e-14)


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas"])
def test_parquet(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module("pyarrow")
    found = importlib.util.find_spec
    if library != "pyarrow":
        module(library)
        others = {"pyarrow", "polars", "pandas"} - {library}
        monkeypatch.setattr(
            "foley_eval._inputs._installed", lambda name: name not in others and found(name)
        )
    parquet = importlib.import_module("pyarrow.parquet")
    parquet.write_table(arrow_table(RUN, "score"), tmp_path / "run.parquet")
    parquet.write_table(arrow_table(QRELS, "rel"), tmp_path / "qrels.pq")
    result = evaluate(tmp_path / "qrels.pq", tmp_path / "run.parquet", METRICS)
    assert result.mean == pytest.approx(expected().mean, rel=1e-14)


def test_parquet_without_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foley_eval._inputs._installed", lambda name: False)
    with pytest.raises(ImportError, match="pyarrow, polars or pandas"):
        evaluate(QRELS, "run.parquet", METRICS)


def test_whole_numbers_are_ids() -> None:
    docs = np.array([7, 70, 700, 7, 70])
    queries = np.array([1, 1, 1, 2, 2], dtype=np.uint16)
    scores = np.array([3, 2, 1, 1, 2], dtype=np.int8)
    result = evaluate({"1": {"70": 1}, "2": {"70": 1}}, (queries, docs, scores), ["RR"])
    assert result.per_query == {"1": {"RR": 0.5}, "2": {"RR": 1.0}}


def test_several_runs() -> None:
    runs = {
        "dicts": RUN,
        "columns": arrays(RUN, "U"),
        "named": KINDS["named columns"](RUN, "score"),
    }
    results = evaluate(QRELS, runs, METRICS)
    assert list(results) == list(runs)
    assert all(each.mean == expected().mean for each in results.values())
    assert evaluate(QRELS, {"q1": {}}, ["map"]).mean == {"map": 0.0}


def test_measures_in_every_spelling() -> None:
    qrels, run = {"q": {"a": 0, "b": 1, "c": 2}}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    discount = 1 / np.log2([2, 3, 4])
    linear = (discount @ [0, 1, 2]) / (discount @ [2, 1, 0])
    powers = (discount @ [0, 1, 3]) / (discount @ [3, 1, 0])
    cases = {
        "ndcg@10": linear,
        "ndcg_cut_10": linear,
        "nDCG@10": linear,
        "nDCG(dcg='exp-log2')@10": powers,
        "map@100-l2": 1 / 3,
        "P_5": 2 / 5,
        "RR": 1 / 2,
        "num_ret": 3.0,
    }
    result = evaluate(qrels, run, list(cases))
    assert list(result.mean) == list(cases)
    assert result.mean == pytest.approx(cases, rel=1e-12)
    assert list(evaluate(qrels, run, "P.1,2").mean) == ["P_1", "P_2"]
    official = evaluate(qrels, run, "official")
    assert official.mean["num_q"] == 1.0
    assert "num_q" not in official.per_query["q"]


def test_ties_topics_and_options() -> None:
    qrels = {"q": {"b": 1}, "p": {"x": 1}}
    run = {"q": {"c": 1.0, "b": 1.0, "a": 1.0}, "r": {"z": 1.0}}
    ranks = {"id-asc": 1 / 2, "id-desc": 1 / 2, "input": 1 / 2, "rank": 1 / 2}
    for ties, value in ranks.items():
        assert evaluate(qrels, run, ["RR"], ties=ties).per_query["q"]["RR"] == value
    first = {"q": {"b": 1.0, "c": 1.0, "a": 1.0}}
    assert evaluate(qrels, first, ["RR"], ties="input").per_query["q"]["RR"] == 1.0
    expected_rank = evaluate(qrels, run, ["RR"], ties="expected").per_query["q"]["RR"]
    assert expected_rank == pytest.approx((1 + 1 / 2 + 1 / 3) / 3, rel=1e-12)
    means = {
        t: evaluate(qrels, run, ["RR"], topics=t).mean["RR"] for t in foley_eval.evaluation.TOPICS
    }
    assert means == pytest.approx({"qrels": 1 / 4, "run": 1 / 4, "both": 1 / 2, "union": 1 / 6})
    result = evaluate(qrels, run, ["RR"])
    assert (result.unanswered, result.unjudged) == (["p"], ["r"])
    assert evaluate(qrels, run, ["RR"], depth=1).per_query["q"]["RR"] == 0.0
    assert evaluate(qrels, run, ["RR"], judged_only=True).per_query["q"]["RR"] == 1.0
    graded = {"q": {"b": 1, "a": 2}}
    assert evaluate(graded, run, ["RR"], rel_level=2, ties="id-desc").mean["RR"] == 1 / 3


@pytest.mark.parametrize("threads", [1, 2, 8, None])
def test_threads_change_no_bit(threads: int | None, tmp_path: Path) -> None:
    qrels, run = written(tmp_path)["TREC"]
    assert evaluate(qrels, run, METRICS, threads=threads).per_query == expected().per_query


def test_many_threads_at_once() -> None:
    """A shared evaluator, and calls of every kind side by side."""
    evaluator = foley_eval.trec.RelevanceEvaluator(QRELS, ["map", "ndcg"])
    alone = evaluator.evaluate(RUN)
    table = arrays(RUN, "U")

    def work(i: int) -> bool:
        if i % 2:
            return evaluator.evaluate(RUN) == alone
        return evaluate(QRELS, table, METRICS, threads=2).per_query == expected().per_query

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))


def test_frames_come_out() -> None:
    result = evaluate(QRELS, RUN, METRICS)
    for library in ("pandas", "polars"):
        module(library)
        frame = result.to_frame(library)
        assert list(frame.columns) == ["query_id", *METRICS]
        assert list(frame["ndcg@10"]) == [row["ndcg@10"] for row in result.per_query.values()]
    with pytest.raises(ValueError, match="'pandas' or 'polars'"):
        result.to_frame("excel")
    assert set(result.to_dict()) >= {"per_query", "mean", "unanswered", "unjudged"}


def test_nothing_is_imported_that_is_not_used() -> None:
    code = (
        "import sys, foley_eval; foley_eval.evaluate({'q': {'a': 1}}, {'q': {'a': 1.0}}, ['map']);"
        "assert not {'pandas', 'polars', 'pyarrow'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "NaN": ({"q1": {"a": float("nan")}}, ValueError, "document 'a' is NaN"),
    "no number": ({"q1": {"a": "x"}}, TypeError, "real number"),
    "row": ({"q1": ["a"]}, TypeError, "a row of the run is list"),
    "query": ({1: {"a": 1.0}}, TypeError, "query id 1 is int"),
    "bytes": ({"q1": {b"a": 1.0}}, TypeError, "document id b'a' is bytes"),
    "another set": ({"zz": {"a": 1.0}}, BadInputError, "no query of the run is judged, e.g. 'zz'"),
    "no table": (5, TypeError, "give a dict, a path, columns or a frame"),
    "columns": ((["q1"], ["a"]), TypeError, "2 columns"),
    "lengths": ((["q1"], ["a"], [1.0, 2.0]), ValueError, "not of the same length"),
    "infinity": ((["q1"], ["a"], [float("inf")]), BadInputError, r"row 0.*infinite.*FE-IO-07"),
    "twice": ((["q1", "q2", "q1"], ["a"] * 3, [1, 2, 3]), BadInputError, r"row 2.*FE-IO-10"),
    "text": ((["q1"], ["a"], ["1.0"]), TypeError, "scores are"),
    "text objects": ((["q1"], ["a"], np.array(["1"], object)), TypeError, "scores are text"),
    "missing id": ((["q1"], [None], [1.0]), TypeError, "document id None is NoneType"),
    "float ids": ((["q1"], np.array([1.5]), [1.0]), TypeError, "document id 1.5 is float"),
    "dates": ((np.array(["2020"], "M8[D]"), ["a"], [1.0]), TypeError, "query id"),
    "matrix": ((np.array([["q1"]]), ["a"], [1.0]), ValueError, "one dimension"),
    "half a character": ((["q1"], ["\ud800"], [1.0]), UnicodeEncodeError, "surrogates"),
    "no UTF-8": ((np.array([b"\xff"]), ["a"], [1.0]), UnicodeDecodeError, "utf-8"),
    "no file": ("/there/is/none.run", FileNotFoundError, "no such file"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    run, error, words = REFUSED[name]
    with pytest.raises(error, match=words):
        evaluate(QRELS, run, METRICS)


def test_other_refusals(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="ndcg"):
        evaluate(QRELS, RUN, ["ndgc@10"])
    with pytest.raises(TypeError, match="no name"):
        evaluate(QRELS, RUN, [10])  # type: ignore[list-item]
    for options in ({"ties": "random"}, {"topics": "all"}, {"depth": 0}):
        with pytest.raises(ValueError, match=r"write one of|depth"):
            evaluate(QRELS, RUN, METRICS, **options)
    with pytest.raises(BadInputError, match="no judgments"):
        evaluate({}, RUN, METRICS)
    with pytest.raises(TypeError, match=r"1\.5 is not a whole number"):
        evaluate({"q1": {"a": 1.5}}, RUN, METRICS)
    with pytest.raises(BadInputError, match="FE-IO-08"):
        evaluate((["q1"], ["a"], [1.5]), RUN, METRICS)
    with pytest.raises(BadInputError, match="FE-IO-09"):
        evaluate((["q1"], ["a"], [2**31]), RUN, METRICS)
    with pytest.raises(BadInputError, match="FE-IO-11"):
        evaluate((["q1", "q1"], ["a", "a"], [1, 1]), RUN, METRICS)
    with pytest.raises(BadInputError, match="no document column"):
        evaluate(QRELS, np.zeros(1, dtype=[("qid", "U2"), ("score", "f8")]), METRICS)
    bad = tmp_path / "bad.run"
    bad.write_text("q1 Q0 d 1 abc t\nq1 Q0 e 2 0.5 t\n")
    with pytest.raises(BadInputError, match=r"bad\.run:1:11.*FE-IO-06"):
        evaluate(QRELS, bad, METRICS)
    kept = evaluate(QRELS, bad, METRICS, lenient=True)
    assert kept.dropped_count == len(kept.dropped) == 1
    assert "FE-IO-06" in kept.dropped[0]
