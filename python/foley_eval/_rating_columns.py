"""Columns of tables in which a row is a rating: which they are; names as codes, words as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _foley
from ._errors import BadInputError, MissingFieldError
from ._ratings import is_missing, numbers_of, raw_array

USUAL: dict[str, tuple[str, ...]] = _foley.usual_rating_columns()
"""Names of columns that need not be told."""


def column_names(data: Any) -> list[Any] | None:
    """Names of the columns of a table, or None for what is no table with names."""
    if isinstance(data, Mapping):
        return list(data)
    if isinstance(data, (list, tuple)):
        if not data or not all(isinstance(row, Mapping) for row in data):
            return None
        return list(dict.fromkeys(key for row in data for key in row))
    if hasattr(data, "collect") and not hasattr(data, "to_numpy"):
        raise TypeError("the ratings are a lazy frame; collect() it first")
    for attribute in ("column_names", "columns"):  # Arrow; pandas and Polars
        names = getattr(data, attribute, None)
        if names is not None:
            return list(names)
    names = getattr(getattr(data, "dtype", None), "names", None)  # records of NumPy
    return None if names is None else list(names)


def find_columns(data: Any, wanted: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """The columns of a long table by what they hold: ``unit``, ``rater``, ``value`` and, where
    asked for, ``by`` and ``order``. None for tables that are not long: no names, or not the usual
    ones where none were told. KeyError for a name that is not there."""
    names = column_names(data)
    told = any(wanted.get(what) is not None for what in USUAL)
    if names is None:
        if told:
            raise BadInputError("the data have no named columns; give a frame or a list of dicts")
        return None
    found: dict[str, Any] = {}
    for what, usual in USUAL.items():
        name = wanted.get(what)
        if name is not None:
            found[what] = _told(names, name)
        else:
            plain = {str(each).lower().replace("-", "_"): each for each in reversed(names)}
            found[what] = next((plain[each] for each in usual if each in plain), None)
    lost = [what for what, name in found.items() if name is None]
    if lost:
        nearly_long = len(lost) == 1  # units by raters have not two such names by accident
        if not told and not nearly_long and not isinstance(data, (Mapping, list, tuple)):
            return None
        shown = ", ".join(str(each) for each in names[:8])
        raise _missing(f"no column of {lost[0]}s among {shown}; say {lost[0]}='…'", lost[0])
    for what in ("by", "order"):
        if wanted.get(what) is not None:
            found[what] = _told(names, wanted[what])
    return {what: _column(data, name) for what, name in found.items()}


def name_codes(column: Sequence[Any], what: str) -> tuple[list[str], Any]:
    """Distinct names as text, as they first occur, and the place of each row's name. ValueError for
    a name that is missing."""
    import numpy as np

    places: dict[Any, int] = {}
    try:
        codes = np.fromiter(
            (places.setdefault(each, len(places)) for each in column), np.uint32, len(column)
        )
    except TypeError:
        raise BadInputError(f"a {what} is no name; write text or numbers") from None
    for key, code in places.items():
        if is_missing(key):
            row = int(np.flatnonzero(codes == code)[0])
            raise BadInputError(f"row {row}: the {what} is missing")
    names = [name_of(key) for key in places]
    distinct = {each: i for i, each in enumerate(dict.fromkeys(names))}
    if len(distinct) < len(names):  # 1 and '1' are the same name
        codes = np.array([distinct[each] for each in names], dtype=np.uint32)[codes]
    return list(distinct), codes


def name_of(key: Any) -> str:
    """A name as text: whole numbers without a point."""
    if isinstance(key, float) and key.is_integer():
        return str(int(key))
    return key.decode("utf-8", "replace") if isinstance(key, bytes) else str(key)


def rating_values(
    raw: Any, *, labels: Sequence[Any] | None, level: str, name: str, places: Sequence[str]
) -> tuple[Any, list[str]]:
    """Ratings as doubles, and what they stand for where they are words.

    With ``labels`` a rating is its place among them. Without, words are values at nominal level
    alone, in the order of numbers, then of text.
    """
    import numpy as np

    if labels is not None:
        words = [name_of(each) for each in labels]
        if len(set(words)) < len(words):
            raise BadInputError("labels name a value twice")
        return _places_of(np, raw, words, name, places), words
    if raw.dtype.kind in "OUST" and level == "nominal":
        found = {name_of(each).strip() for each in raw.ravel().tolist() if not is_missing(each)}
        if not all(_is_number(each) for each in found):
            words = sorted(found, key=_label_order)
            return _places_of(np, raw, words, name, places), words
    try:
        return numbers_of(raw, name=name, places=places), []
    except BadInputError as error:
        if raw.dtype.kind in "OUST":
            raise BadInputError(
                f"{error}; of ratings in words say the order, labels=[…], or level='nominal'"
            ) from None
        raise


def order_ranks(column: Sequence[Any]) -> Any:
    """The place of each row's order among all; ValueError for mixed or missing ones."""
    import numpy as np

    for row, each in enumerate(column):
        if is_missing(each):
            raise BadInputError(f"row {row}: the order is missing")
    try:
        distinct = sorted(set(column))
    except TypeError:
        raise BadInputError("the order mixes numbers and texts") from None
    rank = {each: i for i, each in enumerate(distinct)}
    return np.array([rank[each] for each in column], dtype=np.uint32)


def as_list(column: Any) -> list[Any]:
    """Any kind of column as a list of Python objects."""
    if isinstance(column, list):
        return column
    for method in ("to_pylist", "to_list", "tolist"):  # Arrow; Polars and pandas; NumPy
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)


def value_array(column: Any) -> Any:
    """A column of ratings as an array of one dimension."""
    array = raw_array(column, name="the ratings")
    if array.ndim != 1:
        raise BadInputError("the column of ratings holds more than one value a row")
    return array


def _told(names: Sequence[Any], wanted: Any) -> Any:
    for each in names:
        if each == wanted or str(each) == str(wanted):
            return each
    shown = ", ".join(str(each) for each in names[:8])
    raise _missing(f"there is no column {wanted!r} (there are {shown})", str(wanted))


def _missing(line: str, name: str) -> MissingFieldError:
    error = MissingFieldError(line)
    error.field = name
    error.args = (name,)
    return error


def _column(data: Any, name: Any) -> Any:
    if isinstance(data, (list, tuple)):
        return [row.get(name) for row in data]
    return data[name]


def _places_of(np: Any, raw: Any, words: list[str], name: str, places: Sequence[str]) -> Any:
    index = {word.strip(): float(i) for i, word in enumerate(words)}
    values = np.empty(raw.shape, dtype=np.float64)
    for place, each in zip(np.ndindex(raw.shape), raw.ravel().tolist(), strict=True):
        if is_missing(each):
            values[place] = np.nan
            continue
        word = name_of(each).strip()
        if word not in index:
            where = ", ".join(f"{what} {i}" for what, i in zip(places, place, strict=False))
            known = ", ".join(words[:12])
            raise BadInputError(f"{name}: {where} is {each!r}, which is no label ({known})")
        values[place] = index[word]
    return values


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _label_order(word: str) -> tuple[bool, float, str]:
    number = _is_number(word)
    return (not number, float(word) if number else 0.0, word)
