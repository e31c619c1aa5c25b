"""The command `score`: values, rules and formats."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import subprocess
from math import log2
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from foley_command import (
    Answer,
    assert_one_line,
    clean_env,
    command,
    foley,
    shared,
    write_bytes,
)
from tie_orders import MEASURES, random_case

RUN = b"""q1 Q0 c 1 3 first
q1 Q0 a 2 2 first
q1 Q0 d 3 1 first
q1 Q0 b 4 0.5 first
q2 Q0 z 1 9 first
q2 Q0 x 2 8 first
extra Q0 a 1 1 first
"""
OTHER = b"q1 Q0 a 1 3 second\nq1 Q0 b 2 2 second\nq2 Q0 x 1 9 second\nq3 Q0 y 1 1 second\n"
QRELS = b"q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq2 0 x 1\nq3 0 y 1\n"
NDCG_1 = (2 / log2(3) + 1 / log2(5)) / (2 + 1 / log2(3))
NDCG_2 = 1 / log2(3)

# trec_eval 10 under all_trec reads a variable that it never set when it computes this one
NOT_COMPARED = {"rbp"}


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = write_bytes(folder / "one.run", RUN)
        self.other = write_bytes(folder / "two.run", OTHER)
        self.qrels = write_bytes(folder / "judged.qrels", QRELS)

    def score(self, *args: str) -> Answer:
        return foley("score", self.qrels, self.run, *args)

    def both(self, *args: str) -> Answer:
        return foley("score", self.qrels, self.run, self.other, *args)

    def topics(self, *args: str) -> dict[str, dict[str, float]]:
        answer = self.score("--per-query", "--format", "json", *args)
        assert answer.code == 0, answer.err
        topics = answer.document["runs"][0]["per_topic"]
        assert isinstance(topics, dict)
        return topics

    def mean(self, *args: str) -> dict[str, float]:
        answer = self.score("--format", "json", *args)
        assert answer.code == 0, answer.err
        mean = answer.document["runs"][0]["mean"]
        assert isinstance(mean, dict)
        return mean


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def measures(*names: str) -> list[str]:
    return [word for name in names for word in ("-m", name)]


def table_rows(text: str) -> list[list[str]]:
    """The cells of a printed table; no cell of the tests holds two blanks."""
    lines = text.split("\n\n")[0].splitlines()
    return [re.split(r"\s{2,}", line.strip()) for line in lines]


def markdown_rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert set(lines[1]) <= set("|-: ")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:1] + lines[2:]]


@pytest.fixture(scope="module")
def oracle() -> Any:
    return json.loads((shared() / "oracles/trec/small.json").read_bytes())


def test_every_measure_of_trec_eval_to_the_last_digits(oracle: Any) -> None:
    folder = shared() / "oracles/trec"
    names = [name for name in oracle["measures"] if name not in NOT_COMPARED]
    args = ["--ties", "id-desc", "--per-query", "--format", "json", *measures(*names)]
    answer = foley("score", folder / "small.qrels", folder / "small.run", *args)
    assert answer.code == 0, answer.err
    run = answer.document["runs"][0]
    computed = [name for name in run["mean"] if not name.startswith("Judged@")]
    assert len(computed) == len(names)
    for name, ours in zip(names, computed, strict=True):
        column = [run["per_topic"][topic][ours] for topic in oracle["qids"]]
        assert column == pytest.approx(oracle["values"][name], abs=1e-12), name
        assert run["mean"][ours] == pytest.approx(oracle["all"][name], abs=1e-12), name
    assert list(run["per_topic"]) == oracle["qids"]


def test_tsv_carries_the_same_digits(oracle: Any) -> None:
    folder = shared() / "oracles/trec"
    names = ["map", "ndcg_cut_10", "recip_rank", "P_10", "recall_100", "bpref"]
    args = ["--ties", "id-desc", "--per-query", "--format", "tsv", *measures(*names)]
    rows = foley("score", folder / "small.qrels", folder / "small.run", *args).out.splitlines()
    table = {tuple(row.split("\t")[1:3]): float(row.split("\t")[3]) for row in rows[1:]}
    for name in names:
        assert table["all", name] == pytest.approx(oracle["all"][name], abs=1e-12)
        for topic, value in zip(oracle["qids"], oracle["values"][name], strict=True):
            assert table[topic, name] == pytest.approx(value, abs=1e-12)


def test_the_default_measures_by_hand(files: Files) -> None:
    mean = files.mean()
    assert list(mean) == ["nDCG@10", "AP@10", "R@10", "RR@10", "Judged@10"]
    assert mean == pytest.approx(
        {
            "nDCG@10": (NDCG_1 + NDCG_2) / 3,
            "AP@10": ((1 / 2 + 2 / 4) / 2 + 1 / 2) / 3,
            "R@10": 2 / 3,
            "RR@10": 1 / 3,
            "Judged@10": (3 / 4 + 1 / 2) / 3,
        },
        abs=1e-15,
    )


@pytest.mark.parametrize("per_topic", [False, True])
def test_the_formats_hold_the_same_numbers(files: Files, per_topic: bool) -> None:
    more = ["--per-query"] if per_topic else []
    run = files.score("--format", "json", *more).document["runs"][0]
    rows = {**run.get("per_topic", {}), "all": run["mean"]}
    for name, delimiter in (("tsv", "\t"), ("csv", ",")):
        text = files.score("--format", name, *more).out
        lines = list(csv.reader(io.StringIO(text), delimiter=delimiter))
        assert lines[0] == ["run", "topic", "measure", "value"]
        assert {line[0] for line in lines[1:]} == {"one"}
        parsed = [(topic, measure, float(value)) for _, topic, measure, value in lines[1:]]
        assert parsed == [(t, m, v) for t, row in rows.items() for m, v in row.items()]
    table = files.score(*more).out.removeprefix("one\n")
    for cells in (table_rows(table), markdown_rows(files.score("-f", "markdown", *more).out)):
        names = list(run["mean"])
        if per_topic:
            assert cells[0] == ["topic", *names]
            expected = [[t, *(f"{v:.4f}" for v in row.values())] for t, row in rows.items()]
        else:
            assert cells[0] == ["measure", "one"]
            expected = [[name, f"{run['mean'][name]:.4f}"] for name in names]
        assert cells[1:] == expected


def test_several_runs_stand_side_by_side(files: Files) -> None:
    rows = table_rows(files.both(*measures("RR")).out)
    assert rows == [["measure", "one", "two"], ["RR", "0.3333", "1.0000"]]
    runs = files.both("--format", "json", *measures("RR")).document["runs"]
    assert [run["name"] for run in runs] == ["one", "two"]
    assert [run["tag"] for run in runs] == ["first", "second"]
    assert [run["mean"]["RR"] for run in runs] == [1 / 3, 1.0]
    assert markdown_rows(files.both("--format", "markdown", *measures("RR")).out) == rows


def test_each_rule_of_ties_decides_differently(files: Files) -> None:
    write_bytes(files.run, b"q1 Q0 b 2 1 t\nq1 Q0 a 3 1 t\nq1 Q0 d 1 1 t\nq1 Q0 c 4 1 t\n")
    write_bytes(files.qrels, b"q1 0 a 0\nq1 0 b 1\n")
    ranks = {"id-asc": 2, "id-desc": 3, "rank": 2, "input": 1}
    for rule, rank in ranks.items():
        assert files.topics("--ties", rule, *measures("RR"))["q1"]["RR"] == 1 / rank
    expected = (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4
    assert files.mean("--ties", "expected", *measures("RR"))["RR"] == pytest.approx(expected)
    write_bytes(files.run, b"q1 Q0 b 9 1 t\nq1 Q0 a 3 1 t\nq1 Q0 d 1 1 t\nq1 Q0 c 4 1 t\n")
    assert files.mean("--ties", "rank", *measures("RR"))["RR"] == 1 / 4
    assert "ties: rank" in files.score("--ties", "rank").out


@pytest.mark.parametrize("seed", range(6))
def test_expected_is_the_mean_over_all_orders(files: Files, seed: int) -> None:
    case = random_case(seed)
    files.qrels, files.run = case.write(files.folder)
    topics = files.topics("--ties", "expected", *measures(*MEASURES))
    for name in MEASURES:
        for topic, row in topics.items():
            assert row[name] == pytest.approx(fmean(case.values(name, topic)), abs=1e-12)


def test_a_constant_scorer_gets_what_chance_gives(files: Files) -> None:
    """Ordered by id it would look perfect: the relevant document happens to come first."""
    docs = [f"d{i:03}" for i in range(100)]
    write_bytes(files.run, "".join(f"q1 Q0 {d} 0 7 t\n" for d in docs).encode())
    write_bytes(files.qrels, b"q1 0 d000 1\n")
    assert files.mean(*measures("RR", "P@10"))["RR"] == 1.0
    mean = files.mean("--ties", "expected", *measures("RR", "P@10", "R@10"))
    assert mean["RR"] == pytest.approx(sum(1 / r for r in range(1, 101)) / 100, abs=1e-12)
    assert mean["P@10"] == pytest.approx(0.01, abs=1e-12)
    assert mean["R@10"] == pytest.approx(0.1, abs=1e-12)


def test_expected_refuses_what_has_no_closed_form(files: Files) -> None:
    assert_one_line(files.score("--ties", "expected", *measures("bpref")), "bpref", "closed form")


@pytest.mark.parametrize(
    ("universe", "topics", "missing", "extra"),
    [
        ("qrels", ["q1", "q2", "q3"], "it counts 0", "not counted"),
        ("run", ["q1", "q2", "extra"], "not counted", "it counts 0"),
        ("both", ["q1", "q2"], "not counted", "not counted"),
        ("union", ["q1", "q2", "q3", "extra"], "it counts 0", "it counts 0"),
    ],
)
def test_topics(files: Files, universe: str, topics: list[str], missing: str, extra: str) -> None:
    args = ["--topics", universe, *measures("RR")]
    assert list(files.topics(*args)) == topics
    assert files.mean(*args)["RR"] == pytest.approx(1.0 / len(topics), abs=1e-15)
    run = files.score("--format", "json", *args).document["runs"][0]
    assert run["topics"] == len(topics)
    assert run["unanswered_topics"] == ["q3"]
    assert run["unjudged_topics"] == ["extra"]
    text = files.score(*args).out
    lines = [line for line in text.splitlines() if line.startswith("note: one ")]
    assert len(lines) == 2
    assert "1 of 3 judged topics" in lines[0]
    assert "q3" in lines[0]
    assert missing in lines[0]
    assert "extra" in lines[1]
    assert extra in lines[1]


def test_many_missing_topics_are_counted_and_some_named(files: Files) -> None:
    write_bytes(files.qrels, b"".join(b"t%d 0 a 1\n" % i for i in range(5000)) + QRELS)
    lines = [line for line in files.score().out.splitlines() if "lacks" in line]
    assert "5001 of 5003" in lines[0]
    assert len(lines[0]) < 250
    assert len(files.score("-f", "json").document["runs"][0]["unanswered_topics"]) == 5001


def test_rel_level(files: Files) -> None:
    names = measures("RR", "AP", "R@2", "NumRel", "nDCG@10")
    mean = files.mean("--rel-level", "2", *names)
    assert mean["NumRel"] == 1
    assert mean["RR"] == mean["AP"] == pytest.approx(1 / 6)
    assert mean["R@2"] == pytest.approx(1 / 3)
    assert mean["nDCG@10"] == pytest.approx((NDCG_1 + NDCG_2) / 3)
    assert files.mean("--rel-level", "0.5", *names) == files.mean(*names)


@pytest.mark.parametrize("name", ["AP(rel=1)", "map@100-l1"])
def test_the_level_of_a_measure_outranks_that_of_the_command(files: Files, name: str) -> None:
    values = [
        next(iter(files.mean("--rel-level", level, *measures(name)).values())) for level in "12"
    ]
    assert values == pytest.approx([1 / 3, 1 / 3])


def test_depth_and_judged_only(files: Files) -> None:
    names = measures("RR", "NumRet", "P@2")
    assert files.mean("--depth", "1", *names)["NumRet"] == 2
    assert files.mean("--depth", "1", *names)["RR"] == 0
    assert files.mean("--depth", "1000", *names) == files.mean(*names)
    topics = files.topics("--judged-only", *names)
    assert [row["NumRet"] for row in topics.values()] == [3, 1, 0]
    assert [row["RR"] for row in topics.values()] == [0.5, 1, 0]
    judged = files.mean("--judged-only", *measures("P@2"))
    assert judged["Judged@2"] == pytest.approx(2 / 3)


def test_judged_stands_below_for_each_cut_off_once(files: Files) -> None:
    mean = files.mean(*measures("P@1", "R@2", "nDCG@2", "AP"))
    assert list(mean) == ["P@1", "R@2", "nDCG@2", "AP", "Judged@1", "Judged@2"]
    assert mean["Judged@1"] == pytest.approx((1 + 0 + 0) / 3)
    assert mean["Judged@2"] == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert list(files.mean(*measures("Judged@1", "P@1"))) == ["Judged@1", "P@1"]
    assert list(files.mean(*measures("AP"))) == ["AP"]


@pytest.mark.parametrize(
    "spellings",
    [
        ["ndcg@10", "nDCG@10", "ndcg_cut_10", "ndcg_cut.10", "nDCG(dcg='log2')@10", "ndcg@10-l1"],
        ["map@2", "AP@2", "map_cut_2", "map_cut.2", "AP(rel=1)@2", "map@2-l1"],
        ["AP", "map"],
        ["mrr@10", "RR@10", "recip_rank_10", "recip_rank.10", "mrr@10-l1"],
        ["P@5", "precision@5", "P_5", "P.5", "precision@5-l1"],
        ["R@5", "recall@5", "recall_5", "recall.5", "recall@5-l1"],
        ["Rprec", "r-precision"],
        ["AP(rel=2)@100", "map@100-l2"],
        ["Success@5", "success_5", "hit_rate@5"],
    ],
)
def test_all_grammars_name_the_same_measure(files: Files, spellings: list[str]) -> None:
    columns = [list(files.topics("-m", name).values()) for name in spellings]
    values = [[next(iter(row.values())) for row in column] for column in columns]
    assert all(each == pytest.approx(values[0], abs=1e-15) for each in values)
    assert any(values[0])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ndgc@10", "did you mean 'ndcg'?"),
        ("recal@5", "did you mean 'recall'?"),
        ("nDCG@", "nDCG@"),
        ("nDCG@0", "nDCG@0"),
        ("nDCG@-1", "nDCG@-1"),
        ("nDCG@1.5", "nDCG@1.5"),
        ("nDCG(dcg='no')@10", "dcg"),
        ("AP(rel=x)", "rel"),
        ("AP(foo=1)", "foo"),
        ("AP(rel=1", "AP(rel=1"),
        (" ", "measure"),
        ("\x1b[31m", "measure"),
        ("x" * 3000, "measure"),
    ],
)
def test_an_unknown_measure_is_refused_with_the_nearest(files: Files, name: str, says: str) -> None:
    assert_one_line(files.score("-m", name), says)


@pytest.mark.parametrize("name", ["runid", "relstring"])
def test_texts_are_no_measures(files: Files, name: str) -> None:
    """They have no value, also not 0."""
    assert_one_line(files.score("-m", name), name)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["-m", ""], "empty"),
        (["-m"], "measure"),
        (["--ties", "luck"], "id-asc, id-desc, rank, input, expected"),
        (["--topics", "some"], "qrels, run, both, union"),
        (["--format", "xml"], "table, tsv, csv, markdown, json"),
        (["--depth", "0"], "depth"),
        (["--threads", "0"], "threads"),
        (["--rel-level", "128"], "rel-level"),
        (["--rel-level", "nan"], "rel-level"),
    ],
)
def test_wrong_options_are_refused(files: Files, args: list[str], says: str) -> None:
    assert_one_line(files.score(*args), says)


def big_run(queries: int, docs: int) -> tuple[bytes, bytes]:
    """Two halves, so that the lines of every query stand apart; scores of many ties."""
    half: list[list[str]] = [[], []]
    judged = []
    for q in range(queries):
        for d in range(docs):
            score = (q * 7919 + d * 104729) % 997 / 8
            half[d % 2].append(
                f"topic{q:04} Q0 document-{(d * 31 + q) % 5000:06} {d + 1} {score} t\n"
            )
            if d % 9 == 0:
                judged.append(f"topic{q:04} 0 document-{(d * 31 + q) % 5000:06} {d % 4}\n")
    return "".join(half[0] + half[1]).encode(), "".join(judged).encode()


def test_threads_change_no_byte(files: Files) -> None:
    run, qrels = big_run(250, 500)
    assert len(run) > 5_000_000
    write_bytes(files.run, run.replace(b" t\n", b" t\r\n"))
    write_bytes(files.qrels, qrels)
    # ranks do not fall with the scores here, which a strict reading refuses
    args = ["--per-query", "--format", "json", "--lenient", *measures("nDCG@10", "AP", "RBP")]
    answers = [files.score("--threads", n, *args) for n in ("1", "2", "8")]
    assert answers[0].code == 0, answers[0].err[:500]
    assert all(each.raw_out == answers[0].raw_out for each in answers)
    assert all(each.raw_err == answers[0].raw_err for each in answers)
    lines = sorted(run.splitlines(keepends=True), key=lambda line: line.split()[0])
    write_bytes(files.run, b"".join(lines))
    together = files.score(*args).document["runs"][0]
    assert together["per_topic"] == answers[0].document["runs"][0]["per_topic"]


def test_a_reader_that_goes_away_and_a_full_disk(files: Files) -> None:
    words = shlex.join([command(), "score", str(files.qrels), str(files.run), "--per-query"])
    script = f'{words} | head -c 1 >/dev/null; echo "${{PIPESTATUS[0]}}"'
    gone = subprocess.run(["bash", "-c", script], env=clean_env(), capture_output=True, check=True)
    assert gone.stdout.strip() in (b"0", b"3")
    assert gone.stderr.count(b"\n") <= 1
    closed = subprocess.run(
        ["bash", "-c", f"{words} >&-"], env=clean_env(), capture_output=True, check=False
    )
    assert closed.returncode in (0, 3)
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        answer = foley("score", files.qrels, files.run, stdout=full)
    assert_one_line(answer, code=3)
