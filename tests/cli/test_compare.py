"""The command `compare`: what it says about differences, and from what."""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
from itertools import product
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, command, foley, write_bytes

TESTS = ("randomisation", "t", "wilcoxon", "sign")
RR = ["-m", "RR"]
FAST = ["--permutations", "2000", "--replicates", "500"]


class Files:
    """Runs that put the relevant document of a topic at a given rank, 0 being nowhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.qrels = folder / "judged.qrels"
        self.runs: list[Path] = []

    def judge(self, topics: int) -> None:
        lines = [f"t{i:03} 0 good 1\nt{i:03} 0 bad 0\n" for i in range(topics)]
        write_bytes(self.qrels, "".join(lines).encode())

    def add(self, name: str, ranks: list[int]) -> Path:
        """A rank below 0 leaves the topic out."""
        lines = []
        for i, rank in enumerate(ranks):
            for at in range(1, 6):
                doc = "good" if at == rank else "bad" if at == 5 else f"other{at}"
                if rank >= 0:
                    lines.append(f"t{i:03} Q0 {doc} {at} {10 - at} {name}\n")
        path = write_bytes(self.folder / f"{name}.run", "".join(lines).encode())
        self.runs.append(path)
        return path

    def compare(self, *args: str, **more: Any) -> Answer:
        return foley("compare", self.qrels, *self.runs, *args, **more)

    def json(self, *args: str, **more: Any) -> dict[str, Any]:
        answer = self.compare("--json", *args, **more)
        assert answer.code == 0, answer.err
        return answer.document


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture
def many(files: Files) -> Files:
    """A baseline, a run like it and one that is clearly better, over 60 topics."""
    dice = random.Random(4)
    base = [dice.choice([0, 2, 3, 4]) for _ in range(60)]
    files.judge(60)
    files.add("base", base)
    files.add("like", [r if dice.random() < 0.8 else dice.choice([0, 2, 3, 4]) for r in base])
    files.add("better", [1 if dice.random() < 0.6 else r for r in base])
    return files


def only(document: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The only measure and its only difference."""
    (measure,) = document["measures"]
    (difference,) = measure["against_baseline"]
    return measure, difference


def values(measure: dict[str, Any], run: str) -> list[float]:
    row = measure["runs"][run]["values"]
    assert isinstance(row, list)
    return row


def holm(p: list[float]) -> list[float]:
    order = sorted(range(len(p)), key=lambda i: p[i])
    out, running = [0.0] * len(p), 0.0
    for place, i in enumerate(order):
        running = max(running, min(1.0, (len(p) - place) * p[i]))
        out[i] = running
    return out


def benjamini_hochberg(p: list[float]) -> list[float]:
    order = sorted(range(len(p)), key=lambda i: -p[i])
    out, running = [0.0] * len(p), 1.0
    for place, i in enumerate(order):
        running = min(running, p[i] * len(p) / (len(p) - place))
        out[i] = running
    return out


def test_the_same_seed_gives_the_same_bytes(many: Files) -> None:
    first = many.compare("--json", "--seed", "7", *FAST)
    assert first.code == 0, first.err
    for threads in ("1", "2", "8"):
        again = many.compare("--json", "--seed", "7", "--threads", threads, *FAST)
        assert again.raw_out == first.raw_out
    assert many.compare("--seed", "7", *FAST).raw_out == many.compare("--seed", "7", *FAST).raw_out


def test_another_seed_changes_what_is_drawn_and_nothing_else(many: Files) -> None:
    one, two = (many.json("--seed", seed, *RR, *FAST) for seed in ("0", "1"))
    drawn = []
    for document in (one, two):
        assert document["options"].pop("seed") is not None
        measure = document["measures"][0]
        taken = [run.pop("interval_bca") for run in measure["runs"].values()]
        for each in measure["against_baseline"]:
            taken += [each.pop("interval_bca"), each.pop("interval_percentile")]
            taken += [each.pop("randomisation"), each.pop("randomised_tukey_hsd_p")]
        for pair in measure["all_pairs"]:
            taken.append(pair.pop("randomised_tukey_hsd_p"))
        drawn.append(taken)
    assert one == two
    assert drawn[0] != drawn[1]
    assert drawn[0][-1] == pytest.approx(drawn[1][-1], abs=0.05)


