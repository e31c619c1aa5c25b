"""Counts of ratings that add up over machines."""

from __future__ import annotations

from typing import Any

from . import _foley
from ._agreement_parts import AlphaInterval, Coefficient, alpha_interval_of, coefficient_of
from ._draws import draws
from ._errors import BadInputError
from ._inputs import _is_path
from ._rating_columns import find_columns
from ._rating_set import RatingSet, rating_set
from ._ratings import counts_of, fitted_domain, rating_table, scale_of


class AgreementCounts:
    """How many units received which ratings: all that alpha needs to know of the data.

    Counts of separate units add up, in any order and grouping, to the counts of all of them; what
    is made from them has the same bits. They pickle, and ``to_bytes`` is the same on any machine.
    """

    __slots__ = ("_core",)
    _core: _foley.AgreementCounts

    def __init__(self) -> None:
        """Counts of nothing, to start a sum from."""
        self._core = _foley.AgreementCounts()

    @classmethod
    def _of(cls, core: _foley.AgreementCounts) -> AgreementCounts:
        counts = cls()
        counts._core = core
        return counts

    @classmethod
    def of(cls, data: Any, **source: Any) -> AgreementCounts:
        """The counts of ratings, raters x units, or of any other source of ``agreement`` with its
        keywords. Give each unit whole: one whose ratings lie in two parts is two units. Errors as
        of ``krippendorff_alpha``. Parts of words need the same ``labels``."""
        other = isinstance(data, RatingSet) or _is_path(data)
        if source or other or find_columns(data, {}) is not None:
            return cls._of(rating_set(data, **source).core.counts())
        return cls._of(counts_of(rating_table(data)))

    def merge(self, *others: AgreementCounts) -> AgreementCounts:
        """The counts of these units and those of the others together; no operand changes."""
        total = _foley.AgreementCounts()
        for each in (self, *others):
            if not isinstance(each, AgreementCounts):
                raise TypeError(f"{type(each).__name__} are no AgreementCounts")
            total.merge(each._core)
        return self._of(total)

    def __add__(self, other: object) -> AgreementCounts:
        if not isinstance(other, AgreementCounts):
            return NotImplemented
        return self.merge(other)

    def __radd__(self, other: object) -> AgreementCounts:
        """Lets ``sum`` start from its 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgreementCounts):
            return NotImplemented
        return self._core.same_as(other._core)

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def to_bytes(self) -> bytes:
        """The counts as bytes, with a checksum."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> AgreementCounts:
        """The counts in such bytes; BadInputError for any others."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"{type(data).__name__} are no bytes; give what to_bytes returned")
        try:
            return cls._of(_foley.AgreementCounts.from_bytes(bytes(data)))
        except _foley.Failure as failure:
            error = failure.args[0]
            raise BadInputError(error.to_line(), error) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return AgreementCounts.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return (
            f"AgreementCounts(units={self.units}, ratings={self.ratings}, "
            f"values={len(self.values)})"
        )

    @property
    def units(self) -> int:
        """Units with two or more ratings."""
        return self._core.units

    @property
    def ratings(self) -> int:
        """Their ratings."""
        return self._core.ratings

    @property
    def lone_ratings(self) -> int:
        """Units with one rating; they are counted and left out."""
        return self._core.lone_ratings

    @property
    def values(self) -> list[float]:
        """Distinct values of the compared ratings, ascending."""
        return self._core.values

    def _scale(self, level: str, value_domain: Any, scale: dict[str, Any]) -> _foley.Scale:
        return scale_of(level, fitted_domain(value_domain, self.values), **scale)

    def krippendorff_alpha(
        self, *, level: str = "ordinal", value_domain: Any = None, **scale: Any
    ) -> Coefficient:
        """Alpha with what it was made from; ``scale`` is ``circumference``, ``poles`` or
        ``distances``. Observed and expected are disagreements."""
        return coefficient_of(self._core.alpha(self._scale(level, value_domain, scale)))

    def percent_agreement(self) -> Coefficient:
        """The share of pairs of ratings of the same unit that are equal."""
        return coefficient_of(self._core.percent_agreement())

    def interval(
        self,
        *,
        level: str = "ordinal",
        value_domain: Any = None,
        ci: str = "bca",
        confidence: float = 0.95,
        replicates: int = 1000,
        raters: int = 0,
        seed: int = 0,
        threads: int | None = None,
        **scale: Any,
    ) -> AlphaInterval:
        """Intervals of alpha by every method; ``ci`` is the one in ``interval``: ``bca``,
        ``percentile``, ``jackknife`` or ``krippendorff``. The same bits for any ``threads``.

        Source: Efron, JASA 1987; Krippendorff, *Algorithm for bootstrapping a distribution of
        alpha*, 2006.
        """
        replicates, seed, threads = draws(replicates, seed, threads)
        return alpha_interval_of(
            _foley.alpha_interval(
                self._core, self._scale(level, value_domain, scale), ci, replicates, confidence,
                raters, seed, threads,
            )
        )  # fmt: skip
