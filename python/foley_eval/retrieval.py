"""Retrieval measures and run assembly: did we find the right sound?

A run row is ``{clip id: score}``, a qrels row ``{clip id: grade}``. A row is ranked by score
descending, then id ascending by code point; NaN scores come last. All values are floats in [0, 1]
for grades >= 0.
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import _foley
from ._errors import UnknownMetricError

DEFAULT_METRICS: tuple[str, ...] = ("ndcg@10", "recall@10", "map@10", "mrr@10")
"""What a report shows unless told otherwise."""

_DEFAULT_K = 10
_KEEP_ALL = 2**63 - 1


class _Sound(Protocol):
    @property
    def id(self) -> str: ...


class SearchResult(Protocol):
    """What ``build_run`` needs of a search result."""

    @property
    def sound(self) -> _Sound: ...


def _cut(k: int | None) -> int:
    if k is None:
        return _KEEP_ALL
    return max(min(operator.index(k), _KEEP_ALL), -_KEEP_ALL)


def _renamed(rows: Iterable[Mapping[Any, Any]]) -> dict[Any, str]:
    """Text names for ids of other kinds (numbers, tuples …) that sort as the ids do."""
    ids = {each for row in rows for each in row}
    return {each: f"{i:020d}" for i, each in enumerate(sorted(ids))}


def _score_query(qrels_q: Any, run_q: Any, base: str, k: int | None, rel_lvl: float) -> float:
    judged, row = dict(qrels_q), dict(run_q)
    specs = [(base, _cut(k))]
    try:
        values, _ = _foley.score_query(judged, row, specs, rel_lvl)
    except _foley.NonTextIds:
        names = _renamed((judged, row))
        judged = {names[each]: grade for each, grade in judged.items()}
        row = {names[each]: score for each, score in row.items()}
        values, _ = _foley.score_query(judged, row, specs, rel_lvl)
    return values[0]


def _ranked_ids(run_q: Mapping[str, float]) -> list[str]:
    """Ids of a run row, best first."""
    row = dict(run_q)
    try:
        return _foley.ranked_ids(row)
    except _foley.NonTextIds:
        names = _renamed((row,))
        ids = {name: each for each, name in names.items()}
        return [ids[n] for n in _foley.ranked_ids({names[i]: s for i, s in row.items()})]


def ndcg_at_k(qrels_q: Mapping[str, float], run_q: Mapping[str, float], k: int = 10) -> float:
    """Normalised DCG at ``k`` with linear gains and log2 discount; 0.0 when no grade is above 0.

    Negative grades count as they are, so values outside [0, 1] are possible then. A NaN grade gives
    NaN. Source: Järvelin & Kekäläinen, TOIS 2002.
    """
    return _score_query(qrels_q, run_q, "ndcg", k, 1.0)


def recall_at_k(
    qrels_q: Mapping[str, float], run_q: Mapping[str, float], k: int = 10, *, rel_lvl: float = 1
) -> float:
    """Share of ALL relevant documents (grade >= ``rel_lvl``) in the top ``k``; 0.0 without any."""
    return _score_query(qrels_q, run_q, "recall", k, rel_lvl)


def precision_at_k(
    qrels_q: Mapping[str, float], run_q: Mapping[str, float], k: int = 10, *, rel_lvl: float = 1
) -> float:
    """Relevant documents in the top ``k`` divided by the literal ``k``; 0.0 for k <= 0."""
    return _score_query(qrels_q, run_q, "precision", operator.index(k), rel_lvl)


def average_precision_at_k(
    qrels_q: Mapping[str, float], run_q: Mapping[str, float], k: int = 10, *, rel_lvl: float = 1
) -> float:
    """Average precision at ``k``, divided by ALL relevant documents (trec_eval ``map_cut``)."""
    return _score_query(qrels_q, run_q, "map", k, rel_lvl)


def mrr_at_k(
    qrels_q: Mapping[str, float], run_q: Mapping[str, float], k: int = 10, *, rel_lvl: float = 1
) -> float:
    """1 / rank of the first relevant document in the top ``k``, 0.0 when there is none."""
    return _score_query(qrels_q, run_q, "mrr", k, rel_lvl)


def mean_over_queries(values: Sequence[float]) -> float:
    """Macro-average of per-query values, 0.0 for none.

    The sum runs from left to right in plain doubles, whatever Python's own ``sum`` does.
    """
    if not values:
        return 0.0
    total = 0.0
    for value in values:
        total += value
    return float(total / len(values))


def build_run(candidates: Sequence[SearchResult]) -> dict[str, float]:
    """A run row from an ordered search result (best first): scores n, n-1, … 1.

    The scores are distinct, so that the row ranks as the search did. The document id is
    ``candidate.sound.id``; a repeated id gets the score of its last place.
    """
    n = len(candidates)
    return {each.sound.id: float(n - index) for index, each in enumerate(candidates)}


@dataclass
class RetrievalReport:
    """Metrics of a run, per query and in the mean; plain dicts, ready for JSON."""

    per_query: dict[str, dict[str, float]] = field(default_factory=dict)
    mean: dict[str, float] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    k: int = 10

    def format_regression_diff(self, baseline: Mapping[str, Any]) -> str:
        """What got worse: the mean against the baseline, then the eight worst queries."""
        metric = baseline.get("metric", "ndcg@10")
        rows = [
            (str(query), float(values.get(metric, 0.0)), str(self.ranks.get(query, "-")))
            for query, values in self.per_query.items()
        ]
        return _foley.regression_diff(
            metric,
            float(self.mean.get(metric, 0.0)),
            float(baseline.get("value", 0.0)),
            float(baseline.get("tolerance", 0.02)),
            rows,
        )


def _parse_metric(name: str) -> tuple[str, int]:
    """``ndcg@10`` -> ``("ndcg", 10)``; no number means 10. ValueError when it is no number."""
    base, _, cut = name.partition("@")
    return base, int(cut) if cut else _DEFAULT_K


def _metric_spec(name: str) -> tuple[str, int]:
    if not isinstance(name, str):
        raise TypeError(f"metrics: {name!r} is no name like 'ndcg@10'")
    base, k = _parse_metric(name)
    known = _foley.measure_names()
    if base not in known:
        near = difflib.get_close_matches(base.lower(), known, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise UnknownMetricError(base, f"{hint}known: {', '.join(known)}")
    return base, _cut(k)


def _text_tables(
    run: Mapping[Any, Any], qrels: Mapping[Any, Any]
) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Run and qrels with the ids of each query renamed to text, for ids that are not text."""
    new_run: dict[Any, Any] = {}
    new_qrels: dict[Any, Any] = {}
    for query, judged in qrels.items():
        row = run.get(query, {})
        names = _renamed((judged, row))
        new_qrels[query] = {names[each]: grade for each, grade in judged.items()}
        new_run[query] = {names[each]: score for each, score in row.items()}
    return new_run, new_qrels


