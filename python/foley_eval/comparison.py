"""Runs against a baseline: differences, intervals, tests, and what this set of topics can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from . import _foley
from ._inputs import Qrels, Run, Runs
from .evaluation import EvaluationResult, available_threads, evaluate, frame_library

TESTS = ("randomisation", "t", "wilcoxon", "sign")
CORRECTIONS = ("holm", "bh", "none")


@dataclass(frozen=True)
class Interval:
    """Where the true value lies; ``reason`` says why the bounds mean nothing, if they do not."""

    low: float
    high: float
    confidence: float
    reason: str = ""


@dataclass(frozen=True)
class TestOutcome:
    """A test of a run against the baseline."""

    __test__ = False  # no test case, whatever collects them

    p: float
    """The p-value by itself."""
    corrected: float
    """Corrected for all runs and measures of the comparison."""
    statistic: float
    topics: int
    """Topics that took part."""
    method: str
    """``exact``, ``asymptotic`` or ``monte_carlo``."""
    reason: str = ""
    """Why p is 1 by decree, if it is."""


@dataclass(frozen=True)
class Difference:
    """A run minus the baseline, in one measure."""

    run: str
    difference: float
    bca: Interval
    percentile: Interval
    t_interval: Interval
    tests: dict[str, TestOutcome]
    d_z: float
    hedges_g: float
    standardised: float
    wins: int
    ties: int
    losses: int
    smallest_detectable: float
    """The smallest true difference that these topics would probably show."""


@dataclass(frozen=True)
class Pair:
    """Two runs among all, by Tukey's honestly significant differences: first minus second."""

    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    p_randomised: float
    """The same without assuming a distribution."""


@dataclass(frozen=True)
class MeasureComparison:
    """All runs in one measure."""

    means: dict[str, float]
    intervals: dict[str, Interval]
    differences: dict[str, Difference]
    pairs: list[Pair]


