"""Where foley_eval.trec is meant to do other than pytrec_eval, or where that one would crash."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from foley_eval import trec

MEASURES = {"map", "recip_rank", "ndcg_cut_10"}


def scores(qrels: Any, run: Any, measures: Any = MEASURES, **options: Any) -> Any:
    return trec.RelevanceEvaluator(qrels, measures, **options).evaluate(run)


PERFECT = {"q": {"map": 1.0, "recip_rank": 1.0, "ndcg_cut_10": 1.0}}


@pytest.mark.parametrize(
    "score",
    [np.float32(0.5), np.float64(0.5), np.float16(0.5), np.int64(2), np.bool_(True), 2, True, 2.0],
    ids=lambda each: type(each).__name__,
)
def test_any_number_is_a_score(score: Any) -> None:
    # pytrec_eval: TypeError for np.float32 and whole numbers of NumPy.
    assert scores({"q": {"a": 1}}, {"q": {"a": score, "b": 0.25}}) == PERFECT


@pytest.mark.parametrize(
    "grade",
    [1, True, np.int64(1), np.uint8(1), np.bool_(True), 1.0, np.float32(1.0)],
    ids=lambda each: type(each).__name__,
)
def test_any_whole_number_is_a_grade(grade: Any) -> None:
    # pytrec_eval: TypeError for NumPy's numbers and for 1.0, which frames hold after a gap.
    assert scores({"q": {"a": grade, "b": 0}}, {"q": {"a": 2.0, "b": 1.0}}) == PERFECT


@pytest.mark.parametrize("grade", [1.5, np.float32(0.1), float("nan"), float("inf"), "1", b"1"])
def test_a_grade_is_a_whole_number(grade: Any) -> None:
    # ranx cuts 1.9 down to 1; nothing is cut here.
    with pytest.raises((TypeError, ValueError), match=r"whole|scale|number"):
        scores({"q": {"a": grade}}, {"q": {"a": 1.0}})


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf"), np.float32("nan")])
def test_nan_and_infinity_rank_nothing(score: Any) -> None:
    # pytrec_eval takes NaN for a tie with everything: its values then depend on the ids.
    for query in ("q", "unjudged"):
        with pytest.raises(ValueError, match=r"document 'b' is (NaN|infinite)"):
            scores({"q": {"a": 1}}, {query: {"a": 1.0, "b": score}})


def test_nul_is_part_of_an_id() -> None:
    # To pytrec_eval these are one id; two of them in a run gave an nDCG of 2e13.
    qrels, run = {"q": {"a\0x": 1}}, {"q": {"a\0y": 2.0, "a\0x": 1.0}}
    assert scores(qrels, run, {"map", "num_rel_ret"}) == {"q": {"num_rel_ret": 1.0, "map": 0.5}}
    assert scores({"q\0": {"a": 1}}, {"q": {"a": 1.0}}) == {}
    assert list(scores({"q\0": {"a": 1}}, {"q\0": {"a": 1.0}})) == ["q\0"]


def test_sentinels_are_ordinary_ids() -> None:
    # pytrec_eval keeps the last query by these names: the second call returned the wrong one.
    for query in ("no_query", "no query"):
        evaluator = trec.RelevanceEvaluator({query: {"a": 1}, "q": {"b": 1}}, {"map"})
        for _ in range(3):
            assert evaluator.evaluate({query: {"a": 1.0}}) == {query: {"map": 1.0}}
            assert evaluator.evaluate({"q": {"a": 1.0}}) == {"q": {"map": 0.0}}


def test_large_grades() -> None:
    # pytrec_eval clears 8 bytes a grade up to the highest: 17 GB here, or zeros without a word.
    top = 2**31 - 1
    found = scores({"q": {"a": top, "b": 1}}, {"q": {"b": 2.0, "a": 1.0}}, {"ndcg", "num_rel"})
    assert found["q"]["num_rel"] == 2.0
    gain = top / np.log2(3) + 1
    assert found["q"]["ndcg"] == pytest.approx(gain / (top + 1 / np.log2(3)), rel=1e-12)
    for grade in (2**31, 3 * 10**9, -(2**31) - 1, 10**30):
        with pytest.raises(ValueError, match="scale"):
            scores({"q": {"a": grade}}, {"q": {"a": 1.0}})


def test_queries_judged_only_below_zero() -> None:
    # Both trec_eval and pytrec_eval end in a segmentation fault here.
    for grade in (-1, -2, -100):
        qrels = {"p": {"a": 1}, "q": {"a": grade, "b": grade}}
        found = scores(qrels, {"p": {"a": 1.0}, "q": {"a": 1.0}}, trec.supported_measures)
        assert found["p"]["map"] == 1.0
        assert {found["q"][each] for each in ("map", "num_rel", "ndcg", "P_5", "bpref")} == {0.0}
        assert found["q"]["num_ret"] == 1.0


def test_a_row_without_documents() -> None:
    found = scores({"q": {"a": 1}}, {"q": {}}, trec.supported_measures)
    counts = {"num_q": 1.0, "num_rel": 1.0}
    logarithms = {"gm_map", "gm_bpref"}
    for name, value in found["q"].items():
        expected = np.log(1e-5) if name in logarithms else counts.get(name, 0.0)
        assert value == pytest.approx(expected), name
    assert scores({"q": {}, "p": {"a": 1}}, {"q": {"a": 1.0}, "p": {"a": 1.0}}, {"map"}) == {
        "p": {"map": 1.0}
    }


def test_a_cut_reciprocal_rank_is_cut() -> None:
    # pytrec_eval takes recip_rank_10 and returns the uncut value under the name recip_rank.
    run = {"q": {f"d{i:02}": -float(i) for i in range(20)}}
    found = {
        name: scores({"q": {"d05": 1}}, run, {name})["q"] for name in ("recip_rank", "map_cut_5")
    }
    assert found == {"recip_rank": {"recip_rank": 1 / 6}, "map_cut_5": {"map_cut_5": 0.0}}
    for name in ("recip_rank_5", "map_10", "bpref.5", "P_5x", "P_0", "P_5,05", "ndcg.1"):
        with pytest.raises(ValueError, match="unsupported measure"):
            scores({"q": {"d05": 1}}, run, {name})


def test_subclasses_and_mappings() -> None:
    class Id(str):
        pass

    qrels = MappingProxyType({Id("q"): {Id("a"): 1}})
    run: Any = defaultdict(dict, {"q": {Id("a"): 2.0, "b": 1.0}})
    assert scores(qrels, run) == PERFECT
    assert all(type(query) is str for query in scores(qrels, run))


def test_ids_beyond_ascii() -> None:
    # Ties go by bytes of UTF-8, descending: the order of code points.
    docs = ["z", "é", "日本", "\U0001f600", "a\0", "a"]
    for relevant in docs:
        rank = sorted(docs, reverse=True).index(relevant) + 1
        found = scores({"q": {relevant: 1}}, {"q": dict.fromkeys(docs, 1.0)}, {"recip_rank"})
        assert found["q"]["recip_rank"] == pytest.approx(1 / rank)
    # Half a character is none; pytrec_eval crashes.
    with pytest.raises(UnicodeEncodeError):
        scores({"q": {"\ud800": 1}}, {"q": {"a": 1.0}})


def test_scores_beyond_single_precision() -> None:
    found = scores({"q": {"a": 1}}, {"q": {"a": 1e300, "b": 1e200, "c": 0}}, {"recip_rank"})
    assert found["q"]["recip_rank"] == 0.5  # both are beyond it: a tie, by id
    with pytest.raises(OverflowError):
        scores({"q": {"a": 1}}, {"q": {"a": 10**400}})


class Changing:
    """A score that changes the tables while it is read."""

    def __init__(self, change: Any) -> None:
        self.change = change

    def __float__(self) -> float:
        self.change()
        return 1.0


def test_tables_that_change_while_they_are_read() -> None:
    for change in ("clear row", "clear run", "grow row", "drop", "recurse"):
        for seed in range(20):
            rng = random.Random(seed)
            qrels = {f"q{i}": {f"doc-{i}-{j}": 1 for j in range(12)} for i in range(4)}
            run: dict[str, dict[str, Any]] = {}
            evaluator = trec.RelevanceEvaluator(qrels, trec.supported_measures)
            actions = {
                "clear row": lambda run=run: run.get("q1", {}).clear(),
                "clear run": lambda run=run: run.clear(),
                "grow row": lambda run=run: run.get("q1", {}).update({f"n{len(run)}": 1.0}),
                "drop": lambda run=run: run.get("q1", {}).pop("doc-1-3", None),
                "recurse": lambda evaluator=evaluator: evaluator.evaluate({"q0": {"doc-0-1": 1.0}}),
            }
            for i in range(4):
                ids = [f"doc-{i}-{j}" for j in range(20)]
                run[f"q{i}"] = {each: rng.random() for each in ids}
                run[f"q{i}"][rng.choice(ids)] = Changing(actions[change])
            try:
                found = evaluator.evaluate(run)
            except RuntimeError as error:
                assert "changed" in str(error)  # noqa: PT017
                continue
            assert set(found) <= set(qrels)


def test_judgments_are_copied() -> None:
    qrels = {"q": {"a": 1}}
    evaluator = trec.RelevanceEvaluator(qrels, {"map"})
    qrels["q"]["a"] = 0
    qrels.clear()
    assert evaluator.evaluate({"q": {"a": 1.0}}) == {"q": {"map": 1.0}}


def test_results_are_plain() -> None:
    found = scores({"q": {"a": 1}}, {"q": {"a": 1.0}}, {"official"})
    assert pickle.loads(pickle.dumps(found)) == found
    assert all(type(value) is float for value in found["q"].values())
