"""The command `tie-report`: what the order of equal scores can do to a value."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley, shared, write_bytes
from tie_orders import MEASURES, Case, random_case

DEFAULTS = ["nDCG@10", "AP@10", "R@10", "RR@10", "P@10"]


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write(Case({"q1": {"a": 2.0, "b": 1.0}}, {"q1": {"a": 1, "b": 0}}))

    def write(self, case: Case) -> None:
        self.qrels, self.run = case.write(self.folder)

    def report(self, *args: str) -> Answer:
        return foley("tie-report", self.qrels, self.run, *args)

    def json(self, *args: str) -> dict[str, Any]:
        answer = self.report("--json", *args)
        assert answer.code == 0, answer.err
        (run,) = answer.document["runs"]
        return {**answer.document, **run}


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def measures(*names: str) -> list[str]:
    return [word for name in names for word in ("-m", name)]


@pytest.mark.parametrize("seed", range(12))
def test_least_expected_and_greatest_over_all_orders(files: Files, seed: int) -> None:
    case = random_case(seed + 100, topics=3, docs=4 + seed % 4)
    files.write(case)
    document = files.json(*measures(*MEASURES))
    decided = dict.fromkeys(MEASURES, 0)
    for topic in case.qrels:
        for name in MEASURES:
            values = case.values(name, topic)
            expected = [min(values), fmean(values), max(values)]
            row = document["per_topic"][topic][name]
            assert list(row) == ["least", "expected", "greatest"]
            assert list(row.values()) == pytest.approx(expected, abs=1e-12), (topic, name)
            decided[name] += max(values) - min(values) > 1e-12
    assert document["topics_decided_by_ties"] == decided
    for name, mean in document["mean"].items():
        for which, value in mean.items():
            column = [row[name][which] for row in document["per_topic"].values()]
            assert value == pytest.approx(fmean(column), abs=1e-12)


def test_three_groups_of_ties(files: Files) -> None:
    """The cut-off falls inside a group, which has unjudged documents too."""
    run = {"q1": {"a": 3.0, "b": 3.0, "c": 2.0, "d": 2.0, "e": 2.0, "f": 1.0, "g": 1.0}}
    qrels = {"q1": {"a": 1, "d": 3, "e": 0, "g": 2, "missing": 2}}
    case = Case(run, qrels)
    files.write(case)
    row = files.json(*measures(*MEASURES))["per_topic"]["q1"]
    for name in MEASURES:
        values = case.values(name, "q1")
        expected = [min(values), fmean(values), max(values)]
        assert list(row[name].values()) == pytest.approx(expected, abs=1e-12), name


def test_each_rule_of_ties_lies_between(files: Files) -> None:
    for seed in range(5):
        files.write(random_case(seed, topics=10, docs=30))
        report = files.json(*measures(*MEASURES))["mean"]
        for rule in ("id-asc", "id-desc", "rank", "input", "expected"):
            args = ["--ties", rule, "--format", "json", *measures(*MEASURES)]
            mean = foley("score", files.qrels, files.run, *args).document["runs"][0]["mean"]
            for name, row in report.items():
                assert row["least"] - 1e-12 <= mean[name] <= row["greatest"] + 1e-12
                if rule == "expected":
                    assert mean[name] == pytest.approx(row["expected"], abs=1e-12)


def test_values_of_trec_eval_lie_between() -> None:
    folder = shared() / "oracles/trec"
    names = {"map": "map", "ndcg_cut_10": "ndcg_cut_10", "P_10": "P_10", "recall_10": "recall_10"}
    oracle = json.loads((folder / "small.json").read_bytes())
    answer = foley(
        "tie-report", folder / "small.qrels", folder / "small.run", "--json", *measures(*names)
    )
    (document,) = answer.document["runs"]
    assert list(document["per_topic"]) == oracle["qids"]
    assert sum(document["topics_decided_by_ties"].values()) > 0
    for name in names:
        for topic, value in zip(oracle["qids"], oracle["values"][name], strict=True):
            row = document["per_topic"][topic][name]
            assert row["least"] <= row["expected"] <= row["greatest"]
            assert row["least"] - 1e-12 <= value <= row["greatest"] + 1e-12


def test_no_ties_is_said(files: Files) -> None:
    answer = files.report()
    assert answer.code == 0
    assert "no tie touches a judged document: every order gives the same" in answer.out
    assert "Topics that ties decide most" not in answer.out
    document = files.json()
    assert document["judged_documents_retrieved"] == 2
    assert document["of_these_tied"] == 0
    assert set(document["topics_decided_by_ties"].values()) == {0}
    for row in document["mean"].values():
        assert row["least"] == row["expected"] == row["greatest"]


def test_ties_among_unjudged_documents_touch_nothing(files: Files) -> None:
    files.write(Case({"q1": {"a": 2.0, "x": 1.0, "y": 1.0}}, {"q1": {"a": 1, "b": 0}}))
    assert files.json()["of_these_tied"] == 0
    assert "no tie touches a judged document" in files.report().out


def test_the_text_shows_what_ties_decide(files: Files) -> None:
    run = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}, "q3": {"a": 1.0, "x": 1.0}}
    qrels = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1}, "q3": {"a": 1}}
    files.write(Case(run, qrels))
    text = files.report().out
    assert text.startswith("run: 3 of 4 judged documents")
    cells = [line.split() for line in text.splitlines()]
    assert ["RR@10", "0.6667", "0.8333", "1.0000", "2", "of", "3"] in cells
    assert ["P@10", "0.1000", "0.1000", "0.1000", "0", "of", "3"] in cells
    assert ["RR@10", "0.5000", "0.7500", "1.0000"] in cells
    assert not [row for row in cells if row[:1] == ["q2"]]
    every = [line.split() for line in files.report("--per-query", *measures("RR")).out.splitlines()]
    assert ["q2", "RR", "1.0000", "1.0000", "1.0000"] in every


def test_the_default_measures_and_the_document(files: Files) -> None:
    document = files.json()
    assert set(document) == {
        "schema", "foley_eval", "score_version", "run", "qrels", "judged_documents_retrieved",
        "of_these_tied", "mean", "topics_decided_by_ties", "per_topic", "runs",
    }  # fmt: skip
    assert document["schema"] == "foley-eval/ties/1"
    assert list(document["mean"]) == DEFAULTS
    assert list(document["per_topic"]["q1"]) == DEFAULTS
    assert document["run"] == "run"


def test_missing_topics_count_0(files: Files) -> None:
    files.write(Case({"q1": {"a": 1.0}}, {"q1": {"a": 1}, "q2": {"a": 1}}))
    document = files.json(*measures("RR"))
    assert document["per_topic"]["q2"]["RR"] == {"least": 0, "expected": 0, "greatest": 0}
    assert document["mean"]["RR"]["expected"] == 0.5


def test_options_that_change_rankings(files: Files) -> None:
    """A depth inside a tie: which documents stay is itself decided by the order."""
    run = {"q1": {"a": 2.0, "x": 1.0, "y": 1.0, "b": 1.0}}
    files.write(Case(run, {"q1": {"a": 0, "b": 2}}))
    row = files.json("--judged-only", *measures("RR"))["per_topic"]["q1"]["RR"]
    assert row == {"least": 0.5, "expected": 0.5, "greatest": 0.5}
    row = files.json("--rel-level", "3", *measures("RR"))["per_topic"]["q1"]["RR"]
    assert set(row.values()) == {0}
    row = files.json("--depth", "3", *measures("RR"))["per_topic"]["q1"]["RR"]
    assert row["greatest"] == 0.5
    assert row["least"] == 0
    assert row["expected"] == pytest.approx((1 / 2 + 1 / 3) / 3)


def test_several_runs(files: Files) -> None:
    other = write_bytes(files.folder / "other.trec", b"q1 Q0 a 0 1 t\nq1 Q0 b 0 1 t\n")
    answer = foley("tie-report", files.qrels, files.run, other)
    assert answer.code == 0
    assert "run: 0 of 2" in answer.out
    assert "other: 2 of 2" in answer.out
    again = foley("tie-report", files.qrels, files.run, other, "--json")
    assert isinstance(json.loads(again.out), (dict, list)), "one document, also of several runs"


def test_a_large_topic_of_equal_scores(files: Files) -> None:
    """The harmonic sum over all places, in closed form and soon."""
    n = 20_000
    write_bytes(files.run, "".join(f"q1 Q0 d{i:06} 0 1 t\n" for i in range(n)).encode())
    write_bytes(files.qrels, b"q1 0 d000007 1\n")
    row = files.json(*measures("RR", "R@10", "AP"))["per_topic"]["q1"]
    expected = sum(1 / rank for rank in range(1, n + 1)) / n
    for name in ("RR", "AP"):
        assert row[name]["greatest"] == 1
        assert row[name]["least"] == pytest.approx(1 / n, rel=1e-12)
        assert row[name]["expected"] == pytest.approx(expected, rel=1e-9)
    assert row["R@10"]["expected"] == pytest.approx(10 / n, rel=1e-9)


def test_threads_change_no_byte(files: Files) -> None:
    files.write(random_case(5, topics=300, docs=40))
    first = files.report("--json", "--threads", "1")
    for threads in ("2", "8"):
        assert files.report("--json", "--threads", threads).raw_out == first.raw_out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["-m", "bpref"], "closed form"),
        (["-m", "ndgc@5"], "did you mean 'ndcg'?"),
        (["-m", ""], "empty"),
        (["--ties", "rank"], "--ties"),
        (["--depth", "0"], "depth"),
    ],
)
def test_wrong_options_are_refused(files: Files, args: list[str], says: str) -> None:
    assert_one_line(files.report(*args), says)


def test_a_run_that_is_named_twice_is_refused(files: Files) -> None:
    assert_one_line(foley("tie-report", files.qrels, files.run, files.run), "named twice")


def test_hostile_ids_print_safely(files: Files) -> None:
    name = "\x1b[31m\u202e|\n"
    write_bytes(files.run, json.dumps({name: {"a": 1, "b": 1}}).encode())
    write_bytes(files.qrels, json.dumps({name: {"a": 1}}).encode())
    text = files.report().out
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert list(files.json()["per_topic"]) == [name]
