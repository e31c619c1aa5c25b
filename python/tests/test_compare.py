"""compare(): closed forms, names, seeds, and what is refused."""

from __future__ import annotations

import json
import math
import random
import threading
import time
from itertools import product
from typing import Any

import foley_eval
import pytest
from foley_eval import compare

Table = dict[str, dict[str, float]]


def run_of(ranks: list[int]) -> Table:
    """A run whose reciprocal rank of query i is 1 / ranks[i]."""
    return {
        f"q{i}": {("yes" if at == rank else f"no{at}"): -float(at) for at in range(1, rank + 1)}
        for i, rank in enumerate(ranks)
    }


def qrels_of(count: int) -> dict[str, dict[str, int]]:
    return {f"q{i}": {"yes": 1} for i in range(count)}


BASE = [1, 2, 4, 2, 8, 1, 3]
NEW = [1, 1, 2, 4, 2, 2, 1]
OLD = [2, 2, 5, 2, 8, 3, 3]


def compared(**options: Any) -> foley_eval.ComparisonResult:
    runs = {"base": run_of(BASE), "new": run_of(NEW), "old": run_of(OLD)}
    return compare(qrels_of(len(BASE)), runs, ["RR"], **options)


def differences(run: list[int]) -> list[float]:
    return [1 / a - 1 / b for a, b in zip(run, BASE, strict=True)]


def test_means_and_differences() -> None:
    result = compared()
    rr = result.measures["RR"]
    assert result.runs == ["base", "new", "old"]
    assert result.baseline == "base"
    assert result.topics == [f"q{i}" for i in range(7)]
    for name, ranks in (("base", BASE), ("new", NEW), ("old", OLD)):
        assert rr.means[name] == pytest.approx(sum(1 / r for r in ranks) / 7, rel=1e-12)
        assert rr.intervals[name].low <= rr.means[name] <= rr.intervals[name].high
    new = rr.differences["new"]
    assert new.difference == pytest.approx(sum(differences(NEW)) / 7, rel=1e-12)
    assert (new.wins, new.ties, new.losses) == (4, 1, 2)
    assert new.bca.low < new.difference < new.bca.high
    assert new.percentile.low < new.difference < new.percentile.high
    spread = math.sqrt(sum((d - new.difference) ** 2 for d in differences(NEW)) / 6)
    assert new.d_z == pytest.approx(new.difference / spread, rel=1e-12)
    assert 0 < abs(new.hedges_g) < abs(new.d_z)
    assert new.smallest_detectable > spread / math.sqrt(7)
    assert [(p.first, p.second) for p in rr.pairs] == [
        ("base", "new"),
        ("base", "old"),
        ("new", "old"),
    ]


def test_randomisation_and_sign_are_exact() -> None:
    tests = compared().measures["RR"].differences["new"].tests
    real = [each for each in differences(NEW) if each]
    seen = abs(sum(real))
    patterns = list(product((1, -1), repeat=len(real)))
    as_far = sum(
        abs(sum(s * d for s, d in zip(signs, real, strict=True))) >= seen - 1e-12
        for signs in patterns
    )
    assert tests["randomisation"].p == pytest.approx(as_far / len(patterns), rel=1e-12)
    assert tests["randomisation"].method == "exact"
    # 4 of 6 better: twice the chance of two or fewer heads in six throws, at most 1.
    assert tests["sign"].p == pytest.approx(2 * (1 + 6 + 15) / 64, rel=1e-12)
    assert tests["sign"].topics == 6


def test_t_with_two_degrees_of_freedom() -> None:
    runs = {"a": run_of([2, 4, 5]), "b": run_of([1, 2, 1])}
    t = compare(qrels_of(3), runs, "RR").measures["RR"].differences["b"].tests["t"]
    d = [1 / 2, 1 / 4, 4 / 5]
    mean = sum(d) / 3
    statistic = mean / math.sqrt(sum((x - mean) ** 2 for x in d) / 2 / 3)
    assert t.statistic == pytest.approx(statistic, rel=1e-12)
    assert t.p == pytest.approx(1 - statistic / math.sqrt(2 + statistic**2), rel=1e-9)


