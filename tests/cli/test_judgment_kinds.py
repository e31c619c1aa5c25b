"""Judgments by subtopic and by sample, and where options stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from foley_command import assert_one_line, foley, write_bytes

RUN = b"q1 Q0 b 1 3 t\nq1 Q0 a 2 2 t\nq1 Q0 x 3 1 t\n"
SUBTOPICS = b"q1 1 a 1\nq1 2 a 1\nq1 2 b 1\nq1 1 c 0\n"
STRATA = b"q1 0 a 1 1\nq1 0 b 1 0\nq1 0 x 1 0\n"
PRELS = b"q1 a 1 0 0.5\nq1 x 1 0 0.5\n"


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = write_bytes(folder / "my.run", RUN)

    def mean(self, qrels: bytes, kind: str, *measures: str) -> dict[str, float]:
        path = write_bytes(self.folder / "my.qrels", qrels)
        wanted = [word for name in measures for word in ("-m", name)]
        answer = foley("score", path, self.run, "--judgments", kind, *wanted, "--json")
        assert answer.code == 0, answer.err
        means: dict[str, float] = answer.document["runs"][0]["mean"]
        return means


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_subtopics(files: Files) -> None:
    mean = files.mean(SUBTOPICS, "subtopics", "StRecall@1", "StRecall@2", "P_IA@2", "P@2")
    # b covers one of two subtopics, a both.
    assert mean["StRecall@1"] == 0.5
    assert mean["StRecall@2"] == 1.0
    assert mean["P_IA@2"] == pytest.approx((0.5 + 1.0) / 2)
    assert mean["P@2"] == 1.0


def test_the_order_of_the_judgments_does_not_matter(files: Files) -> None:
    lines = SUBTOPICS.splitlines(keepends=True)
    measures = ["alpha_nDCG@5", "ERR_IA@5", "nNRBP"]
    first = files.mean(SUBTOPICS, "subtopics", *measures)
    assert first == files.mean(b"".join(reversed(lines)), "subtopics", *measures)


def test_a_sample_that_is_the_whole_pool_has_no_error(files: Files) -> None:
    mean = files.mean(STRATA, "strata", "xinfAP", "AP")
    assert mean["xinfAP"] == pytest.approx(mean["AP"], abs=1e-4)
    assert mean["AP"] == 0.5


def test_probabilities_of_inclusion(files: Files) -> None:
    # Each sampled relevant document stands for two: (2 * 1/2 + 2 * (1 + 2)/3) / 4.
    assert files.mean(PRELS, "prels", "statAP")["statAP"] == pytest.approx(0.75)


def test_bounds_of_a_sample_are_its_error(files: Files) -> None:
    path = write_bytes(files.folder / "s.qrels", PRELS)
    args = ["--judgments", "prels", "-m", "statAP", "--bounds"]
    answer = foley("score", path, files.run, *args)
    assert "statAP:error" in answer.out
    assert "standard error" in answer.out


@pytest.mark.parametrize(
    ("measure", "kind"), [("alpha_nDCG@5", "subtopics"), ("infNDCG", "strata"), ("statAP", "prels")]
)
def test_plain_grades_are_refused_with_the_kind_that_is_needed(
    files: Files, measure: str, kind: str
) -> None:
    path = write_bytes(files.folder / "plain.qrels", b"q1 0 a 1\n")
    assert_one_line(foley("score", path, files.run, "-m", measure), f"--judgments {kind}")


def test_files_may_follow_a_measure(files: Files) -> None:
    path = write_bytes(files.folder / "plain.qrels", b"q1 0 a 1\n")
    expected = foley("score", path, files.run, "-m", "AP", "-f", "tsv").out
    assert expected.endswith("\t0.5\n")
    assert foley("score", "-m", "AP", path, files.run, "-f", "tsv").out == expected
    assert foley("score", path, "-m", "AP", files.run, "-f", "tsv").out == expected


def test_grades_below_0_score_by_default(files: Files) -> None:
    path = write_bytes(files.folder / "web.qrels", b"q1 0 a 1\nq1 0 b -2\n")
    answer = foley("score", path, files.run)
    assert answer.code == 0, answer.err
    # The reference's own nDCG counts them as they are, which leads outside its range.
    path = write_bytes(files.folder / "web.qrels", b"q1 0 a 0\nq1 0 b -1\n")
    assert_one_line(foley("score", path, files.run, "-m", "ndcg@10"), "nDCG@k takes negative")


def test_tags_and_ranks_are_said_once_when_lenient(files: Files) -> None:
    path = write_bytes(files.folder / "plain.qrels", b"q1 0 a 1\n")
    lines = [f"q1 Q0 d{i} {i + 1} {i} t" for i in range(50)]
    run = write_bytes(files.folder / "ranks.run", ("\n".join(lines) + "\nq1 Q0 a 0 9 t\n").encode())
    assert_one_line(foley("score", path, run), "FE-IO-18")
    answer = foley("score", path, run, "--lenient")
    assert answer.code == 0
    assert len(answer.err.splitlines()) == 2
    assert "further lines like it" in answer.err
