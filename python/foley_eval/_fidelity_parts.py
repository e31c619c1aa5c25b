"""Parts of distances that add up over machines: moments, and kernel sums over a declared grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _foley
from ._draws import threads_of, whole
from ._errors import BadInputError
from ._fidelity_distances import set_of
from .embeddings import EmbeddingSet, Manifest, Statistics

BLOCK_ROWS: int = _foley.KERNEL_BLOCK_ROWS
"""Rows of a block of a grid; the last one of a set may have fewer."""


class Moments:
    """Count, mean and co-moment of vectors: all that the Fréchet distance needs to know of a set.

    Moments of separate rows add up to those of all rows, to 1e-12, however they were cut; the same
    parts in the same order give the same bits. They pickle, and ``to_bytes`` is the same on any
    machine.

    Source: Chan, Golub & LeVeque, *Updating formulae and a pairwise algorithm*, COMPSTAT 1982.
    """

    __slots__ = ("_core",)
    _core: _foley.Moments

    def __init__(self, dimension: int = 0) -> None:
        """Of no rows yet; without a dimension that of the first rows is taken."""
        self._core = _foley.Moments(whole("dimension", dimension, 0))

    @classmethod
    def of(cls, data: Any, *, threads: int | None = None) -> Moments:
        """The moments of an array, a table, a path or an ``EmbeddingSet``."""
        moments = cls()
        moments.add(data, threads=threads)
        return moments

    def add(self, data: Any, *, threads: int | None = None) -> None:
        """Adds rows; ValueError, and nothing is added, for another dimension or a number that is
        NaN or infinite."""
        self._core.add(set_of(data, "embeddings").numbers, threads_of(threads), None)

    def merge(self, *others: Moments) -> Moments:
        """The moments of these rows and those of the others together; no operand changes."""
        total = Moments()
        for each in (self, *others):
            if not isinstance(each, Moments):
                raise TypeError(f"{type(each).__name__} are no Moments")
            total._core.merge(each._core)
        return total

    def __add__(self, other: object) -> Moments:
        return self.merge(other) if isinstance(other, Moments) else NotImplemented

    def __radd__(self, other: object) -> Moments:
        """Lets ``sum`` start from its 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self._core.same_as(other._core) if isinstance(other, Moments) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @property
    def count(self) -> int:
        """Rows seen."""
        return self._core.count

    @property
    def dimension(self) -> int:
        """Numbers a row."""
        return self._core.dimension

    @property
    def mean(self) -> Any:
        """The mean of each number."""
        return self._core.mean()

    @property
    def covariance(self) -> Any:
        """d x d, divisor n - 1; ValueError for fewer than two rows."""
        return self._core.covariance().reshape(self.dimension, self.dimension)

    def statistics(
        self,
        *,
        bandwidth: float | None = None,
        bandwidth_rule: str = "",
        manifest: Manifest | None = None,
    ) -> Statistics:
        """What ``save_statistics`` writes and ``fad`` takes as a reference."""
        return Statistics(
            self.mean, self.covariance, self.count, bandwidth,
            bandwidth_rule or ("given" if bandwidth is not None else ""), manifest or Manifest(),
        )  # fmt: skip

    def frechet_distance(self, generated: Moments) -> float:
        """The Fréchet distance of two sets of which only the moments are known."""
        fit = _foley.GaussianFit.of_moments(self._core)
        other = _foley.GaussianFit.of_moments(generated._core)
        value: float = _foley.frechet_distance(fit, other, None)["value"]
        return value

    def to_bytes(self) -> bytes:
        """The moments as bytes, with a checksum."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Moments:
        """The moments in such bytes; BadInputError for any others."""
        moments = cls.__new__(cls)
        moments._core = _restored(_foley.Moments.from_bytes, data)
        return moments

    def __reduce__(self) -> tuple[Any, ...]:
        return Moments.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"Moments(count={self.count}, dimension={self.dimension})"


@dataclass(frozen=True)
class Tile:
    """A tile of a grid: which rows of which sets meet."""

    rows_of: str
    """``reference`` or ``generated``."""
    cols_of: str
    rows: slice
    cols: slice
    _place: tuple[int, int, int]

    def __reduce__(self) -> tuple[Any, ...]:
        return _tile, (self._place, self.rows.stop, self.cols.stop)


class KernelSums:
    """Sums of kernel values over tiles of a declared grid. Parts hold any tiles; merged in any
    order they give the distance with the same bits. They pickle."""

    __slots__ = ("_core",)
    _core: _foley.KernelSums

    def __init__(
        self,
        reference_rows: int,
        generated_rows: int,
        *,
        centre: Any,
        bandwidth: float = 1.0,
        kernel: str = "gaussian",
        degree: int = 3,
        offset: float = 1.0,
        float32: bool = False,
    ) -> None:
        """Declares a job, of which no tile is known yet. All parts need the same ``centre`` (a
        number a dimension, subtracted from all rows: the mean of the reference is good), kernel
        and precision of products."""
        import numpy as np

        flat = np.ascontiguousarray(centre, dtype=np.float64)
        if flat.ndim != 1:
            raise BadInputError("the centre is one row of numbers")
        self._core = _foley.KernelSums(
            whole("reference_rows", reference_rows, 0), whole("generated_rows", generated_rows, 0),
            _foley.Kernel(kernel, float(bandwidth), whole("degree", degree, 1, 16), float(offset)),
            flat, bool(float32),
        )  # fmt: skip

    @property
    def tiles(self) -> list[Tile]:
        """All tiles of the job, in order; share them out as you like."""
        rows = (self._core.reference_rows, self._core.generated_rows)
        return [
            _tile(
                place,
                min(rows[_ROWS_OF[place[0]]], (place[1] + 1) * BLOCK_ROWS),
                min(rows[_COLS_OF[place[0]]], (place[2] + 1) * BLOCK_ROWS),
            )
            for place in self._core.tiles()
        ]

    def add(self, tile: Tile, rows: Any, cols: Any = None) -> None:
        """Computes a tile from its rows and columns (none: the same rows), as arrays."""
        of = set_of(rows, "rows").numbers
        by = of if cols is None else set_of(cols, "cols").numbers
        self._core.add(*tile._place, of, by)

    def compute(self, reference: Any, generated: Any, tiles: Iterable[Tile] | None = None) -> None:
        """Computes tiles (by default all) from the whole sets."""
        sets: dict[str, EmbeddingSet] = {
            "reference": set_of(reference, "reference"), "generated": set_of(generated, "generated")
        }  # fmt: skip
        for name, rows in (
            ("reference", self._core.reference_rows), ("generated", self._core.generated_rows),
        ):  # fmt: skip
            if sets[name].rows != rows:
                raise BadInputError(f"the job has {rows} rows of the {name}, not {sets[name].rows}")
        for tile in self.tiles if tiles is None else tiles:
            self._core.add(
                *tile._place,
                sets[tile.rows_of].numbers[tile.rows],
                sets[tile.cols_of].numbers[tile.cols],
            )

    def merge(self, *others: KernelSums) -> KernelSums:
        """The tiles of all parts; ValueError for another job, and for a tile with two different
        sums: the sets were not the same. No operand changes."""
        total = KernelSums.from_bytes(self.to_bytes())
        for each in others:
            if not isinstance(each, KernelSums):
                raise TypeError(f"{type(each).__name__} are no KernelSums")
            total._core.merge(each._core)
        return total

    def __add__(self, other: object) -> KernelSums:
        return self.merge(other) if isinstance(other, KernelSums) else NotImplemented

    def __radd__(self, other: object) -> KernelSums:
        """Lets ``sum`` start from its 0."""
        return self if other == 0 else NotImplemented

    @property
    def known(self) -> int:
        """Tiles known so far."""
        return self._core.known

    @property
    def complete(self) -> bool:
        """Whether all are."""
        return self._core.complete

    def distance(self) -> float:
        """The unbiased distance; ValueError as long as tiles are missing."""
        return self._core.distance()

    def to_bytes(self) -> bytes:
        """The part as bytes, with a checksum."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> KernelSums:
        """The part in such bytes; BadInputError for any others."""
        sums = cls.__new__(cls)
        sums._core = _restored(_foley.KernelSums.from_bytes, data)
        return sums

    def __reduce__(self) -> tuple[Any, ...]:
        return KernelSums.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"KernelSums(known={self.known}, complete={self.complete})"


_ROWS_OF = (0, 0, 1)
_COLS_OF = (0, 1, 1)
_SETS = ("reference", "generated")


def _tile(place: tuple[int, int, int], row_end: int, col_end: int) -> Tile:
    pair, row, col = place
    return Tile(
        _SETS[_ROWS_OF[pair]], _SETS[_COLS_OF[pair]],
        slice(row * BLOCK_ROWS, row_end), slice(col * BLOCK_ROWS, col_end), place,
    )  # fmt: skip


def _restored(make: Any, data: bytes) -> Any:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"{type(data).__name__} are no bytes; give what to_bytes returned")
    try:
        return make(bytes(data))
    except _foley.Failure as failure:
        error = failure.args[0]
        raise BadInputError(error.to_line(), error) from None
