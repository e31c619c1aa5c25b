"""What runs and judgments may be: dicts, files, columns of NumPy, frames of pandas and Polars,
tables of Arrow. Everything becomes the same two objects of the core, without a loop over rows."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, TypeAlias

from . import _foley
from ._errors import BadInputError, raise_for

Qrels: TypeAlias = Any
"""``{query: {document: grade}}``, a path, or a table with columns for query, document and grade."""

Run: TypeAlias = Any
"""``{query: {document: score}}``, a path, or a table with columns for query, document and score."""

_QUERY = ("query_id", "qid", "q_id", "query")
_DOCUMENT = ("doc_id", "docid", "docno", "corpus_id")
_SCORE = ("score",)
_GRADE = ("relevance", "grade", "rel", "label", "score")
_KEEP_ALL = 2**63 - 1
_PARQUET = (".parquet", ".pq")


@dataclass(frozen=True)
class Reading:
    """How rows of a run become rankings."""

    ties: str = "id-asc"
    depth: int | None = None
    judged_only: bool = False
    lenient: bool = False
    threads: int = 1

    @property
    def cut(self) -> int:
        if self.depth is None:
            return _KEEP_ALL
        if self.depth < 1:
            raise ValueError(f"depth {self.depth} keeps nothing; depths start at 1")
        return min(self.depth, _KEEP_ALL)


def _is_path(source: Any) -> bool:
    return isinstance(source, str | bytes | os.PathLike)


def _names(table: Any) -> list[str] | None:
    """Names of the columns, or None for what is no table."""
    if isinstance(table, Mapping):
        keys = list(table)
        named = any(each in keys for each in _QUERY) and any(each in keys for each in _DOCUMENT)
        rows = any(isinstance(each, Mapping) for each in table.values())
        return keys if named and not rows else None
    names = getattr(table, "column_names", None)  # Arrow
    if names is None:
        names = getattr(table, "columns", None)  # pandas, Polars
    if names is None:
        names = getattr(getattr(table, "dtype", None), "names", None)  # records of NumPy
    return None if names is None else [str(each) for each in names]


def _column(table: Any, names: list[str], wanted: tuple[str, ...], what: str) -> Any:
    for each in wanted:
        if each in names:
            return table[each]
    raise BadInputError(f"the table has no {what} column; name one of its columns {wanted[0]!r}")


def _columns(table: Any, value: tuple[str, ...], what: str) -> tuple[Any, Any, Any] | None:
    """Query, document and value column; None for what is no table."""
    if isinstance(table, tuple):
        if len(table) != 3:
            raise TypeError(f"{len(table)} columns; give query ids, document ids and {what}s")
        return table
    names = _names(table)
    if names is None:
        return None
    return (
        _column(table, names, _QUERY, "query"),
        _column(table, names, _DOCUMENT, "document"),
        _column(table, names, value, what),
    )


def _ids(column: Any) -> Any:
    """The column as the core reads it: Arrow's stream, a buffer of NumPy, or a list."""
    import numpy as np

    if isinstance(column, list | tuple):
        return column
    # pandas hands columns to Arrow by way of pyarrow; those of NumPy's types are arrays already.
    pandas = type(column).__module__.startswith("pandas")
    array_inside = isinstance(getattr(column, "dtype", None), np.dtype)
    arrow = hasattr(column, "__arrow_c_stream__") and not array_inside
    if arrow and (not pandas or _installed("pyarrow")):
        return column
    array = np.asarray(column)
    if array.dtype.kind not in "USOiu":
        array = array.astype(object)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _numbers(column: Any, what: str) -> Any:
    import numpy as np

    array = np.asarray(column)
    if array.dtype.kind == "O":
        if any(isinstance(each, str | bytes) for each in array):
            raise TypeError(f"the {what}s are text; write numbers")
        array = array.astype(np.float64)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"the {what}s are {array.dtype}; write numbers")
    return np.ascontiguousarray(array, dtype=np.float64)


def _installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _read_parquet(path: Any) -> Any:
    for module, name in (
        ("pyarrow.parquet", "read_table"),
        ("polars", "read_parquet"),
        ("pandas", "read_parquet"),
    ):
        if _installed(module.partition(".")[0]):
            return getattr(importlib.import_module(module), name)(os.fspath(path))
    raise ImportError(f"{path}: Parquet is read with pyarrow, polars or pandas; install one")


def _opened(source: Any) -> Any:
    """Tables of files that the core does not read; all else as it is."""
    if _is_path(source) and PurePath(os.fsdecode(source)).suffix.lower() in _PARQUET:
        return _read_parquet(os.fsdecode(source))
    return source


def _plain(table: Any, what: str) -> dict[Any, Any]:
    """The table as a dict of dicts; what already is one is not copied."""
    if not isinstance(table, Mapping):
        raise TypeError(
            f"the {what} are {type(table).__name__}; give a dict, a path, columns or a frame"
        )
    plain = table if isinstance(table, dict) else dict(table)
    if all(isinstance(row, dict) for row in plain.values()):
        return plain
    return {query: dict(row) if isinstance(row, Mapping) else row for query, row in plain.items()}


def read_qrels(qrels: Qrels) -> _foley.Judgments:
    """Judgments of any kind of source."""
    source = _opened(qrels)
    try:
        if _is_path(source):
            return _foley.read_qrels(os.fsencode(source))
        columns = _columns(source, _GRADE, "grade")
        if columns is None:
            return _foley.judgments_from_dict(_plain(source, "judgments"), False)
        query, document, grade = columns
        return _foley.judgments_from_columns(_ids(query), _ids(document), _numbers(grade, "grade"))
    except _foley.Failure as failure:
        raise_for(failure.args[0])


def read_run(run: Run, judgments: _foley.Judgments, reading: Reading) -> _foley.ReadRun:
    """A run of any kind of source, as far as it was judged."""
    source = _opened(run)
    options = (judgments, reading.ties, reading.cut, reading.judged_only)
    try:
        if _is_path(source):
            path = os.fsencode(source)
            return _foley.read_run(path, *options, reading.lenient, reading.threads)
        columns = _columns(source, _SCORE, "score")
        if columns is None:
            return _foley.run_from_dict(_plain(source, "rows of the run"), *options)
        query, document, score = columns
        return _foley.run_from_columns(
            _ids(query), _ids(document), _numbers(score, "score"), *options
        )
    except _foley.Failure as failure:
        raise_for(failure.args[0])


class Runs(dict[str, Run]):
    """A mapping that is known to hold runs, whatever they look like."""


def is_many(runs: Any) -> bool:
    """True for a mapping of names to runs, False for one run."""
    if isinstance(runs, Runs):
        return True
    if not isinstance(runs, Mapping) or _names(runs) is not None:
        return False
    for each in runs.values():
        if not isinstance(each, Mapping):
            return not isinstance(each, list)
        for inner in each.values():
            # A row holds numbers; a run holds rows, a table columns.
            return hasattr(inner, "__len__") and not isinstance(inner, str | bytes)
    return False