def test_corrections_cover_all_runs_and_measures() -> None:
    runs = {"base": run_of(BASE), "new": run_of(NEW), "old": run_of(OLD)}

    def p_values(correction: str | None) -> list[tuple[float, float]]:
        result = compare(qrels_of(7), runs, ["RR", "P_1"], tests=["sign"], correction=correction)
        return [
            (each.tests["sign"].p, each.tests["sign"].corrected)
            for measure in result.measures.values()
            for each in measure.differences.values()
        ]

    assert all(p == corrected for p, corrected in p_values(None))
    assert p_values("none") == p_values(None)
    plain = sorted(p for p, _ in p_values(None))
    holm = []
    for i, p in enumerate(plain):
        holm.append(max([min(1.0, (len(plain) - i) * p), *holm[-1:]]))
    assert sorted(corrected for _, corrected in p_values("holm")) == pytest.approx(holm)
    assert all(
        corrected <= h
        for (_, corrected), (_, h) in zip(p_values("bh"), p_values("holm"), strict=True)
    )


def test_the_seed_decides_and_threads_do_not() -> None:
    rng = random.Random(5)
    runs = {name: run_of([rng.randint(1, 9) for _ in range(60)]) for name in ("base", "one", "two")}

    def result(**options: Any) -> Any:
        return compare(qrels_of(60), runs, ["RR"], permutations=2_000, **options).to_dict()

    assert result(seed=3, threads=1) == result(seed=3, threads=2) == result(seed=3, threads=8)
    first, other = result(seed=3), result(seed=4)
    assert first != other
    one = first["measures"]["RR"]["differences"]["one"]
    assert one["tests"]["randomisation"]["method"] == "monte_carlo"
    assert one["tests"]["randomisation"]["p"] >= 1 / 2_001
    assert json.loads(json.dumps(first)) == first


def test_the_baseline_can_be_named() -> None:
    result = compared(baseline="old")
    assert result.runs == ["old", "base", "new"]
    assert set(result.measures["RR"].differences) == {"base", "new"}
    assert str(result).splitlines()[0] == "against old, 7 topics"
    assert [line.split()[1] for line in str(result).splitlines()[2:]] == ["base", "new"]


def test_identical_runs() -> None:
    # ranx: NaN from the t-test.
    runs = [("a", run_of(BASE)), ("b", run_of(BASE))]
    b = compare(qrels_of(7), runs, ["RR"]).measures["RR"].differences["b"]
    assert (b.wins, b.ties, b.losses) == (0, 7, 0)
    for test in b.tests.values():
        assert test.p == test.corrected == 1.0
        assert test.reason
    assert (b.bca.low, b.difference, b.bca.high) == (0.0, 0.0, 0.0)


def test_what_is_refused() -> None:
    run = run_of(BASE)
    # ranx: two runs of one name become one, without a word.
    with pytest.raises(ValueError, match="two runs are named 'a'"):
        compare(qrels_of(7), [("a", run), ("a", run_of(NEW))], ["RR"])
    with pytest.raises(ValueError, match="at least one other run"):
        compare(qrels_of(7), {"a": run}, ["RR"])
    with pytest.raises(TypeError, match="name of a run"):
        compare(qrels_of(7), [(1, run), ("b", run)], ["RR"])  # type: ignore[list-item]
    for options, words in (
        ({"baseline": "x"}, "none of the runs"),
        ({"tests": ["anova"]}, "no test 'anova'"),
        ({"correction": "bonferroni"}, "no correction"),
        ({"confidence": 1.0}, "confidence"),
        ({"permutations": 0}, "at least one permutation"),
    ):
        with pytest.raises(ValueError, match=words):
            compared(**options)
    with pytest.raises(KeyError):
        compare(qrels_of(7), {"a": run, "b": run}, ["nope"])
    with pytest.raises(ValueError, match="gm_map has no value a query"):
        compare(qrels_of(7), {"a": run, "b": run}, ["RR", "gm_map"])


def test_other_threads_run_meanwhile() -> None:
    rng = random.Random(5)
    runs = {name: run_of([rng.randint(1, 9) for _ in range(300)]) for name in ("a", "b", "c")}
    longest, done = 0.0, threading.Event()

    def tick() -> None:
        nonlocal longest
        last = time.perf_counter()
        while not done.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    compare(qrels_of(300), runs, ["RR"], permutations=400_000, replicates=20_000, threads=1)
    took = time.perf_counter() - start
    done.set()
    thread.join()
    assert longest < took / 2


def test_options_reach_the_evaluation() -> None:
    runs = {"a": run_of(BASE), "b": {k: v for k, v in run_of(NEW).items() if k != "q3"}}
    assert len(compare(qrels_of(7), runs, ["RR"]).topics) == 7
    result = compare(qrels_of(7), runs, ["RR"], topics="both")
    assert result.topics == [f"q{i}" for i in range(7) if i != 3]
    assert result.results["b"].unanswered == ["q3"]
    for library in ("pandas", "polars"):
        pytest.importorskip(library)
        frame = result.to_frame(library)
        assert list(frame["run"]) == ["b"]