def _name_culprit(run: Mapping[Any, Any], qrels: Mapping[Any, Any]) -> None:
    """Says which entry is no number; the core only says that one is not."""
    for query in qrels:
        for table, name in ((qrels, "qrels"), (run, "run")):
            row = table.get(query, {})
            if not isinstance(row, dict):
                raise TypeError(
                    f"{name}[{query!r}] is {type(row).__name__}; write {{id: number}}"
                ) from None
            for each, value in row.items():
                try:
                    float(value)
                    is_text = isinstance(value, str | bytes)
                except (TypeError, ValueError):
                    is_text = True
                if is_text:
                    raise TypeError(
                        f"{name}[{query!r}][{each!r}] is {type(value).__name__}; write a number"
                    ) from None


def _plain(table: Mapping[Any, Any]) -> dict[Any, Any]:
    """The table as a dict of dicts; what already is one is not copied."""
    plain = table if isinstance(table, dict) else dict(table)
    if all(isinstance(row, dict) for row in plain.values()):
        return plain
    return {query: dict(row) if isinstance(row, Mapping) else row for query, row in plain.items()}


def evaluate_run(
    run: Mapping[str, Mapping[str, float]],
    qrels: Mapping[str, Mapping[str, float]],
    *,
    k: int = 10,
    metrics: Iterable[str] = DEFAULT_METRICS,
    rel_lvl: float = 1,
) -> RetrievalReport:
    """Scores ``run`` against ``qrels``.

    Every query of ``qrels`` counts, also one that the run does not answer (it scores 0); rows of
    the run without judgments are ignored. ``ranks`` holds the 1-based rank of each query's
    highest-graded answer, 0 when it was not retrieved. ``k`` is recorded only: a metric's
    cut-off is in its name (``ndcg@10``; measures: ndcg, recall, precision, map, mrr).

    Raises KeyError for an unknown measure, ValueError for a cut-off that is no whole number,
    TypeError for scores or grades that are not numbers.
    """
    if isinstance(metrics, str):
        raise UnknownMetricError(metrics[:1], f"pass a sequence of names, not the text {metrics!r}")
    names = list(metrics)
    rel_lvl = float(rel_lvl)
    specs = [_metric_spec(name) for name in names]
    run, qrels = _plain(run), _plain(qrels)
    try:
        scored = _foley.score_run(run, qrels, specs, names, rel_lvl)
    except _foley.NonTextIds:
        scored = _foley.score_run(*_text_tables(run, qrels), specs, names, rel_lvl)
    except TypeError:
        _name_culprit(run, qrels)
        raise
    per_query, mean, ranks = scored
    return RetrievalReport(per_query=per_query, mean=mean, ranks=ranks, k=k)
