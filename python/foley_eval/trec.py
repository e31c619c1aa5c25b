"""Takes the place of pytrec_eval: ``from foley_eval import trec as pytrec_eval``.

The values are those of trec_eval 9.0.8, which pytrec_eval holds: scores are compared as float32,
equal ones by document id, descending; topics that the run lacks are left out. What is refused or
returned otherwise, and why, is in docs/differences.md.
"""

from __future__ import annotations

import math
import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from . import _foley

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

# trec_eval 9.0.8 has yaap too; pytrec_eval does not offer it.
supported_measures: set[str] = set(_foley.trec_measures()) - {"yaap"}
"""Names of the measures, without parameters."""

supported_nicknames: dict[str, set[str]] = {
    name: set(members) for name, members in _foley.trec_nicknames()
}
"""Names for several measures. Those of judgments by preference or by several judges are listed, as
in pytrec_eval, and refused like there."""

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:,[0-9]+(?:\.[0-9]+)?)*\Z")
# Reported without their parameters by trec_eval 9.
_BARE = ("11pt_avg", "set_F", "utility")
_WITHOUT_NUMBERS = {"relstring"}

_Number = TypeVar("_Number", int, float)


def _lines(
    lines: Iterable[str], fields: int, value_at: int, read: Callable[[str], _Number]
) -> dict[str, dict[str, _Number]]:
    table: dict[str, dict[str, _Number]] = defaultdict(dict)
    for number, line in enumerate(lines, 1):
        parts = line.split()
        if len(parts) != fields:
            raise ValueError(f"line {number}: {len(parts)} fields, {fields} belong there")
        query, document = parts[0], parts[2]
        if document in table[query]:
            raise AssertionError(f"line {number}: {document!r} is there twice for {query!r}")
        table[query][document] = read(parts[value_at])
    return table


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """A run from lines ``query Q0 document rank score tag``.

    ValueError for another number of fields or a score that is no number, AssertionError for a
    document that a query has twice.
    """
    return _lines(f_run, 6, 4, float)


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """Judgments from lines ``query 0 document grade``; errors as ``parse_run``."""
    return _lines(f_qrel, 4, 3, int)


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """One number from those of all queries: a sum for ``num_…``, the exponential of the mean for
    ``gm_…`` (whose values are logarithms), else the mean. NaN for the mean of nothing."""
    total = math.fsum(values)
    if measure.startswith("num_"):
        return total
    mean = total / len(values) if len(values) else math.nan
    return math.exp(mean) if measure.startswith("gm_") else mean


def _split(measure: str) -> tuple[str, list[str]]:
    """``P_5,10`` and ``P.5,10`` -> ``("P", ["5", "10"])``."""
    if not isinstance(measure, str):
        raise TypeError(f"measures: {measure!r} is no name like 'ndcg_cut_10'")
    if measure in supported_measures:
        return measure, []
    for known in supported_measures:
        rest = measure[len(known) :]
        if measure.startswith(known) and rest[:1] in ("_", ".") and _NUMBERS.match(rest[1:]):
            return known, rest[1:].split(",")
    raise ValueError(f"unsupported measure {measure}")


def _requested(measures: Iterable[str]) -> list[str]:
    """What to ask of the core: each measure once, with all parameters that were named."""
    parameters: dict[str, list[str]] = {}
    for measure in measures:
        nickname = isinstance(measure, str) and measure in supported_nicknames
        for name in sorted(supported_nicknames[measure]) if nickname else (measure,):
            base, numbers = _split(name)
            kept = parameters.setdefault(base, [])
            # Coefficients may be equal; cut-offs are asked for once.
            kept.extend(n for n in numbers if base in _BARE or n not in kept)
    return [
        f"{name}.{','.join(numbers)}" if numbers and name not in _WITHOUT_NUMBERS else name
        for name, numbers in parameters.items()
    ]


def _level(relevance_level: Any) -> int:
    if isinstance(relevance_level, float):
        raise TypeError(f"relevance_level {relevance_level!r} is not a whole number")
    level = operator.index(relevance_level)
    if not 0 < level < 2**31:
        raise TypeError(f"relevance_level {level} is not in 1 to 2147483647")
    return level


class RelevanceEvaluator:
    """Scores runs against one set of judgments."""

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        """``query_relevance`` is ``{query: {document: grade}}``; it is copied, and queries without
        a judgment are left out. ``measures`` are names (``map``), names with parameters
        (``ndcg_cut_10``, ``ndcg_cut.5,10``) and nicknames (``official``).

        TypeError for ids that are not text, rows that are no dicts, grades that are not whole
        numbers and a relevance level below 1; ValueError for measures that do not exist and for
        grades beyond 32 bits.
        """
        if isinstance(judged_docs_only_flag, str | bytes | float):
            raise TypeError(f"judged_docs_only_flag {judged_docs_only_flag!r} is no truth value")
        self._judged_only = bool(judged_docs_only_flag)
        level = _level(relevance_level)
        if isinstance(measures, str):
            raise ValueError(f"unsupported measure {measures[:1]}; pass a list of names")
        try:
            self._columns = _foley.trec_columns(_requested(measures), level)
        except _foley.Failure as failure:
            raise ValueError(f"unsupported measure: {failure.args[0].to_line()}") from None
        self._names = [_reported(name) for name in self._columns.names]
        qrels: dict[Any, Any] = dict(query_relevance.items())
        self._judgments = _foley.judgments_from_dict(qrels, True)

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """``{query: {measure: value}}`` for the judged queries of the run, in its order.

        TypeError for ids that are not text, rows that are no dicts and scores that are not numbers;
        ValueError for scores that are NaN or infinite.
        """
        if not scores:
            return {}
        if not isinstance(scores, dict):
            raise TypeError(f"the run is {type(scores).__name__}; write a dict of dicts")
        return _foley.trec_evaluate(
            self._judgments, scores, self._columns, self._names, self._judged_only
        )


def _reported(name: str) -> str:
    for bare in _BARE:
        if name.startswith(bare + "_"):
            return bare
    return name