@dataclass(frozen=True)
class ComparisonResult:
    """Runs compared over the same topics."""

    baseline: str
    runs: list[str]
    topics: list[str]
    measures: dict[str, MeasureComparison]
    results: dict[str, EvaluationResult]
    """What was compared, with the queries that each run lacks."""

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, without the values of single queries."""
        return {
            "baseline": self.baseline,
            "runs": list(self.runs),
            "topics": list(self.topics),
            "measures": {name: asdict(each) for name, each in self.measures.items()},
        }

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for measure, compared in self.measures.items():
            for each in compared.differences.values():
                row = {
                    "measure": measure,
                    "run": each.run,
                    "mean": compared.means[each.run],
                    "difference": each.difference,
                    "low": each.bca.low,
                    "high": each.bca.high,
                }
                row.update((f"p {name}", test.corrected) for name, test in each.tests.items())
                row["effect"] = each.hedges_g
                row["win/tie/loss"] = f"{each.wins}/{each.ties}/{each.losses}"
                row["detectable"] = each.smallest_detectable
                rows.append(row)
        return rows

    def to_frame(self, library: str | None = None) -> Any:
        """A frame with a row a measure and run; see ``EvaluationResult.to_frame``."""
        rows = self._rows()
        columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
        return frame_library(library).DataFrame(columns)

    def __str__(self) -> str:
        rows = self._rows()
        names = list(rows[0]) if rows else []
        compared = [each for m in self.measures.values() for each in m.differences.values()]
        table = [names] + [_cells(row, each) for row, each in zip(rows, compared, strict=True)]
        widths = [max(len(line[i]) for line in table) for i in range(len(names))]
        lines = [f"against {self.baseline}, {len(self.topics)} topics"]
        lines += [
            "  ".join(each.ljust(width) for each, width in zip(line, widths, strict=True)).rstrip()
            for line in table
        ]
        return "\n".join(lines)


def _cells(row: dict[str, Any], difference: Difference) -> list[str]:
    """A row as people read it: what the data do not allow is a dash, not a number."""
    cells = {
        name: f"{value:.4f}" if isinstance(value, float) else str(value)
        for name, value in row.items()
    }
    for name, test in difference.tests.items():
        if test.reason:
            cells[f"p {name}"] = "-"
        elif test.corrected < 0.0001:
            cells[f"p {name}"] = "<0.0001"
    for name, value in (
        ("effect", difference.hedges_g),
        ("detectable", difference.smallest_detectable),
    ):
        if name in cells and value == 0.0:
            cells[name] = "-"
    return list(cells.values())


def _difference(run: str, found: dict[str, Any], tests: list[str], correction: str) -> Difference:
    plain = dict(found)
    outcomes = {}
    for name in tests:
        test = dict(found["tests"][name])
        corrected = {"holm": test.pop("holm"), "bh": test.pop("bh"), "none": test["p"]}
        outcomes[name] = TestOutcome(corrected=corrected[correction], **test)
    plain.update(
        run=run,
        tests=outcomes,
        **{name: Interval(**found[name]) for name in ("bca", "percentile", "t_interval")},
    )
    return Difference(**plain)


def _measure(
    names: list[str], found: dict[str, Any], tests: list[str], correction: str
) -> MeasureComparison:
    differences = [
        _difference(names[each["run"]], each, tests, correction) for each in found["differences"]
    ]
    pairs = [
        Pair(
            names[each["first"]],
            names[each["second"]],
            each["difference"],
            Interval(**each["interval"]),
            each["p"],
            each["p_randomised"],
        )
        for each in found["pairs"]
    ]
    return MeasureComparison(
        means=dict(zip(names, found["means"], strict=True)),
        intervals={n: Interval(**i) for n, i in zip(names, found["intervals"], strict=True)},
        differences={each.run: each for each in differences},
        pairs=pairs,
    )


def _named(runs: Mapping[str, Run] | Iterable[tuple[str, Run]]) -> dict[str, Run]:
    pairs = list(runs.items() if isinstance(runs, Mapping) else runs)
    named: dict[str, Run] = {}
    for name, run in pairs:
        if not isinstance(name, str):
            raise TypeError(f"the name of a run is text, not {name!r}")
        if name in named:
            raise ValueError(f"two runs are named {name!r}; give each a name of its own")
        named[name] = run
    if len(named) < 2:
        raise ValueError("a comparison needs a baseline and at least one other run")
    return named


def _checked_tests(tests: Iterable[str], correction: str | None) -> tuple[list[str], str]:
    wanted = [tests] if isinstance(tests, str) else list(tests)
    for name in wanted:
        if name not in TESTS:
            raise ValueError(f"there is no test {name!r}; known: {', '.join(TESTS)}")
    chosen = "none" if correction is None else correction
    if chosen not in CORRECTIONS:
        raise ValueError(f"there is no correction {chosen!r}; known: {', '.join(CORRECTIONS)}")
    return wanted, chosen


def compare(
    qrels: Qrels,
    runs: Mapping[str, Run] | Iterable[tuple[str, Run]],
    metrics: str | Iterable[str],
    *,
    baseline: str | None = None,
    tests: Iterable[str] = TESTS,
    correction: str | None = "holm",
    seed: int = 0,
    permutations: int = 10_000,
    replicates: int = 10_000,
    confidence: float = 0.95,
    alpha: float = 0.05,
    power: float = 0.8,
    tolerance: float = 0.0,
    threads: int | None = None,
    **options: Any,
) -> ComparisonResult:
    """Compares runs with a baseline (the first, unless it is named) over the same topics.

    ``runs`` are names and runs of any kind that ``evaluate`` takes; equal names are refused.
    ``tests`` are of ``randomisation`` (exact up to 20 topics that differ), ``t``, ``wilcoxon`` and
    ``sign``; ``correction`` is ``holm``, ``bh`` or ``none``, over all measures and runs, test by
    test. ``permutations`` and ``replicates`` are the random draws of tests and bootstrap: the
    result depends on ``seed``, not on the threads. ``alpha`` and ``power`` are those of the
    smallest detectable difference; differences up to ``tolerance`` are ties. ``options`` go to
    ``evaluate``.
    """
    wanted, chosen = _checked_tests(tests, correction)
    if permutations < 1 or replicates < 2:
        raise ValueError("there must be at least one permutation and two replicates")
    named = _named(runs)
    first = next(iter(named)) if baseline is None else baseline
    if first not in named:
        raise ValueError(f"the baseline {first!r} is none of the runs: {', '.join(named)}")
    names = [first, *(name for name in named if name != first)]
    used = threads or available_threads()
    results = evaluate(
        qrels, Runs((name, named[name]) for name in names), metrics, threads=used, **options
    )
    rows = [results[name].per_query for name in names]
    topics = [topic for topic in rows[0] if all(topic in each for each in rows)]
    measures = list(next(iter(rows[0].values()), {}))
    for measure in results[first].mean:
        if measures and measure not in measures:
            raise ValueError(f"{measure} has no value a query, so it cannot be compared")
    values = [[[each[t][m] for t in topics] for m in measures] for each in rows]
    found = _foley.compare_values(
        names, measures, topics, values, float(confidence), replicates, permutations,
        seed, alpha, power, tolerance, used,
    )  # fmt: skip
    return ComparisonResult(
        baseline=first,
        runs=names,
        topics=topics,
        measures={
            measure: _measure(names, each, wanted, chosen)
            for measure, each in zip(measures, found, strict=True)
        },
        results=results,
    )
