"""The arithmetic of a measure for one query; expected values are worked out by hand."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest
from foley_command import Answer, assert_one_line, foley, unprintable, write_bytes

RUN = "".join(
    f"q1 Q0 {doc} {rank} {score} t\n"
    for rank, (doc, score) in enumerate(
        [("b", 5.0), ("x", 4.0), ("a", 3.0), ("u", 2.0), ("c", 1.0)], start=1
    )
)
QRELS = "q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq1 0 d 1\nq2 0 a 1\n"
SUBTOPICS = "q1 1 a 1\nq1 1 b 1\nq1 2 c 1\nq2 1 a 1\n"


class Files:
    def __init__(self, folder: Path) -> None:
        self.run = write_bytes(folder / "my.run", RUN.encode())
        self.qrels = write_bytes(folder / "my.qrels", QRELS.encode())
        self.subtopics = write_bytes(folder / "my.subtopics", SUBTOPICS.encode())

    def explain(self, measure: str, *more: str, query: str = "q1", qrels: str = "qrels") -> Answer:
        judged = getattr(self, qrels)
        return foley(
            "explain", measure, "--query", query, "--qrels", judged, "--run", self.run, *more
        )


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


VALUES = {
    "nDCG@3": (1 + 2 / 2) / (2 + 1 / log2(3) + 1 / 2),
    "ndcg@3": (1 + 2 / 2) / (2 + 1 / log2(3) + 1 / 2),
    "ndcg_cut_3": (1 + 2 / 2) / (2 + 1 / log2(3) + 1 / 2),
    "DCG": 1 + 2 / 2,
    "AP": (1 + 2 / 3) / 3,
    "map@1": 1 / 3,
    "P@5": 2 / 5,
    "R@5": 2 / 3,
    "RR(rel=2)": 1 / 3,
    "Rprec": 2 / 3,
    "Success@1": 1,
    "Bpref": 2 / 3,
    "Judged@4": 2 / 4,
    "RBP(p=0.5)": 0.5 * (1 + 0.25),
    "RBP(p=0.5,residual=True)": 1 - 0.5 * (1 + 0.25 + 0.0625),
    "ERR": 1 / 16 + 15 / 16 * 3 / 16 / 3,
    "BPM(T=1,max_rel=2)@5": 1.5 / 3,
    "Compat(p=0)": 0,
    "SetP": 2 / 5,
}


@pytest.mark.parametrize("measure", VALUES)
def test_the_value_and_its_last_line(files: Files, measure: str) -> None:
    document = files.explain(measure, "--json").document
    assert document["schema"] == "foley-eval/explain/1"
    assert document["value"] == pytest.approx(VALUES[measure], abs=1e-12)
    assert document["results"][-1]["value"] == document["value"]
    text = files.explain(measure).out
    assert f" of query q1 = {VALUES[measure]:.6f}"[:-3].rstrip(".0") in text
    assert not unprintable(text.replace("\n", ""))


def test_the_table_shows_the_documents(files: Files) -> None:
    run, ideal = files.explain("nDCG@4", "--json").document["tables"]
    assert run["header"][:3] == ["rank", "document", "grade"]
    assert [row[1] for row in run["rows"]] == ["b", "x", "a"]
    assert run["rows"][1][2] is None
    assert run["rows"][2][4] == pytest.approx(log2(4))
    assert [row[1] for row in ideal["rows"]] == ["a", "b", "d", "c"]
    text = files.explain("nDCG@4").out
    assert "ideal order" in text
    assert "DCG / ideal DCG" in text


def test_subtopics_come_from_the_second_column(files: Files) -> None:
    document = files.explain("alpha_nDCG@5", "--json", qrels="subtopics").document
    found = 1 + 0.5 / 2 + 1 / log2(6)
    ideal = 1 + 1 / log2(3) + 0.5 / 2
    assert document["value"] == pytest.approx(found / ideal, abs=1e-12)
    assert document["tables"][0]["rows"][0][:3] == [1, "b", "1"]


def test_ties_depth_and_level(files: Files, tmp_path: Path) -> None:
    files.run = write_bytes(tmp_path / "tied.run", b"q1 Q0 a 1 1 t\nq1 Q0 x 2 1 t\n")
    assert files.explain("RR", "--json").document["value"] == 1
    assert files.explain("RR", "--ties", "id-desc", "--json").document["value"] == 0.5
    assert files.explain("RR", "--ties", "id-desc", "--depth", "1", "--json").document["value"] == 0
    assert files.explain("P@1", "--rel-level", "3", "--json").document["value"] == 0
    judged = files.explain("RR", "--ties", "id-desc", "--judged-only", "--json")
    assert judged.document["value"] == 1


def test_a_query_without_answer_is_an_empty_ranking(files: Files) -> None:
    document = files.explain("AP", "--json", query="q2").document
    assert document["value"] == 0
    assert document["tables"][0]["rows"] == []
    assert "no judged document" in files.explain("AP", query="q2").out


def test_wrong_use_is_one_line(files: Files) -> None:
    assert_one_line(files.explain("nDGC@10"), "there is no measure", "did you mean")
    assert_one_line(files.explain("AP", query="q11"), "no judgments for the query 'q11'")
    assert_one_line(files.explain("xinfAP"), "sampled judgments")
    assert_one_line(files.explain("AP", "--rel-level", "nan"), "--rel-level")
    assert_one_line(files.explain("map", "--rel-level", "-1"), "below 0")
    assert_one_line(files.explain("AP", "--ties", "random"), "random")
    assert_one_line(foley("explain", "AP", "--query", "q1", "--qrels", "-", "--run", "-"), "both")
    assert_one_line(foley("explain", "AP", "--query", "q1"), "--qrels")
