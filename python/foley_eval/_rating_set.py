"""Ratings with the names of units and raters, from tables of any kind and from files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from . import _foley
from ._errors import BadInputError, DuplicateError, raise_for
from ._inputs import _is_path, _opened
from ._rating_columns import (
    as_list,
    find_columns,
    name_codes,
    name_of,
    order_ranks,
    rating_values,
    value_array,
)
from ._ratings import (
    OutsideDomainError,
    checked_table,
    fitted_domain,
    raw_array,
    refuse_infinite,
)

REPEATS = ("refuse", "last", "mean")


@dataclass(frozen=True, eq=False)
class RatingSet:
    """Who rated what how; made by ``load_ratings``, and by ``rating_set`` from tables."""

    core: _foley.Ratings = field(repr=False)
    units: Sequence[Any] = field(repr=False)
    """Names of the units, in the order in which they first occur."""
    raters: list[str]
    labels: list[str] = field(default_factory=list)
    """Where ratings are words: value i stands for ``labels[i]``. Empty for numbers."""
    strata: list[str] = field(default_factory=list, repr=False)
    """A stratum a unit, or empty."""
    repeats: int = 0
    """Repeated ratings that were merged."""
    domain: list[float] | None = None
    """The values that ratings may have, where that was said."""

    @property
    def known_values(self) -> list[float] | None:
        """The values that ratings may have: the domain, or the places of the labels."""
        if self.domain is None and self.labels:
            return [float(i) for i in range(len(self.labels))]
        return self.domain

    def unit(self, i: int) -> str:
        """Name of a unit."""
        return name_of(self.units[i])

    def rater(self, name: Any) -> int:
        """Place of a rater, by name or place; KeyError for one that is not there."""
        if name_of(name) in self.raters:
            return self.raters.index(name_of(name))
        if isinstance(name, int) and 0 <= name < len(self.raters):
            return name
        raise KeyError(f"there is no rater {name!r}; known: {', '.join(self.raters[:20])}")

    def value(self, number: float) -> float | str:
        """A rating as it was given: a number, or its word."""
        return self.labels[int(number)] if self.labels else number

    def __reduce__(self) -> tuple[Any, ...]:
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        state["core"] = (*self.core.rows(), len(self.units), len(self.raters))
        return _restored, (state,)

    def by_stratum(self) -> dict[str, RatingSet]:
        """The ratings of each stratum, with the same raters."""
        import numpy as np

        names, codes = name_codes(self.strata, "stratum")
        unit, rater, value, order = self.core.rows()
        parts = {}
        for place, name in enumerate(names):
            members = np.flatnonzero(codes == place)
            renamed = np.zeros(len(codes), dtype=np.uint32)
            renamed[members] = np.arange(len(members), dtype=np.uint32)
            kept = codes[unit] == place
            core = _foley.Ratings.of_rows(
                renamed[unit[kept]], rater[kept], value[kept], order[kept],
                len(members), len(self.raters),
            )  # fmt: skip
            units = [self.units[int(i)] for i in members]
            parts[name] = RatingSet(core, units, self.raters, self.labels, domain=self.domain)
        return parts


def _restored(state: dict[str, Any]) -> RatingSet:
    return RatingSet(**{**state, "core": _foley.Ratings.of_rows(*state["core"])})


def load_ratings(
    path: Any,
    *,
    format: str = "",
    unit: str | None = None,
    rater: str | None = None,
    value: str | None = None,
    by: str | None = None,
    order: str | None = None,
    rater_columns: Sequence[str] = (),
    question: str = "",
    predictions: bool = False,
    text: bool = False,
    labels: Sequence[str] | None = None,
    value_domain: Sequence[float] | None = None,
    repeat: str = "refuse",
) -> RatingSet:
    """Ratings of a file: long or wide CSV or TSV, JSON Lines, Label Studio, webMUSHRA.

    ``format`` is ``long``, ``wide``, ``jsonl``, ``label-studio`` or ``webmushra``; without it the
    content tells. ``unit``, ``rater``, ``value``, ``by`` (the stratum) and ``order`` (when a rating
    was given) name columns or keys; without them the usual names count. In a wide file a row is a
    unit, and ``rater_columns`` are those of raters. ``question`` and ``predictions`` are for Label
    Studio. ``labels`` are the words that ratings may be, from the least to the greatest; ``text``
    makes words of all values. ``repeat`` says what becomes of a unit that a rater rated more than
    once: ``refuse`` (an error that names both lines), ``last`` or ``mean``.

    BadInputError with file, line and advice for a fault in the file; FileNotFoundError without one.
    """
    request = _foley.RatingsRequest(
        format=format,
        unit=unit or "",
        rater=rater or "",
        value=value or "",
        stratum=by or "",
        order=order or "",
        rater_columns=list(rater_columns),
        question=question,
        predictions=predictions,
        text_values=text,
        label_order=[str(each) for each in labels or ()],
        domain=fitted_domain(value_domain, ()),
        repeat=repeat,
    )
    try:
        core, units, raters, words, strata, repeats = _foley.read_ratings(
            os.fsencode(path), request
        )
    except _foley.Failure as failure:
        raise_for(failure.args[0])
    return RatingSet(core, units, raters, words, strata, repeats, fitted_domain(value_domain, ()))


def rating_set(
    data: Any,
    *,
    level: str = "ordinal",
    unit: Any = None,
    rater: Any = None,
    value: Any = None,
    by: Any = None,
    order: Any = None,
    repeat: str = "refuse",
    value_domain: Any = None,
    labels: Sequence[Any] | None = None,
) -> RatingSet:
    """Ratings of any source: see ``foley_eval.agreement.agreement``."""
    if repeat not in REPEATS:
        raise ValueError(f"there is no repeat {repeat!r}; known: {', '.join(REPEATS)}")
    if labels is not None and value_domain is not None:
        raise ValueError("labels are the domain of ratings in words; leave value_domain out")
    if isinstance(data, RatingSet):
        return data
    source = _opened(data)
    if _is_path(source):
        return load_ratings(
            source, unit=unit, rater=rater, value=value, by=by, order=order, repeat=repeat,
            text=level == "nominal" and value_domain is None and labels is None,
            labels=labels, value_domain=value_domain,
        )  # fmt: skip
    long = {"unit": unit, "rater": rater, "value": value, "order": order}
    by_name = by if isinstance(by, str) else None
    columns = find_columns(source, {**long, "by": by_name})
    if columns is not None:
        return _long(columns, repeat, value_domain, labels, level)
    if order is not None or by_name is not None:
        raise BadInputError("a table of raters x units has no columns of order or strata")
    return _wide(source, by, value_domain, labels, level)


def _wide(data: Any, by: Any, domain: Any, labels: Any, level: str) -> RatingSet:
    raw = raw_array(data, name="ratings")
    values, words = rating_values(
        raw, labels=labels, level=level, name="ratings", places=("rater", "unit", "place")
    )
    table = checked_table(values, name="ratings")
    refuse_infinite(table, name="ratings")
    fitted = _checked_domain(domain, table, lambda at: "rater {}, unit {}".format(*at))
    raters, units = _names(data, table.shape)
    strata = [] if by is None else [name_of(each) for each in as_list(by)]
    if by is not None and len(strata) != table.shape[1]:
        raise BadInputError(f"by has {len(strata)} strata for {table.shape[1]} units")
    core = _foley.Ratings.of_matrix(table)
    return RatingSet(core, units, raters, words, strata, domain=fitted)


def _names(data: Any, shape: tuple[int, ...]) -> tuple[list[str], Sequence[Any]]:
    """Names of raters and units of a wide table, numbers from 0 without any."""
    units: Sequence[Any] = range(shape[1])
    raters = [str(i) for i in range(shape[0])]
    columns = getattr(data, "column_names", getattr(data, "columns", None))
    if columns is not None:
        units = [name_of(each) for each in columns]
    if hasattr(data, "iloc"):
        raters = [name_of(each) for each in data.index]
        if len(set(raters)) < len(raters):
            name = next(each for each in raters if raters.count(each) > 1)
            raise DuplicateError(f"two rows are of rater {name!r}; give each rater one row")
    return raters, units


def _long(
    columns: Mapping[str, Any], repeat: str, domain: Any, labels: Any, level: str
) -> RatingSet:
    import numpy as np

    units, unit = name_codes(as_list(columns["unit"]), "unit")
    raters, rater = name_codes(as_list(columns["rater"]), "rater")
    values, words = rating_values(
        value_array(columns["value"]), labels=labels, level=level, name="ratings", places=("row",)
    )
    if not len(unit) == len(rater) == len(values):
        raise BadInputError("the columns of units, raters and values differ in length")
    if np.isinf(values).any():
        row = int(np.flatnonzero(np.isinf(values))[0])
        raise BadInputError(f"row {row}: the rating is infinite; a missing one is NaN or None")
    rank = np.arange(len(values), dtype=np.uint32)
    if "order" in columns:
        rank = order_ranks(as_list(columns["order"]))
    key = unit.astype(np.int64) * max(len(raters), 1) + rater
    rows = np.lexsort((rank, key))
    rows = rows[~np.isnan(values[rows])]
    again = key[rows][1:] == key[rows][:-1]
    values, rows = _merged(
        np, values, rows, again, repeat, bool(words), (units, unit, raters, rater)
    )
    kept = values[rows]
    fitted = _checked_domain(domain, kept, lambda at: f"row {rows[at[0]]}")
    core = _foley.Ratings.of_rows(
        unit[rows], rater[rows], kept, np.ascontiguousarray(rank[rows]), len(units), len(raters)
    )
    strata = _strata(np, columns["by"], unit, units) if "by" in columns else []
    return RatingSet(core, units, raters, words, strata, int(again.sum()), fitted)


def _merged(
    np: Any, values: Any, rows: Any, again: Any, repeat: str, words: bool, names: Any
) -> tuple[Any, Any]:
    """Values and rows with one row a unit and rater; rows of the same stand together, by order."""
    if not again.any():
        return values, rows
    units, unit, raters, rater = names
    if repeat == "refuse":
        place = int(np.flatnonzero(again)[0])
        first, second = sorted((int(rows[place]), int(rows[place + 1])))
        raise DuplicateError(
            f"rows {first} and {second}: rater {raters[rater[first]]!r} rated unit "
            f"{units[unit[first]]!r} twice; keep one, or say repeat='last' or 'mean'"
        )
    last = rows[np.append(~again, True)]
    if repeat == "last":
        return values, last
    if words:
        raise BadInputError("ratings in words have no mean; say repeat='last'")
    starts = np.flatnonzero(np.insert(~again, 0, True))
    merged = values.copy()
    counts = np.diff(np.append(starts, len(rows)))
    merged[last] = np.add.reduceat(values[rows], starts) / counts
    return merged, last


def _strata(np: Any, column: Any, unit: Any, units: list[str]) -> list[str]:
    names, codes = name_codes(as_list(column), "stratum")
    first = np.zeros(len(units), dtype=np.uint32)
    first[unit[::-1]] = codes[::-1]  # the first row of a unit is written last
    other = np.flatnonzero(first[unit] != codes)
    if other.size:
        row = int(other[0])
        raise BadInputError(
            f"row {row}: unit {units[unit[row]]!r} is in stratum {names[codes[row]]!r} here and in "
            f"{names[first[unit[row]]]!r} before"
        )
    return [names[each] for each in first]


def _checked_domain(domain: Any, values: Any, where: Any) -> list[float] | None:
    """The domain as the ratings hold it; the error names the first rating outside."""
    if domain is None:
        return None
    import numpy as np

    distinct = [float(each) for each in np.unique(values[~np.isnan(values)])]
    try:
        return fitted_domain(domain, distinct)
    except OutsideDomainError:
        listed = [float(each) for each in raw_array(domain, name="value_domain").ravel()]
        outside = ~np.isin(values, listed) & ~np.isnan(values)
        at = tuple(int(each) for each in np.argwhere(outside)[0])
        raise OutsideDomainError(float(values[at]), sorted(listed), where(at)) from None
