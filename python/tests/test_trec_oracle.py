"""foley_eval.trec against pytrec_eval itself: every measure, on random runs and judgments."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from foley_eval import trec

pytrec_eval = pytest.importorskip(
    "pytrec_eval", reason="pytrec_eval-terrier is not installed; tools/setup does it"
)

Table = dict[str, dict[str, Any]]
PAIRS = 1_000


def draw(rng: random.Random) -> tuple[Table, Table]:
    """Judgments and a run: ties, grades from -1 to 4, queries that one of them lacks."""
    docs = [f"d{i}" for i in range(rng.choice([5, 20, 60]))]
    qrels: Table = {}
    run: Table = {"unjudged": {"d1": 1.0}}
    kind = rng.choice(["few scores", "many scores", "equal as float32", "whole"])
    for q in rng.sample(range(20), rng.randint(1, 6)):
        judged = rng.sample(docs, rng.randint(1, len(docs)))
        grades = {doc: rng.choice([-1, 0, 0, 1, 1, 2, 3, 4]) for doc in judged}
        # A query without any grade from 0 on ends the process of the other.
        grades[judged[0]] = max(grades[judged[0]], 0)
        qrels[f"q{q}"] = grades
        if rng.random() < 0.85:
            run[f"q{q}"] = {
                doc: {
                    "few scores": rng.randint(0, 4) / 2,
                    "many scores": rng.gauss(0, 1),
                    "equal as float32": 1 + rng.randint(0, 9) * 1e-8,
                    "whole": rng.randint(-3, 30),
                }[kind]
                for doc in rng.sample(docs, rng.randint(0, len(docs)))
            }
    return qrels, run


def test_all_measures_and_options_agree() -> None:
    compared = undefined = 0
    for seed in range(PAIRS):
        rng = random.Random(seed)
        qrels, run = draw(rng)
        options = (rng.choice([1, 1, 2, 3]), rng.random() < 0.4)
        names = pytrec_eval.supported_measures
        theirs = pytrec_eval.RelevanceEvaluator(qrels, names, *options).evaluate(run)
        ours = trec.RelevanceEvaluator(qrels, names, *options).evaluate(run)
        assert list(ours) == list(theirs), seed
        for query, expected in theirs.items():
            assert list(ours[query]) == list(expected)
            for name, value in expected.items():
                where = (seed, options, query, name)
                if math.isnan(value):
                    # 0/0 where nothing is left of the ranking; no value is 0 here.
                    assert expected["num_ret"] == 0, where
                    assert ours[query][name] == 0.0, where
                    undefined += 1
                    continue
                assert ours[query][name] == pytest.approx(value, rel=1e-9, abs=1e-9), where
                compared += 1
    assert compared > 200_000
    assert undefined < compared / 100


REQUESTS: list[Any] = [
    {"ndcg_cut_10"},
    {"ndcg_cut.10,5"},
    ["P_5", "P", "P.7"],
    ["recall_3,1000", "map_cut_2", "success.2"],
    {"iprec_at_recall_0.15"},
    {"iprec_at_recall.0.25,0.75", "11pt_avg"},
    {"11pt_avg.0.25,0.75", "map"},
    {"Rprec_mult.0.3"},
    {"relative_P_3"},
    {"set_F_0.5"},
    {"set_F.2"},
    {"utility.1,2,3,4"},
    {"official"},
    {"set", "map_cut_3"},
    {"all_trec"},
    {"P_05"},
    {"map": 1, "bpref": 2},
    [],
]


@pytest.mark.parametrize("measures", REQUESTS, ids=str)
def test_names_and_parameters(measures: Any) -> None:
    for seed in range(20):
        qrels, run = draw(random.Random(seed))
        run = {query: row for query, row in run.items() if row}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
        ours = trec.RelevanceEvaluator(qrels, measures).evaluate(run)
        assert list(ours) == list(theirs)
        for query, expected in theirs.items():
            assert list(ours[query]) == list(expected)
            assert ours[query] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_names_are_the_same() -> None:
    assert trec.supported_measures == pytrec_eval.supported_measures
    assert trec.supported_nicknames == pytrec_eval.supported_nicknames
    assert set(pytrec_eval.__all__) <= set(trec.__all__)


def outcome(call: Any) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error)


QRELS: Table = {"q1": {"a": 1, "b": 0}, "q2": {"a": 2}}

WRONG_USE = {
    "unknown measure": lambda m: m.RelevanceEvaluator(QRELS, {"foo"}),
    "preferences": lambda m: m.RelevanceEvaluator(QRELS, {"prefs"}),
    "several judges": lambda m: m.RelevanceEvaluator(QRELS, {"qrels_jg"}),
    "text for measures": lambda m: m.RelevanceEvaluator(QRELS, "map"),
    "no measures": lambda m: m.RelevanceEvaluator(QRELS, None),
    "numbers for measures": lambda m: m.RelevanceEvaluator(QRELS, [1]),
    "no arguments": lambda m: m.RelevanceEvaluator(),
    "qrels no dict": lambda m: m.RelevanceEvaluator([("q1", {})], {"map"}),
    "judgments no dict": lambda m: m.RelevanceEvaluator({"q1": ["a"]}, {"map"}),
    "grade text": lambda m: m.RelevanceEvaluator({"q1": {"a": "1"}}, {"map"}),
    "grade None": lambda m: m.RelevanceEvaluator({"q1": {"a": None}}, {"map"}),
    "document a number": lambda m: m.RelevanceEvaluator({"q1": {1: 1}}, {"map"}),
    "query a number": lambda m: m.RelevanceEvaluator({1: {"a": 1}}, {"map"}),
    "query bytes": lambda m: m.RelevanceEvaluator({b"q": {"a": 1}}, {"map"}),
    "level 0": lambda m: m.RelevanceEvaluator(QRELS, {"map"}, 0),
    "level 1.5": lambda m: m.RelevanceEvaluator(QRELS, {"map"}, 1.5),
    "level text": lambda m: m.RelevanceEvaluator(QRELS, {"map"}, "1"),
    "level too large": lambda m: m.RelevanceEvaluator(QRELS, {"map"}, 2**40),
    "flag text": lambda m: m.RelevanceEvaluator(QRELS, {"map"}, judged_docs_only_flag="x"),
    "run list": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate([1]),
    "run None": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate(None),
    "run empty": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({}),
    "no judgments": lambda m: m.RelevanceEvaluator({}, {"map"}).evaluate({"q1": {"a": 1.0}}),
    "row list": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": ["a"]}),
    "score text": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {"a": "x"}}),
    "score None": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {"a": None}}),
    "score bool": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {"a": True}}),
    "doc number": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {1: 1.0}}),
    "doc bytes": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {b"a": 1.0}}),
    "query number": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({1: {"a": 1.0}}),
    "unjudged": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q9": {"a": "x"}}),
    "keyword": lambda m: m.RelevanceEvaluator(QRELS, {"map"}).evaluate(scores={"q1": {"a": 1.0}}),
    "run, few fields": lambda m: m.parse_run(["q 0 d 1 2.0"]),
    "run, many fields": lambda m: m.parse_run(["q 0 d 1 2.0 t z"]),
    "run, blank line": lambda m: m.parse_run(["\n"]),
    "run, document twice": lambda m: m.parse_run(["q 0 d 1 2.0 t\n"] * 2),
    "run, no score": lambda m: m.parse_run(["q 0 d 1 abc t\n"]),
    "run": lambda m: m.parse_run(["q 0 d 1 2.0 t\n", "q 0 e 2 -1e3 t", "p\t0\td\t1\t2\tt"]),
    "qrels, document twice": lambda m: m.parse_qrel(["q 0 d 1\n"] * 2),
    "qrels, grade 1.5": lambda m: m.parse_qrel(["q 0 d 1.5\n"]),
    "qrels": lambda m: m.parse_qrel(["q 0 d 1\n", "q 0 e -1"]),
    "sum": lambda m: m.compute_aggregated_measure("num_ret", [1.0, 2.0]),
    "mean": lambda m: m.compute_aggregated_measure("map", [0.5, 0.25]),
    "geometric mean": lambda m: round(m.compute_aggregated_measure("gm_map", [-0.5, -2.0]), 12),
    "sum of nothing": lambda m: m.compute_aggregated_measure("num_ret", []),
}


@pytest.mark.parametrize("name", WRONG_USE)
def test_wrong_use_ends_in_the_same(name: str) -> None:
    call = WRONG_USE[name]
    theirs, ours = outcome(lambda: call(pytrec_eval)), outcome(lambda: call(trec))
    if isinstance(theirs, type) and isinstance(ours, type):
        assert issubclass(ours, theirs)
    elif hasattr(theirs, "evaluate"):
        assert hasattr(ours, "evaluate")
    else:
        assert ours == theirs