def test_a_better_run_is_found_and_one_alike_is_not(many: Files) -> None:
    document = many.json(*RR)
    like, better = document["measures"][0]["against_baseline"]
    assert better["difference"] > 0.2
    assert all(better[name]["p_holm"] < 0.001 for name in TESTS)
    assert better["tukey_hsd_p"] < 0.001
    assert better["randomised_tukey_hsd_p"] < 0.001
    assert better["interval_bca"]["low"] > 0
    assert all(like[name]["p"] > 0.05 for name in TESTS)
    assert like["interval_t"]["low"] < 0 < like["interval_t"]["high"]
    text = many.compare(*RR).out
    assert "better is better than base" in text
    assert "like: no difference shown" in text


def test_the_direction_is_that_of_the_run_against_the_baseline(many: Files) -> None:
    many.runs = [many.runs[2], many.runs[0]]
    assert only(many.json(*RR))[1]["difference"] < 0
    assert "base is worse than better" in many.compare(*RR).out


def test_corrections_are_over_all_rows(many: Files) -> None:
    document = many.json("-m", "RR", "-m", "P@3", "-m", "nDCG@5", *FAST)
    rows = [each for measure in document["measures"] for each in measure["against_baseline"]]
    assert len(rows) == 6
    for name in TESTS:
        p = [row[name]["p"] for row in rows]
        assert [row[name]["p_holm"] for row in rows] == pytest.approx(holm(p), abs=1e-12)
        expected = benjamini_hochberg(p)
        got = [row[name]["p_benjamini_hochberg"] for row in rows]
        assert got == pytest.approx(expected, abs=1e-12)


def test_numbers_follow_from_the_values_listed(many: Files) -> None:
    document = many.json("-m", "RR", "-m", "P@3", "--confidence", "0.9", *FAST)
    for measure in document["measures"]:
        base = values(measure, "base")
        for row in measure["against_baseline"]:
            changes = [
                new - old for new, old in zip(values(measure, row["run"]), base, strict=True)
            ]
            mean = fmean(changes)
            assert row["difference"] == pytest.approx(mean, abs=1e-12)
            assert row["wins"] == sum(change > 0 for change in changes)
            assert row["ties"] == sum(change == 0 for change in changes)
            assert row["losses"] == sum(change < 0 for change in changes)
            assert row["effect"]["d_z"] == pytest.approx(mean / stdev(changes), abs=1e-12)
            statistic = mean / (stdev(changes) / len(changes) ** 0.5)
            assert row["t"]["statistic"] == pytest.approx(statistic, abs=1e-9)
            for name in ("interval_bca", "interval_percentile", "interval_t"):
                assert row[name]["confidence"] == 0.9
                assert row[name]["low"] <= mean <= row[name]["high"], name
            middle = (row["interval_t"]["low"] + row["interval_t"]["high"]) / 2
            assert middle == pytest.approx(mean, abs=1e-9)
        for run in measure["runs"].values():
            assert run["mean"] == pytest.approx(fmean(run["values"]), abs=1e-12)
            assert run["interval_bca"]["low"] <= run["mean"] <= run["interval_bca"]["high"]


def test_values_are_those_of_score(many: Files) -> None:
    document = many.json("-m", "RR", "-m", "nDCG@5", *FAST)
    args = ["--format", "json", "--per-query", "-m", "RR", "-m", "nDCG@5"]
    scored = foley("score", many.qrels, *many.runs, *args).document["runs"]
    for run in scored:
        assert document["topics"] == list(run["per_topic"])
        for measure in document["measures"]:
            name = measure["measure"]
            expected = [row[name] for row in run["per_topic"].values()]
            assert values(measure, run["name"]) == expected
            assert measure["runs"][run["name"]]["mean"] == run["mean"][name]


def test_a_mean_that_is_not_arithmetic_is_not_called_by_its_name(many: Files) -> None:
    """Half of the topics have the value 0: geometric and arithmetic mean are far apart."""
    answer = many.compare("--json", "-m", "gm_map", *FAST)
    if answer.code == 2:
        assert_one_line(answer, "gm_map")
        return
    args = ["--format", "json", "-m", "gm_map"]
    expected = foley("score", many.qrels, many.runs[0], *args).document["runs"][0]["mean"]
    measure = answer.document["measures"][0]
    assert measure["runs"]["base"]["mean"] == pytest.approx(expected["gm_map"], abs=1e-9)


