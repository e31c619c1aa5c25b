"""Ratings as users hold them, as one table of doubles: raters x units, NaN where one is missing."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _foley
from ._errors import BadInputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table: TypeAlias = NDArray[np.float64]

_WHOLE = 2.0**53  # beyond it a double skips whole numbers
_PLACES = ("rater", "unit", "place")


class BadShapeError(BadInputError, IndexError):
    """Ratings that are no table of raters and units."""


class OutsideDomainError(BadInputError, KeyError):
    """A rating that is not among the values that ratings may have; ``args[0]`` is the rating."""

    def __init__(self, value: float, domain: Sequence[float], where: str = "") -> None:
        known = ", ".join(f"{each:g}" for each in domain[:12])
        known += ", …" if len(domain) > 12 else ""
        at = f"{where}: " if where else ""
        line = f"{at}the rating {value!r} is not in value_domain ({known or 'which is empty'})"
        self._set(line, None)
        KeyError.__init__(self, value)


def warn(text: str) -> None:
    """Warns where the user's code called the package."""
    package = str(Path(__file__).parent)
    level = 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame = frame.f_back
        level += 1
    warnings.warn(text, stacklevel=level)


def rating_table(data: Any, *, name: str = "ratings", check_shape: bool = True) -> Table:
    """A table from nested lists, NumPy arrays (masked ones too), frames and tables of Arrow.

    Rows are raters and columns units. Missing are ``None``, NaN, ``pandas.NA``, nulls of frames and
    what a mask hides; numbers in text are numbers, booleans 0 and 1. An array of doubles is not
    copied. ValueError for ragged rows, text that is no number, whole numbers that a double cannot
    hold (``counts_of`` refuses infinities); BadShapeError for anything but two dimensions. Warns
    where there are more raters than units, which is nearly always a table that lies on its side.
    """
    return checked_table(number_array(data, name=name), name=name, check_shape=check_shape)


def refuse_infinite(table: Table, *, name: str) -> None:
    """BadInputError that says where a rating is infinite."""
    import numpy as np

    infinite = np.isinf(table)
    if infinite.any():
        rater, unit = np.argwhere(infinite)[0]
        raise BadInputError(
            f"{name}: rater {rater}, unit {unit} is infinite; a missing rating is NaN or None"
        )


def counts_of(table: Table, *, name: str = "ratings") -> _foley.AgreementCounts:
    """The counts of a table; BadInputError for an infinite rating."""
    try:
        return _foley.AgreementCounts.of(table)
    except ValueError:
        refuse_infinite(table, name=name)
        raise


def checked_table(table: Table, *, name: str, check_shape: bool = True) -> Table:
    """The same for numbers, infinite ones among them, which the core refuses."""
    if table.ndim != 2:
        raise BadShapeError(
            f"{name} have {table.ndim} dimension{'s' if table.ndim != 1 else ''}, not two; "
            "give a row for each rater and a column for each unit"
        )
    if check_shape and table.shape[0] > table.shape[1] > 0:
        warn(
            f"{name} hold {table.shape[0]} raters (rows) of {table.shape[1]} units (columns); "
            "if these are units by raters, transpose them"
        )
    return table


def rating_row(data: Any, *, name: str) -> Table:
    """Ratings of one rater, a value a unit."""
    row = number_array(data, name=name)
    if row.ndim != 1:
        raise BadShapeError(f"{name} have {row.ndim} dimensions; give one value a unit")
    return row


def rating_rows(data: Any, *, name: str) -> Table:
    """The same of one rater or several."""
    table = number_array(data, name=name)
    return table.reshape(1, -1) if table.ndim == 1 else table


def stacked_grades(human: Any, judge: Any) -> Table:
    """People and judge as one table, the judge last."""
    import numpy as np

    humans = rating_rows(human, name="human_grades")
    grades = rating_row(judge, name="judge_grades")
    if humans.ndim != 2 or humans.shape[1] != grades.shape[0]:
        units = humans.shape[1] if humans.ndim == 2 else 0
        raise BadInputError(
            f"human_grades have {units} units and judge_grades {grades.shape[0]}; "
            "both must grade the same units in the same order"
        )
    return checked_table(np.vstack([humans, grades]), name="grades", check_shape=False)


