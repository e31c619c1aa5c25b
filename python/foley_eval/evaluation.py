"""Any run against any judgments, by measures in any spelling."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import _foley
from ._errors import BadInputError, UnknownMetricError, raise_for
from ._inputs import Qrels, Reading, Run, is_many, read_qrels, read_run

TIES = ("id-asc", "id-desc", "rank", "input", "expected")
TOPICS = ("qrels", "run", "both", "union")


@dataclass
class EvaluationResult:
    """Measures of a run; plain dicts, ready for JSON."""

    per_query: dict[str, dict[str, float]]
    """``{query: {measure: value}}``, the judged queries first, in the order of the judgments."""
    mean: dict[str, float]
    """One number a measure: the mean over the queries, or what the measure says (a sum of counts, a
    geometric mean)."""
    topics: str
    """Which queries count: ``qrels``, ``run``, ``both`` or ``union``."""
    unanswered: list[str] = field(default_factory=list)
    """Judged queries that the run lacks."""
    unjudged: list[str] = field(default_factory=list)
    """Queries of the run without judgments."""
    dropped: list[str] = field(default_factory=list)
    """Faults that a lenient reading left out, the first 100."""
    dropped_count: int = 0
    """All of them."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return dict(self.__dict__)

    def to_frame(self, library: str | None = None) -> Any:
        """A frame with a column ``query_id`` and one a measure. ``library`` is ``pandas`` or
        ``polars``; without it, the one that is imported already, else one that is installed."""
        names = list(next(iter(self.per_query.values()), {}))
        columns: dict[str, list[Any]] = {"query_id": list(self.per_query)}
        for name in names:
            columns[name] = [row[name] for row in self.per_query.values()]
        return frame_library(library).DataFrame(columns)


def frame_library(name: str | None) -> Any:
    """The module that makes frames."""
    known = ("pandas", "polars")
    if name is not None and name not in known:
        raise ValueError(f"library {name!r}; write 'pandas' or 'polars'")
    loaded = [each for each in known if each in sys.modules]
    installed = [each for each in known if importlib.util.find_spec(each)]
    for each in [name] if name else loaded + installed:
        return importlib.import_module(each)
    raise ImportError("to_frame needs pandas or polars; install one of them")


def available_threads() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def columns_of(metrics: str | Iterable[str], rel_level: float, ties: str) -> _foley.Columns:
    """Measures from names; the exception names the one that does not exist."""
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"metrics: {name!r} is no name like 'ndcg@10'")
    expected = ties == "expected"
    for name in names:
        try:
            _foley.parse_columns([name], float(rel_level), expected)
        except _foley.Failure as failure:
            error = failure.args[0]
            if error.kind == "unknown_name":
                raise UnknownMetricError(name, error.advice or error.problem) from None
            raise_for(error)
    return _foley.parse_columns(names, float(rel_level), expected)


def reading_of(
    ties: str, depth: int | None, judged_only: bool, lenient: bool, threads: int | None
) -> Reading:
    """The options of a reading, checked."""
    if ties not in TIES:
        raise ValueError(f"ties {ties!r}; write one of {', '.join(TIES)}")
    # The exact mean over all orders asks for no order.
    rule = "id-asc" if ties == "expected" else ties
    return Reading(rule, depth, judged_only, lenient, threads or available_threads())


def evaluate(
    qrels: Qrels,
    run: Run,
    metrics: str | Iterable[str],
    *,
    ties: str = "id-asc",
    topics: str = "qrels",
    rel_level: float = 1,
    depth: int | None = None,
    judged_only: bool = False,
    threads: int | None = None,
    lenient: bool = False,
) -> Any:
    """Scores a run, or each of several, against judgments: an ``EvaluationResult``, or a dict of
    them by name.

    ``qrels`` and ``run`` are dicts of dicts, paths (TREC, JSON, CSV, TSV, Parquet, a BEIR folder;
    compressed too), frames of pandas or Polars, tables of Arrow, or three columns of NumPy: query
    ids, document ids, numbers. ``run`` may also be a mapping of names to runs.

    ``metrics`` are names in any spelling: ``ndcg@10``, ``ndcg_cut_10``,
    ``nDCG(dcg='exp-log2')@10``, ``map@100-l2``, and trec_eval's nicknames such as ``official``.
    ``ties`` orders documents with equal scores: ``id-asc``, ``id-desc`` (trec_eval), ``rank``,
    ``input``; ``expected`` gives the exact mean over all orders. ``topics`` says which queries
    count: ``qrels``, ``run``, ``both`` or ``union``. ``rel_level`` is the least grade that is
    relevant, ``depth`` cuts every ranking, ``judged_only`` leaves out documents without a judgment.
    ``lenient`` drops faulty lines of files and lists them; tables are always read strictly.

    Raises BadInputError for data that cannot be used, KeyError for a measure that does not exist,
    TypeError for ids that are not text and values that are not numbers.
    """
    if topics not in TOPICS:
        raise ValueError(f"topics {topics!r}; write one of {', '.join(TOPICS)}")
    reading = reading_of(ties, depth, judged_only, lenient, threads)
    columns = columns_of(metrics, rel_level, ties)
    judgments = read_qrels(qrels)
    if is_many(run):
        return {
            name: _evaluate_one(judgments, each, columns, topics, reading)
            for name, each in run.items()
        }
    return _evaluate_one(judgments, run, columns, topics, reading)


def check_judged(read: _foley.ReadRun, judgments: _foley.Judgments) -> None:
    """Refuses a run that shares no query with the judgments: a wrong file, not a bad run."""
    if len(judgments) == 0:
        raise BadInputError("there are no judgments")
    if read.answered == 0 and read.unjudged:
        raise BadInputError(
            f"no query of the run is judged, e.g. {read.unjudged[0]!r}; are these its judgments?"
        )


def _evaluate_one(
    judgments: _foley.Judgments, run: Run, columns: _foley.Columns, topics: str, reading: Reading
) -> EvaluationResult:
    read = read_run(run, judgments, reading)
    check_judged(read, judgments)
    try:
        per_query, mean, unanswered = _foley.evaluate(
            judgments, read, columns, topics, reading.threads
        )
    except _foley.Failure as failure:
        raise_for(failure.args[0])
    return EvaluationResult(
        per_query=per_query,
        mean=mean,
        topics=topics,
        unanswered=unanswered,
        unjudged=read.unjudged,
        dropped=[each.to_line() for each in read.dropped],
        dropped_count=read.dropped_count,
    )