def test_p_is_exact_for_few_topics(files: Files) -> None:
    """Every pattern of signs, none of them drawn."""
    dice = random.Random(11)
    base = [dice.choice([0, 1, 2, 3, 4]) for _ in range(12)]
    new = [dice.choice([1, 1, 2, 3, 4]) for _ in range(12)]
    files.judge(12)
    files.add("base", base)
    files.add("new", new)
    measure, row = only(files.json(*RR))
    pairs = zip(values(measure, "new"), values(measure, "base"), strict=True)
    changes = [a - b for a, b in pairs]
    observed = abs(sum(changes))
    sums = [
        abs(sum(s * c for s, c in zip(signs, changes, strict=True)))
        for signs in product((1, -1), repeat=len(changes))
    ]
    expected = sum(each >= observed - 1e-9 for each in sums) / len(sums)
    assert 0 < expected < 1
    assert row["randomisation"]["method"] == "exact"
    assert row["randomisation"]["p"] == pytest.approx(expected, abs=1e-12)
    assert row["randomisation"]["topics_used"] == sum(change != 0 for change in changes)
    other = only(files.json(*RR, "--seed", "99"))[1]
    assert other["randomisation"] == row["randomisation"]


def test_twenty_topics_are_exact_and_more_are_drawn(files: Files) -> None:
    for topics, method in ((20, "exact"), (21, "monte carlo")):
        files.runs = []
        files.judge(topics)
        files.add("base", [2] * topics)
        files.add("new", [1] * (topics - 5) + [4] * 5)
        row = only(files.json(*RR))[1]
        assert row["randomisation"]["method"] == method
        assert row["randomisation"]["topics_used"] == topics
        assert 0 < row["randomisation"]["p"] <= 1


def test_identical_runs(files: Files) -> None:
    files.judge(10)
    files.add("base", [1, 2, 3, 4, 0] * 2)
    files.add("copy", [1, 2, 3, 4, 0] * 2)
    document = files.json(*RR)
    row = only(document)[1]
    assert row["difference"] == 0
    for name in TESTS:
        assert row[name]["p"] == row[name]["p_holm"] == 1
        assert row[name]["reason"]
    assert (row["wins"], row["ties"], row["losses"]) == (0, 10, 0)
    assert document["moved_most"][0]["topics"] == []
    text = files.compare(*RR).out
    assert "copy: no test, the same value on every topic" in text
    assert "none moved" in text


def test_one_topic_proves_nothing_and_that_is_said(files: Files) -> None:
    files.judge(1)
    files.add("base", [1])
    files.add("new", [0])
    row = only(files.json(*RR))[1]
    assert row["difference"] == -1
    assert all(row[name]["p"] == 1 for name in TESTS)
    text = files.compare(*RR).out
    assert "1 topic;" in text
    assert "only one topic" in text
    assert "one of 0.0000 would be seen" not in text


def test_two_topics(files: Files) -> None:
    files.judge(2)
    files.add("base", [2, 4])
    files.add("new", [1, 1])
    row = only(files.json(*RR))[1]
    assert row["difference"] == pytest.approx((0.5 + 0.75) / 2)
    assert row["randomisation"]["p"] == 0.5
    assert row["sign"]["p"] == 0.5
    assert "new is better" not in files.compare(*RR).out


def test_the_same_gain_on_every_topic_is_not_called_undetectable(files: Files) -> None:
    """Without spread a t-test has no answer, which differs from the answer 1."""
    files.judge(30)
    files.add("base", [2] * 30)
    files.add("new", [1] * 30)
    row = only(files.json(*RR, *FAST))[1]
    assert row["randomisation"]["p"] < 0.01
    assert row["wins"] == 30
    assert row["t"]["reason"]
    text = files.compare(*RR, *FAST).out
    assert "new is better than base" in text
    (tests,) = [line.split() for line in text.splitlines() if line.startswith("  new   ")][1:2]
    assert tests[1] != "1.0000", "the table shows p = 1 for a test that could not be done"