def fitted_domain(domain: Any, values: Sequence[float]) -> list[float] | None:
    """The values of a domain, as the ratings hold them; OutsideDomainError for another rating.

    0.1 in single precision is another number than 0.1; both are meant to be the same value, so that
    a domain in doubles fits ratings in singles.
    """
    if domain is None:
        return None
    import numpy as np

    listed = [
        float(each) for each in number_array(domain, name="value_domain", places=("value",)).ravel()
    ]
    if not all(np.isfinite(listed)):
        raise BadInputError("value_domain holds a value that is not finite")
    known = set(listed)
    strangers = [each for each in values if each not in known]
    if not strangers:
        return listed
    with np.errstate(over="ignore"):
        for narrow in (np.float32, np.float16):
            rounded = [float(narrow(each)) for each in listed]
            if set(strangers) <= set(rounded):
                held = set(values)
                pairs = zip(listed, rounded, strict=True)
                return [each if each in held else short for each, short in pairs]
    raise OutsideDomainError(strangers[0], sorted(known))


def scale_of(
    level: str,
    domain: list[float] | None = None,
    *,
    circumference: float | None = None,
    poles: Sequence[float] | None = None,
    distances: Any = None,
) -> _foley.Scale:
    """How far two values are apart; ``distances`` are squared, a row a value of the domain."""
    flat: list[float] = []
    if distances is not None:
        table = number_array(distances, name="distances", places=("row", "column"))
        if table.ndim != 2 or table.shape[0] != table.shape[1]:
            raise BadShapeError(f"distances have the shape {table.shape}; give a square table")
        flat = [float(each) for each in table.ravel()]
    if (level == "custom") != (distances is not None) or (level == "custom" and domain is None):
        raise BadInputError(
            "level 'custom' needs distances, a square table, and value_domain (or labels), which "
            "says what its rows are; other levels take no distances"
        )
    if not isinstance(level, str):
        raise TypeError(f"level is {level!r}; give the name of a level, such as 'ordinal'")
    for name, value, user in (
        ("circumference", circumference, "circular"), ("poles", poles, "bipolar"),
    ):  # fmt: skip
        if value is not None and level != user:
            raise BadInputError(f"level {level!r} takes no {name}; that is for level {user!r}")
    if poles is not None and len(poles) != 2:
        raise BadInputError(f"there are two poles, not {len(poles)}")
    pair = None if poles is None else (float(poles[0]), float(poles[1]))
    return _foley.Scale(level, domain, circumference, pair, flat)


def number_array(data: Any, *, name: str, places: Sequence[str] = _PLACES) -> Table:
    """Data of any kind and shape as doubles; ``places`` name the dimensions in messages."""
    return numbers_of(raw_array(data, name=name), name=name, places=places)


def raw_array(data: Any, *, name: str) -> Any:
    """Data of any kind as an array of NumPy, whatever its type; missing by mask or null is None."""
    import numpy as np

    if isinstance(data, np.ma.MaskedArray):
        # A mask without a hidden value is none, and objects cost much.
        return _unmasked(np, data) if np.ma.is_masked(data) else data.data
    if isinstance(data, np.ndarray):
        return data
    if isinstance(data, memoryview):
        return np.asarray(data)
    if isinstance(data, (str, bytes)):
        raise BadInputError(f"{name} are text; give a row of numbers for each rater")
    if isinstance(data, dict):
        raise BadInputError(f"{name} are a dict; give a list of rows, one for each rater")
    if hasattr(data, "collect") and not hasattr(data, "to_numpy"):
        raise TypeError(f"{name} are a lazy frame; collect() it first")
    if hasattr(data, "iloc") and hasattr(data, "notna"):  # pandas
        array = data.to_numpy()
        if array.dtype.kind == "O":
            array = data.astype(object).where(data.notna(), None).to_numpy()
        return array
    if hasattr(data, "column_names"):  # Arrow
        columns = [_arrow_column(np, each) for each in data.columns]
        return np.column_stack(columns) if columns else np.empty((0, 0))
    if hasattr(data, "to_numpy"):
        return _arrow_column(np, data) if hasattr(data, "to_pylist") else data.to_numpy()
    if hasattr(data, "__array__") or not hasattr(data, "__iter__"):
        return np.asarray(data)
    return _from_lists(np, data, name)


