"""Embeddings as arrays of float32 or float64 with two dimensions, and what goes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ._errors import BadInputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float32] | NDArray[np.float64]

_WHOLE = 2**53  # beyond it a double skips whole numbers


def double_array(data: Any, name: str) -> Any:
    """Data as doubles with at least two dimensions, one dimension as one row: what NumPy makes of
    it, object arrays of numbers among it. ValueError for what has no such shape."""
    import numpy as np

    _refuse_masked(data, name)
    try:
        array = np.asarray(data)
        if array.dtype.kind == "c":
            raise BadInputError(f"{name}: embeddings are real numbers, not {array.dtype}")
        array = np.atleast_2d(np.asarray(array, dtype=np.float64))
    except BadInputError:
        raise
    except ValueError as error:
        raise BadInputError(f"{name}: {error}") from None
    return settled(array, name)


def number_array(data: Any, name: str) -> Any:
    """Data as rows in float32 or float64; what is neither becomes the narrower one that holds all.

    Arrays of these types with rows one after the other are used in place. BadInputError for
    objects (never unpickled), truth values, text, complex numbers and more than two dimensions.
    """
    import numpy as np

    _refuse_masked(data, name)
    if isinstance(data, (str, bytes, dict, set)):
        raise BadInputError(f"{name} is {type(data).__name__}; give rows of numbers")
    try:
        array = np.asarray(data)
    except ValueError:
        raise BadInputError(f"{name}: the rows differ in length") from None
    kind, size = array.dtype.kind, array.dtype.itemsize
    if array.size == 0 and kind == "f" and not isinstance(data, np.ndarray):
        raise BadInputError(f"{name}: there are no rows")
    if kind not in "iuf":
        raise BadInputError(
            f"{name}: the numbers are of type {array.dtype}; give float16, float32, float64 or "
            "whole numbers"
        )
    if kind == "f":
        array = np.asarray(array, dtype=np.float32 if size <= 4 else np.float64)
    elif size <= 2:
        array = array.astype(np.float32)
    else:
        if size == 8 and array.size and max(int(array.max()), -int(array.min())) > _WHOLE:
            raise BadInputError(f"{name} holds whole numbers beyond 2^53, which no double holds")
        array = array.astype(np.float64)
    return settled(np.atleast_2d(array), name)


def settled(array: Any, name: str) -> Any:
    """The array as the core reads it: two dimensions, this machine's byte order, rows one after the
    other; copied only where it is not like that."""
    import numpy as np

    if array.ndim != 2:
        raise BadInputError(
            f"{name} has {array.ndim} dimensions; embeddings are a table with a row a sound"
        )
    return np.require(array, array.dtype.newbyteorder("="), ["C", "A"])


def no_clips() -> Any:
    """Each row a clip of its own."""
    import numpy as np

    return np.empty(0, dtype=np.uint32)


def _refuse_masked(data: Any, name: str) -> None:
    import numpy as np

    if np.ma.is_masked(data):
        raise BadInputError(f"{name} has masked numbers; embeddings have no missing ones")