def test_moved_topics_and_both_rankings(files: Files) -> None:
    files.judge(6)
    files.add("base", [1, 2, 3, 4, 0, 2])
    files.add("new", [1, 4, 1, 4, 1, 1])
    (moves,) = files.json(*RR)["moved_most"]
    assert moves["run"] == "new"
    moved = [(each["topic"], each["before"], each["after"]) for each in moves["topics"]]
    assert moved == [
        ("t004", 0.0, 1.0),
        ("t002", 1 / 3, 1.0),
        ("t005", 0.5, 1.0),
        ("t001", 0.5, 0.25),
    ]
    second = moves["topics"][1]
    before = [(doc["doc"], doc["grade"]) for doc in second["ranking_before"]]
    after = [(doc["doc"], doc["grade"]) for doc in second["ranking_after"]]
    rest = [("other4", None), ("bad", 0)]
    assert before == [("other1", None), ("other2", None), ("good", 1), *rest]
    assert after == [("good", 1), ("other2", None), ("other3", None), *rest]
    (fewer,) = files.json(*RR, "--moves", "2", "--show", "1")["moved_most"]
    assert [each["topic"] for each in fewer["topics"]] == ["t004", "t002"]
    assert [len(each["ranking_before"]) for each in fewer["topics"]] == [1, 1]
    assert files.json(*RR, "--moves", "0")["moved_most"] == []
    assert "none moved" not in files.compare(*RR, "--moves", "0").out
    text = files.compare(*RR).out
    assert text.index("t004") < text.index("t002") < text.index("t005")


def test_rankings_shown_follow_the_rule_of_ties(files: Files) -> None:
    files.judge(2)
    lines = "".join(f"t{t:03} Q0 {doc} 0 1 x\n" for t in (0, 1) for doc in ("good", "a", "z"))
    files.runs = [write_bytes(files.folder / "tied.run", lines.encode())]
    files.add("new", [1, 1])
    for rule, order in (("id-asc", ["a", "good", "z"]), ("id-desc", ["z", "good", "a"])):
        moved = files.json(*RR, "--ties", rule)["moved_most"][0]["topics"]
        assert [doc["doc"] for doc in moved[0]["ranking_before"]] == order


def test_more_than_two_runs(many: Files) -> None:
    document = many.json(*RR, *FAST)
    assert [run["name"] for run in document["runs"]] == ["base", "like", "better"]
    assert document["baseline"] == "base"
    (measure,) = document["measures"]
    assert [row["run"] for row in measure["against_baseline"]] == ["like", "better"]
    pairs = [(pair["first"], pair["second"]) for pair in measure["all_pairs"]]
    assert pairs == [("base", "like"), ("base", "better"), ("like", "better")]
    for pair in measure["all_pairs"]:
        means = [measure["runs"][pair[which]]["mean"] for which in ("first", "second")]
        assert pair["difference"] == pytest.approx(means[0] - means[1], abs=1e-12)
        interval = pair["interval_simultaneous"]
        assert interval["low"] <= pair["difference"] <= interval["high"]
    assert [moves["run"] for moves in document["moved_most"]] == ["like", "better"]


def test_standard_input_is_a_run_too(many: Files) -> None:
    expected = many.json(*RR, *FAST)
    content = many.runs[2].read_bytes()
    answer = foley("compare", many.qrels, *many.runs[:2], "-", "--json", *RR, *FAST, stdin=content)
    document = answer.document
    assert [run["name"] for run in document["runs"]] == ["base", "like", "stdin"]
    for ours, theirs in zip(
        document["measures"][0]["against_baseline"],
        expected["measures"][0]["against_baseline"],
        strict=True,
    ):
        assert {**ours, "run": ""} == {**theirs, "run": ""}
    assert any("standard input" in note for note in document["notes"])
    moved = document["moved_most"][1]["topics"]
    assert [each["topic"] for each in moved] == [
        each["topic"] for each in expected["moved_most"][1]["topics"]
    ]


