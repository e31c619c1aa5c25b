"""Tables of pandas, Polars, Arrow and plain dicts with embeddings: one column of lists, or one
column a dimension; beside them the names of clips and their categories."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from ._errors import BadInputError, MissingFieldError
from ._fidelity_arrays import number_array
from ._rating_columns import as_list, name_of
from ._ratings import is_missing

_CLIP = ("clip", "clip_id", "clips", "id", "name", "file", "filename", "path")
_CATEGORY = ("category", "categories", "class", "label")
_VECTOR = ("embedding", "embeddings", "vector", "x")


def is_table(data: Any) -> bool:
    """True for what has named columns."""
    if isinstance(data, Mapping):
        return True
    if hasattr(data, "collect") and not hasattr(data, "to_numpy"):
        raise TypeError("the embeddings are a lazy frame; collect() it first")
    return hasattr(data, "column_names") or hasattr(data, "columns")


def read_table(
    data: Any, name: str, embedding: str | None, clip: str | None, category: str | None
) -> tuple[Any, list[str] | None, list[str] | None]:
    """The numbers, and the clip and the category of each row where there are such columns."""
    columns = _columns(data)
    clip = _chosen(columns, clip, _CLIP)
    category = _chosen(columns, category, _CATEGORY)
    told = embedding is not None
    vector = _chosen(columns, embedding, _VECTOR)
    if vector is not None and (told or _is_nested(data[columns[vector]])):
        numbers = _stacked(data[columns[vector]], f"{name}, column {vector}")
    else:
        left = [each for each in columns if each not in (clip, category)]
        if not left:
            raise BadInputError(f"{name}: there is no column of numbers")
        if len(left) == 1 and _is_nested(data[columns[left[0]]]):
            numbers = _stacked(data[columns[left[0]]], f"{name}, column {left[0]}")
        else:
            numbers = _side_by_side(data, columns, left, name)
    return (
        numbers,
        _texts(data, columns, clip, name),
        _texts(data, columns, category, name),
    )


def _columns(data: Any) -> dict[str, Any]:
    if isinstance(data, Mapping):
        names = list(data)
    else:
        names = list(data.column_names if hasattr(data, "column_names") else data.columns)
    return {str(each): each for each in names}


def _chosen(columns: dict[str, Any], told: str | None, usual: tuple[str, ...]) -> str | None:
    if told is not None:
        if str(told) in columns:
            return str(told)
        shown = ", ".join(list(columns)[:8])
        raise MissingFieldError(f"there is no column {told!r} (there are {shown})")
    lower = {each.lower(): each for each in reversed(columns)}
    return next((lower[each] for each in usual if each in lower), None)


def _first(column: Any) -> Any:
    if isinstance(column, str) or not hasattr(column, "__iter__"):
        raise BadInputError(f"{column!r} is no column; give a table, or rows of numbers")
    for each in column:
        return each.as_py() if hasattr(each, "as_py") else each
    return None


def _is_nested(column: Any) -> bool:
    first = _first(column)
    return not isinstance(first, (str, bytes, Mapping)) and hasattr(first, "__len__")


def _stacked(column: Any, name: str) -> Any:
    """A column of lists as rows, without a Python object a number where the library allows it."""
    import numpy as np

    flat, lengths = _flat(column)
    if flat is None:
        rows = [None if each is None else np.asarray(each) for each in as_list(column)]
        lengths = np.array([-1 if each is None else each.size for each in rows], dtype=np.int64)
        _check_lengths(lengths, name)
        kept = [each for each in rows if each is not None]
        return number_array(np.stack(kept) if kept else np.empty((0, 0)), name)
    _check_lengths(lengths, name)
    return number_array(np.asarray(flat).reshape(len(lengths), -1), name)


def _flat(column: Any) -> tuple[Any, Any]:
    """All numbers of a column of lists and the length of each list (-1: missing); None for columns
    that are Python objects."""
    import numpy as np

    module = type(column).__module__.partition(".")[0]
    if module == "polars":
        if str(column.dtype).startswith("Array"):
            array = column.to_numpy()
            missing = column.is_null().to_numpy()
            return array.ravel(), np.where(missing, -1, array.shape[-1])
        lengths = column.list.len().fill_null(-1).to_numpy().astype(np.int64)
        return column.explode(empty_as_null=False, keep_nulls=False).to_numpy(), lengths
    if module == "pyarrow":
        compute = importlib.import_module("pyarrow.compute")
        lengths = compute.fill_null(compute.list_value_length(column), -1)
        flat = compute.list_flatten(column)
        return flat.to_numpy(), np.asarray(lengths, dtype=np.int64)
    return None, None


def _check_lengths(lengths: Any, name: str) -> None:
    import numpy as np

    if len(lengths) == 0:
        return
    missing = np.flatnonzero(lengths < 0)
    if missing.size:
        raise BadInputError(f"{name}: row {missing[0]} (from 0) is missing")
    other = np.flatnonzero(lengths != lengths[0])
    if other.size:
        raise BadInputError(
            f"{name}: row {other[0]} (from 0) has {lengths[other[0]]} numbers, row 0 has "
            f"{lengths[0]}"
        )


def _side_by_side(data: Any, columns: dict[str, Any], names: list[str], name: str) -> Any:
    import numpy as np

    arrays = []
    for each in names:
        array = np.asarray(data[columns[each]])
        if array.dtype.kind == "O":
            listed = as_list(data[columns[each]])
            bad = next((at for at, it in enumerate(listed) if is_missing(it)), None)
            if bad is not None:
                raise BadInputError(f"{name}: row {bad} (from 0) of column {each!r} is missing")
        if array.dtype.kind not in "iuf":
            raise BadInputError(
                f"{name}: column {each!r} holds no numbers ({array.dtype}); say which column names "
                "the clips, clip='…', and which the categories, category='…'"
            )
        arrays.append(array)
    return number_array(np.column_stack(arrays), name)


def _texts(data: Any, columns: dict[str, Any], column: str | None, name: str) -> list[str] | None:
    if column is None:
        return None
    texts = as_list(data[columns[column]])
    missing = next((at for at, each in enumerate(texts) if is_missing(each)), None)
    if missing is not None:
        raise BadInputError(f"{name}: row {missing} (from 0) of column {column!r} is missing")
    return [name_of(each) for each in texts]
