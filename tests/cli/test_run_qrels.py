"""Scoring of given runs; expected values are worked out by hand."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path

import pytest
from foley_command import Answer, assert_one_line, foley, make_data, write_bytes, write_json

RUN = {
    "q1": {"c": 3.0, "a": 2.0, "d": 1.0, "b": 0.5},
    "q2": {"z": 9.0, "x": 8.0},
    "extra": {"a": 1.0},
}
QRELS = {"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"x": 1}, "q3": {"y": 1}}
NDCG_1 = (2 / log2(3) + 1 / log2(5)) / (2 + 1 / log2(3))
NDCG_2 = 1 / log2(3)


def trec_run(run: dict[str, dict[str, float]]) -> bytes:
    lines = ["# a comment", ""]
    for query, row in run.items():
        lines += [f"{query}\tQ0  {doc} 0 {score} my tag" for doc, score in row.items()]
    return ("\r\n".join(lines) + "\n").encode()


def trec_qrels(qrels: dict[str, dict[str, int]]) -> bytes:
    lines = [f"{q} 0 {doc} {grade}" for q, row in qrels.items() for doc, grade in row.items()]
    return "\n".join(lines).encode()  # no line end behind the last line


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = {
            "json": write_json(folder / "run.json", RUN),
            "trec": write_bytes(folder / "run.trec", trec_run(RUN)),
        }
        self.qrels = {
            "json": write_json(folder / "qrels.json", QRELS),
            "trec": write_bytes(folder / "qrels.trec", trec_qrels(QRELS)),
        }

    def score(self, *args: str, run: str = "json", qrels: str = "json") -> Answer:
        return foley("retrieval", "--run", self.run[run], "--qrels", self.qrels[qrels], *args)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.mark.parametrize("run", ["json", "trec"])
@pytest.mark.parametrize("qrels", ["json", "trec"])
def test_every_measure(files: Files, run: str, qrels: str) -> None:
    names = "ndcg@10,ndcg@1,recall@2,recall@10,precision@2,precision@5,map@10,map@2,mrr@10,mrr@1"
    document = files.score("--metrics", names, "--json", run=run, qrels=qrels).document
    expected = {
        "ndcg@10": (NDCG_1 + NDCG_2) / 3,
        "ndcg@1": 0.0,
        "recall@2": (0.5 + 1) / 3,
        "recall@10": 2 / 3,
        "precision@2": (0.5 + 0.5) / 3,
        "precision@5": (2 / 5 + 1 / 5) / 3,
        "map@10": ((1 / 2 + 2 / 4) / 2 + 1 / 2) / 3,
        "map@2": ((1 / 2) / 2 + 1 / 2) / 3,
        "mrr@10": (0.5 + 0.5) / 3,
        "mrr@1": 0.0,
    }
    assert document["mean"] == pytest.approx(expected, abs=1e-12)
    assert list(document["mean"]) == names.split(",")
    ranks = {q: row["rank"] for q, row in document["per_query"].items()}
    assert ranks == {"q1": 2, "q2": 2, "q3": None}


def test_text_and_json_runs_give_the_same_numbers(files: Files) -> None:
    documents = [
        files.score("--json", run=run, qrels=qrels).document
        for run in ("json", "trec")
        for qrels in ("json", "trec")
    ]
    for document in documents:
        del document["inputs"]
    assert all(document == documents[0] for document in documents)


def test_missing_queries_count_0_and_extra_ones_nothing(files: Files) -> None:
    document = files.score("--json").document
    assert document["unanswered"] == 1
    assert document["unjudged"] == 1
    assert list(document["per_query"]) == ["q1", "q2", "q3"]
    assert set(document["per_query"]["q3"]["metrics"].values()) == {0.0}
    text = files.score().out
    assert "1 judged query is not in the run and count 0" in text or (
        "1 judged query is not in the run and counts 0" in text
    )
    assert "1 query of the run has no judgments" in text
    assert "q3" in text


def test_rel_level(files: Files) -> None:
    names = "ndcg@10,recall@2,map@10,mrr@10,precision@2"
    document = files.score("--metrics", names, "--rel-level", "2", "--json").document
    q1 = document["per_query"]["q1"]["metrics"]
    assert q1 == pytest.approx(
        {"ndcg@10": NDCG_1, "recall@2": 1.0, "map@10": 0.5, "mrr@10": 0.5, "precision@2": 0.5}
    )
    q2 = document["per_query"]["q2"]["metrics"]
    assert q2 == pytest.approx(
        {"ndcg@10": NDCG_2, "recall@2": 0.0, "map@10": 0.0, "mrr@10": 0.0, "precision@2": 0.0}
    )
    assert document["rel_level"] == 2.0


def test_k_names_the_default_metrics(files: Files) -> None:
    document = files.score("-k", "2", "--json").document
    assert list(document["mean"]) == ["ndcg@2", "recall@2", "map@2", "mrr@2"]
    assert document["k"] == 2
    assert document["mean"]["recall@2"] == pytest.approx(0.5)


def test_equal_scores_rank_by_id(files: Files) -> None:
    write_json(files.run["json"], {"q1": {"b": 1, "d": 1, "a": 1, "c": 1}})
    document = files.score("--metrics", "mrr@10,ndcg@10", "--json").document
    assert document["per_query"]["q1"]["rank"] == 1
    assert document["per_query"]["q1"]["metrics"]["ndcg@10"] == pytest.approx(1.0)


def test_rows_of_a_query_may_stand_apart(files: Files) -> None:
    lines = trec_run(RUN).splitlines()
    write_bytes(files.run["trec"], b"\n".join(lines[::2] + lines[1::2]))
    assert files.score("--json", run="trec").document["mean"] == pytest.approx(
        files.score("--json").document["mean"]
    )


def test_scores_matter_not_the_order_or_the_rank_column(files: Files) -> None:
    write_bytes(files.run["trec"], b"q1 Q0 b 1 0.5 t\nq1 Q0 a 9 2e0 t\nq1 Q0 c 5 +3 t\n")
    assert files.score("--json", run="trec").document["per_query"]["q1"]["rank"] == 2


def test_nothing_in_common_is_refused(files: Files) -> None:
    write_json(files.run["json"], {"gld_0001": {"a": 1}})
    line = assert_one_line(files.score(), "run.json", "qrels.json", "belong together")
    assert "none of its queries" in line


def test_no_document_in_common_is_said(files: Files) -> None:
    """Ids of another corpus give zeros that look like a bad system."""
    write_json(files.run["json"], {"q1": {"doc/1": 1}, "q2": {"doc/2": 1}, "q3": {"doc/3": 1}})
    answer = files.score()
    assert answer.code == 0
    assert "0.0000" in answer.out


def test_a_query_with_an_empty_row_is_answered_with_nothing(files: Files) -> None:
    write_json(files.run["json"], {"q1": {}, "q2": {"x": 1}})
    document = files.score("--json").document
    assert document["per_query"]["q1"]["rank"] is None
    assert document["unanswered"] == 1


def test_a_run_against_a_golden_set(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    run = {
        "g1::0": {"ring0:door": 2, "ring0:saw": 1},
        "g2::0": {"ring0:creek": 2, "ring0:rain": 1},
        "g3::0": {"ring0:dog": 2},
    }
    path = write_json(tmp_path / "run.json", run)
    args = ["retrieval", "--golden", str(data.golden), "--run", str(path)]
    document = foley(*args, "--json", "--metrics", "mrr@10,ndcg@10").document
    expected = (1 + (1 + 2 / log2(3)) / (2 + 1 / log2(3)) + 0 + 0) / 4
    assert document["mean"] == pytest.approx({"mrr@10": 0.5, "ndcg@10": expected})
    assert document["unanswered"] == 1
    assert "a brass bell being rung" in foley(*args).out


def test_a_run_of_the_bundled_golden_set(tmp_path: Path) -> None:
    path = write_json(tmp_path / "run.json", {"gld_0001::0": {"ring0:rain_window_pane": 1.0}})
    document = foley("retrieval", "--run", path, "--json").document
    assert document["per_query"]["gld_0001::0"]["rank"] == 1
    assert document["unanswered"] == len(document["per_query"]) - 1


def test_a_gate_over_a_run(files: Files) -> None:
    baseline = files.folder / "b.json"
    more = ["--baseline", str(baseline)]
    assert files.score(*more, "--update-baseline", "--updated-at", "2026-01-02").code == 0
    assert json.loads(baseline.read_bytes())["value"] == round((NDCG_1 + NDCG_2) / 3, 6)
    assert files.score(*more, "--gate").code == 0
    run = {**RUN, "q2": {"z": 9.0}}
    write_json(files.run["json"], run)
    failed = files.score(*more, "--gate")
    assert failed.code == 1
    assert "q2" in failed.out
    write_json(files.qrels["json"], {**QRELS, "q3": {"y": 2}})
    assert files.score(*more, "--gate").code == 2


def test_ids_of_any_script_and_size(files: Files) -> None:
    name = "雨-ü-\U0001f327"
    long = "x" * 1_000_000
    write_json(
        files.run["json"], {name: {"z": 2.0, "ü": 1.0}, long: {"d": 1.0}, "e\x1b[31m\n": {"d": 1}}
    )
    write_json(files.qrels["json"], {name: {"ü": 1}, long: {"e": 1}, "e\x1b[31m\n": {"a": 1}})
    document = files.score("--json").document
    assert document["per_query"][name]["rank"] == 2
    text = files.score().out
    assert name in text
    assert "\x1b" not in text
    assert all(len(line) < 4000 for line in text.splitlines()), "a long id floods the table"


def test_worst_can_be_more_or_none(files: Files) -> None:
    assert "worst queries" not in files.score("--worst", "0").out
    assert len(files.score("--worst", "1", "--json").document["worst"]) == 1
    worst = files.score("--worst", "100", "--json").document["worst"]
    assert [row["query"] for row in worst] == ["q3", "q2", "q1"]


def test_the_rank_shown_is_that_of_the_best_placed_best_answer(files: Files) -> None:
    """Two ideal documents: the one at rank 1 counts, wherever the judgments list it."""
    write_json(files.run["json"], {"q1": {"b": 2, "x": 1}, "q2": {"b": 2, "a": 1}})
    write_json(files.qrels["json"], {"q1": {"a": 2, "b": 2}, "q2": {"a": 2, "b": 2, "c": 2}})
    document = files.score("--metrics", "mrr@10,recall@10", "--json").document
    assert document["mean"]["mrr@10"] == 1.0
    assert document["per_query"]["q1"]["rank"] == 1
    assert document["per_query"]["q2"]["rank"] == 1


def test_a_score_too_small_for_a_double_is_zero_in_both_forms(files: Files) -> None:
    write_bytes(files.run["trec"], b"q1 Q0 a 1 1e-400 t\nq1 Q0 b 2 -1 t\n")
    write_bytes(files.run["json"], b'{"q1": {"a": 1e-400, "b": -1}}')
    means = [files.score("--json", run=run).document["mean"] for run in ("json", "trec")]
    assert means[0] == means[1]
