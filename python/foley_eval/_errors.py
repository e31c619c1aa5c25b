"""Exceptions for foreign data that fails: each is a BadInputError with the one line that says what
is wrong and what to do, and also the built-in exception that callers of such a function expect."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NoReturn

from . import _foley


class BadInputError(ValueError):
    """Foreign data that cannot be used; its text is one line: file, line, item, problem, advice."""

    def __init__(self, line: str, error: _foley.Error | None = None) -> None:
        self._set(line, error)
        ValueError.__init__(self, line)

    def _set(self, line: str, error: _foley.Error | None) -> None:
        self.message = line
        self.kind = error.kind if error else "bad_value"
        self.source = error.source if error else ""
        self.line = error.line if error else 0
        self.item = error.item if error else ""
        self.field = error.field if error else ""
        self.problem = error.problem if error else line
        self.advice = error.advice if error else ""

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # The constructors take an error of the core, which does not travel between processes.
        return _restored, (type(self), self.args, dict(self.__dict__))


def _restored(
    kind: type[BadInputError], args: tuple[Any, ...], state: dict[str, Any]
) -> BadInputError:
    error = kind.__new__(kind, *args)
    if isinstance(error, UnicodeDecodeError):
        UnicodeDecodeError.__init__(error, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class MissingFieldError(BadInputError, KeyError):
    """A required field is absent; ``args[0]`` is its name."""

    def __init__(self, line: str, error: _foley.Error | None = None) -> None:
        self._set(line, error)
        KeyError.__init__(self, self.field.rpartition(".")[2])


class WrongTypeError(BadInputError, TypeError):
    """A value of another type than belongs there."""


class DuplicateError(BadInputError):
    """The same id or key twice."""


class UnknownMetricError(BadInputError, KeyError):
    """A measure that does not exist; ``args[0]`` is the name that was asked for."""

    def __init__(self, name: str, advice: str) -> None:
        self._set(f"there is no measure {name!r}; {advice}", None)
        self.kind = "unknown_name"
        KeyError.__init__(self, name)


class BadJsonError(BadInputError, json.JSONDecodeError):
    """Not JSON, or JSON with NaN, a byte-order mark or a repeated key."""

    def __init__(self, line: str, error: _foley.Error, document: str) -> None:
        # The position of the line is as near as it gets; JSONDecodeError wants one.
        before = document.split("\n")[: max(error.line - 1, 0)]
        position = sum(len(each) + 1 for each in before)
        json.JSONDecodeError.__init__(self, error.problem, document, min(position, len(document)))
        lineno, colno, pos = self.lineno, self.colno, self.pos
        self._set(line, error)
        self.lineno, self.colno, self.pos = lineno, colno, pos


class BadEncodingError(BadInputError, UnicodeDecodeError):
    """Bytes that are not UTF-8."""

    def __init__(self, line: str, error: _foley.Error, cause: UnicodeDecodeError) -> None:
        UnicodeDecodeError.__init__(
            self, cause.encoding, cause.object, cause.start, cause.end, cause.reason
        )
        self._set(line, error)


_KINDS: dict[str, type[BadInputError]] = {
    "missing_field": MissingFieldError,
    "wrong_type": WrongTypeError,
    "wrong_top": WrongTypeError,
    "duplicate": DuplicateError,
}


def raise_for(error: _foley.Error, data: bytes = b"") -> NoReturn:
    """Raises the exception that belongs to an error of the core."""
    line = error.to_line()
    if error.kind == "not_found":
        raise FileNotFoundError(line)
    if error.kind == "environment":
        raise OSError(line)
    if error.kind == "bad_encoding":
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as cause:
            raise BadEncodingError(line, error, cause) from None
    if error.kind in ("bad_encoding", "bad_syntax"):
        raise BadJsonError(line, error, data.decode("utf-8", "replace"))
    raise _KINDS.get(error.kind, BadInputError)(line, error)


def read_checked(path: Any, check: Any) -> Any:
    """Reads a JSON file, lets the core check its bytes, and returns what it holds."""
    source = Path(path)
    data = source.read_bytes()
    # A file name need not be UTF-8; in a message it is shown as well as it can be.
    error = check(data, os.fsencode(source).decode("utf-8", "replace"))
    if error is not None:
        raise_for(error, data)
    return json.loads(data.decode("utf-8"))