@pytest.mark.parametrize("kind", ["pipe", "/dev/stdin"])
def test_what_cannot_be_read_twice_is_read_once(files: Files, kind: str) -> None:
    """No second opening that waits for ever, and no empty ranking shown as if it were one."""
    files.judge(3)
    base, new = files.add("base", [2, 2, 2]), files.add("new", [1, 1, 2])
    path = kind
    if kind == "pipe":
        path = str(files.folder / "pipe")
        os.mkfifo(path)
        threading.Thread(target=Path(path).write_bytes, args=(new.read_bytes(),)).start()
    done = subprocess.run(
        [command(), "compare", files.qrels, base, path, "--json", *RR],
        input=new.read_bytes(), capture_output=True, timeout=20, check=True,
    )  # fmt: skip
    document = json.loads(done.stdout)
    assert only(document)[1]["difference"] == pytest.approx(1 / 3)
    for moved in document["moved_most"][0]["topics"]:
        shown = moved["ranking_after"]
        assert shown or document["notes"], "an empty ranking is shown, and nothing said"
        assert not shown or shown[0]["doc"] == "good"


def test_missing_topics_count_and_are_noted(files: Files) -> None:
    files.judge(4)
    files.add("base", [1, 1, 1, 1])
    files.add("new", [1, 1, -1, 1])
    document = files.json(*RR)
    measure, row = only(document)
    assert values(measure, "new") == [1, 1, 0, 1]
    assert row["difference"] == -0.25
    (note,) = document["notes"]
    assert "new lacks 1 of 4 judged topics (t002)" in note
    assert note in files.compare(*RR).out
    both = files.json(*RR, "--topics", "both")
    assert both["topics"] == ["t000", "t001", "t003"]
    assert only(both)[1]["difference"] == 0


@pytest.mark.parametrize("universe", ["union", "run"])
def test_topics_without_judgments_are_not_compared(files: Files, universe: str) -> None:
    files.judge(2)
    files.add("base", [1, 1])
    files.add("new", [1, 1, 1])
    assert_one_line(files.compare(*RR, "--topics", universe), "qrels or both")


@pytest.mark.parametrize("universe", ["run", "both"])
def test_runs_without_a_topic_in_common_are_refused(files: Files, universe: str) -> None:
    files.judge(2)
    files.add("base", [1, -1])
    files.add("new", [-1, 1])
    assert_one_line(files.compare(*RR, "--topics", universe), "topic")


def test_the_document_keeps_its_shape(many: Files) -> None:
    document = many.json(*RR, *FAST)
    assert document["schema"] == "foley-eval/comparison/1"
    assert set(document) == {
        "schema", "foley_eval", "score_version", "qrels", "ties", "baseline", "runs", "options",
        "topics", "measures", "moved_most", "notes",
    }  # fmt: skip
    assert set(document["options"]) == {
        "confidence", "replicates", "permutations", "seed", "alpha", "power", "tolerance",
    }  # fmt: skip
    (measure,) = document["measures"]
    assert set(measure) == {"measure", "runs", "against_baseline", "all_pairs"}
    for row in measure["against_baseline"]:
        assert set(row) == {
            "run", "difference", "interval_bca", "interval_percentile", "interval_t",
            "randomisation", "t", "wilcoxon", "sign", "tukey_hsd_p", "randomised_tukey_hsd_p",
            "effect", "wins", "ties", "losses", "smallest_detectable_difference",
        }  # fmt: skip
        for name in TESTS:
            assert set(row[name]) - {"reason"} == {
                "p", "p_holm", "p_benjamini_hochberg", "statistic", "topics_used", "method",
            }  # fmt: skip
            assert 0 <= row[name]["p"] <= row[name]["p_benjamini_hochberg"] <= 1
            assert row[name]["p_benjamini_hochberg"] <= row[name]["p_holm"] <= 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--seed", "-1"], "seed"),
        (["--seed", "1.5"], "seed"),
        (["--permutations", "1"], "permutations"),
        (["--replicates", "1"], "replicates"),
        (["--confidence", "1"], "confidence"),
        (["--confidence", "nan"], "confidence"),
        (["--alpha", "0.9"], "alpha"),
        (["--alpha", "nan"], "alpha"),
        (["--moves", "-1"], "moves"),
        (["--show", "1001"], "show"),
        (["-m", "bpref", "--ties", "expected"], "closed form"),
    ],
)
def test_wrong_options_are_refused(many: Files, args: list[str], says: str) -> None:
    assert_one_line(many.compare(*args), says)


def test_fewer_than_two_runs_are_refused(many: Files) -> None:
    base = many.runs[0]
    assert_one_line(foley("compare", many.qrels, base), "at least two runs")
    assert_one_line(foley("compare", many.qrels, base, base), "named twice")
    assert_one_line(foley("compare", many.qrels), "runs")
