"""The measures and reports against the values of the reference."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import foley_eval
import pytest
from conftest import near, number, oracle, row, table
from foley_eval import retrieval

METRICS = oracle("retrieval_metrics")
REPORTS = oracle("evaluate_run")
FUNCTIONS = {
    "recall": foley_eval.recall_at_k,
    "precision": foley_eval.precision_at_k,
    "map": foley_eval.average_precision_at_k,
    "mrr": foley_eval.mrr_at_k,
}


@pytest.mark.parametrize("case", METRICS["cases"] + METRICS["edge"], ids=lambda case: case["note"])
def test_measures(case: dict[str, Any]) -> None:
    qrels, run, k = row(case["qrels"]), row(case["run"]), case["k"]
    assert foley_eval.ndcg_at_k(qrels, run, k) == near(number(case["expect"]["ndcg"]))
    for name, function in FUNCTIONS.items():
        value = function(qrels, run, k, rel_lvl=case["rel_lvl"])
        assert value == near(number(case["expect"][name])), name
        assert type(value) is float
    assert retrieval._ranked_ids(run) == case["ranked"]
    report = foley_eval.evaluate_run({"q": run}, {"q": qrels})
    assert report.ranks == {"q": case["rank_of_top"]}


@pytest.mark.parametrize("case", REPORTS["reports"], ids=str)
def test_reports(case: dict[str, Any]) -> None:
    report = foley_eval.evaluate_run(
        table(case["run"]), table(case["qrels"]), k=case["k"], **case["kw"]
    )
    want = case["report"]
    assert list(report.per_query) == want["per_query_order"]
    assert list(report.mean) == want["mean_order"]
    assert report.ranks == want["ranks"]
    assert report.k == want["k"]
    for name, value in want["mean"].items():
        assert report.mean[name] == near(number(value))
    for query, values in want["per_query"].items():
        assert list(report.per_query[query]) == list(values)
        for name, value in values.items():
            assert report.per_query[query][name] == near(number(value))
    assert report.format_regression_diff(case["baseline"]) == case["diff_text"]


@pytest.mark.parametrize("case", REPORTS["parse_metric"], ids=lambda case: case["name"])
def test_metric_names(case: dict[str, Any]) -> None:
    run, qrels = {"q": {"a": 1.0}}, {"q": {"a": 1}}
    name, want = case["name"], case["evaluate"]
    if "error" in want:
        error = {"ValueError": ValueError, "KeyError": KeyError}[want["error"]]
        with pytest.raises(error):
            foley_eval.evaluate_run(run, qrels, metrics=[name])
    else:
        assert foley_eval.evaluate_run(run, qrels, metrics=[name]).mean == want
    if isinstance(case["expect"], list):
        assert list(retrieval._parse_metric(name)) == case["expect"]


@pytest.mark.parametrize("case", REPORTS["build_run"], ids=lambda case: str(case["ids"])[:40])
def test_build_run(case: dict[str, Any]) -> None:
    candidates = [SimpleNamespace(sound=SimpleNamespace(id=each)) for each in case["ids"]]
    built = foley_eval.build_run(candidates)
    assert [[each, score] for each, score in built.items()] == case["expect"]


@pytest.mark.parametrize("case", REPORTS["mean_over_queries"], ids=lambda c: str(c["values"])[:40])
def test_means(case: dict[str, Any]) -> None:
    assert foley_eval.mean_over_queries(case["values"]) == case["expect"]