def numbers_of(array: Any, *, name: str, places: Sequence[str] = _PLACES) -> Table:
    """An array of any type as doubles: text that is a number is one, ``None`` is NaN."""
    import numpy as np

    kind = array.dtype.kind
    if kind == "f":
        values = np.asarray(array, dtype=np.float64)
        if array.dtype.itemsize > 8 and ((values != array) & ~np.isnan(values)).any():
            raise BadInputError(f"{name} of type {array.dtype} hold numbers that no double holds")
        return values
    if kind in "iub":
        values = np.asarray(array.astype(np.float64))
        is_long = kind != "b" and array.dtype.itemsize == 8 and array.size > 0
        if is_long and max(abs(int(array.max())), abs(int(array.min()))) > _WHOLE:
            large = array[np.abs(values) >= _WHOLE].tolist()
            if all(int(float(each)) == each for each in large):
                return values
            raise BadInputError(f"{name} hold whole numbers beyond 2^53, which no double holds")
        return values
    if kind not in "OUST":
        raise BadInputError(f"{name} are of type {array.dtype}; ratings are real numbers")
    try:
        values = np.asarray(array.astype(np.float64))
        if not (np.abs(values) > _WHOLE).any():
            return values
    except (TypeError, ValueError, OverflowError):
        pass
    values = np.empty(array.shape, dtype=np.float64)
    for place in np.ndindex(array.shape):
        values[place] = _number(array[place], place, name, places)
    return np.asarray(values)


def is_missing(value: Any) -> bool:
    """``None``, NaN, ``pandas.NA`` and ``NaT``."""
    return (
        value is None
        or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant")
        or (isinstance(value, float) and value != value)
    )


def _arrow_column(np: Any, column: Any) -> Any:
    # Of dictionaries NumPy sees the codes of nulls, too.
    if str(column.type).startswith(("int", "uint", "float", "double", "halffloat", "bool")):
        return np.asarray(column)
    values = column.to_pylist()
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _unmasked(np: Any, data: Any) -> Any:
    mask = np.ma.getmaskarray(data)
    if data.dtype.kind in "biuf":
        # What a mask hides may be anything, also what no double holds.
        shown = np.where(mask, data.dtype.type(0), data.data)
        return np.where(mask, np.nan, numbers_of(shown, name="ratings"))
    return np.where(mask, None, data.data.astype(object))


def _from_lists(np: Any, data: Any, name: str) -> Any:
    rows = [_row(np, row) if _is_row(row) else row for row in data]
    if any(isinstance(row, list) for row in rows):
        lengths = [len(row) if isinstance(row, list) else -1 for row in rows]
        for rater, length in enumerate(lengths):
            if length != lengths[0]:
                raise BadInputError(
                    f"{name} are ragged: rater 0 has {max(lengths[0], 0)} units, "
                    f"rater {rater} has {max(length, 0)}; fill up with None"
                )
    if not rows:
        return np.empty(0)
    try:
        array = np.asarray(rows)
        return array if array.dtype.kind in "fiub" else np.array(rows, dtype=object)
    except ValueError:  # rows within rows, ragged ones
        raise BadShapeError(f"{name} have more than two dimensions, and ragged ones") from None


def _row(np: Any, row: Any) -> list[Any]:
    if isinstance(row, np.ma.MaskedArray):
        row = _unmasked(np, row)
    return list(row)


def _is_row(row: Any) -> bool:
    return hasattr(row, "__iter__") and not isinstance(row, (str, bytes, dict))


def _number(value: Any, place: tuple[int, ...], name: str, places: Sequence[str]) -> float:
    if is_missing(value):
        return float("nan")
    where = ", ".join(f"{what} {i}" for what, i in zip(places, place, strict=False)) or "it"
    try:
        number = float(value)
    except OverflowError:
        raise BadInputError(f"{name}: {where} is beyond the range of a double") from None
    except (TypeError, ValueError):
        raise BadInputError(
            f"{name}: {where} is {value!r}, not a number; a missing rating is NaN or None"
        ) from None
    if isinstance(value, int) and int(number) != value:
        raise BadInputError(f"{name} hold whole numbers beyond 2^53, which no double holds")
    return number
