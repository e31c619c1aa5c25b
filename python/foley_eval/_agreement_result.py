"""An analysis of agreement as people and programs read it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeAlias

from . import _foley
from ._agreement_parts import (
    AlphaInterval,
    Association,
    Coefficient,
    Concordance,
    Confusion,
    DisputedUnit,
    Icc,
    RaterProfile,
    Suspects,
    table_text,
)
from ._rating_set import RatingSet
from .comparison import Interval
from .evaluation import frame_library

AnyCoefficient: TypeAlias = Coefficient | Association | Concordance | Icc

_SHOWN = 20  # raters in the table to read


@dataclass(frozen=True)
class AgreementResult:
    """Agreement of raters, with its uncertainty and its causes."""

    level: str
    n_units: int
    """Units with two or more ratings."""
    n_raters: int
    n_ratings: int
    """All ratings, those of units with one among them."""
    alpha: Coefficient
    """Krippendorff's alpha; ``alpha.reason`` says why it shows nothing, if it does not."""
    intervals: AlphaInterval | None
    """All intervals of alpha, where one was asked for."""
    band: str
    """``reliable``, ``tentative`` or ``revise-rubric``, by alpha."""
    lower_band: str
    """The same by the lower bound; empty without an interval."""
    percent_agreement: Coefficient
    coefficients: dict[str, AnyCoefficient]
    """Those that fit the level and the number of raters, by name; alpha is the first."""
    raters: dict[str, RaterProfile]
    suspects: Suspects
    disputed: list[DisputedUnit]
    """Units with the most disagreement, the most first."""
    _ratings: RatingSet = field(repr=False, compare=False)
    labels: list[str] = field(default_factory=list)
    strata: dict[str, AgreementResult] = field(default_factory=dict)
    """The same for each stratum by itself."""

    @property
    def interval(self) -> Interval | None:
        """The interval of alpha that was asked for."""
        return self.alpha.interval

    def confusion(self, first: Any, second: Any = None) -> Confusion:
        """How often one rater gave a value where another gave another; with ``second`` None, all
        the others. KeyError for a rater that is not there, ValueError for more than 200 values."""
        ratings = self._ratings
        row = ratings.rater(first)
        if second is None:
            found = _foley.confusion_with_others(ratings.core, row)
            name = "others"
        else:
            column = ratings.rater(second)
            found = _foley.confusion_of(ratings.core, row, column)
            name = ratings.raters[column]
        size = len(found["values"])
        counts = found["counts"]
        return Confusion(
            first=ratings.raters[row],
            second=name,
            values=[ratings.value(each) for each in found["values"]],
            counts=[counts[i * size : (i + 1) * size] for i in range(size)],
            units=found["units"],
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, ready for JSON but for infinite statistics."""
        plain = {
            each.name: _plain(getattr(self, each.name))
            for each in fields(self)
            if not each.name.startswith("_")
        }
        plain["strata"] = {name: each.to_dict() for name, each in self.strata.items()}
        return plain

    def to_frame(self, library: str | None = None) -> Any:
        """A frame with a row a coefficient (and stratum); see ``EvaluationResult.to_frame``."""
        rows = [("", name, each) for name, each in self.coefficients.items()]
        for stratum, result in self.strata.items():
            rows += [(stratum, name, each) for name, each in result.coefficients.items()]
        intervals = [each.interval for _, _, each in rows]
        columns = {
            "stratum": [stratum for stratum, _, _ in rows],
            "coefficient": [name for _, name, _ in rows],
            "value": [each.value for _, _, each in rows],
            "low": [each.low if each else None for each in intervals],
            "high": [each.high if each else None for each in intervals],
            "units": [each.units for _, _, each in rows],
            "reason": [each.reason for _, _, each in rows],
        }
        if not self.strata:
            del columns["stratum"]
        return frame_library(library).DataFrame(columns)

    def __str__(self) -> str:
        parts = [self._head(), table_text(self._coefficient_rows())]
        if self.raters:
            parts.append(table_text(self._rater_rows()))
        if len(self.raters) > _SHOWN:
            parts[-1] += f"\n… and {len(self.raters) - _SHOWN} more"
        for each in self.suspects.ranked:
            parts.append(
                f"suspect: {each.rater}, {each.fault.replace('_', ' ')} "
                f"(adjusted p {_p(each.p_adjusted)}, {each.units} units)"
            )
        if self.disputed:
            rows = [["most disputed", "of chance", "ratings"]]
            rows += [
                [each.unit, f"{each.relative:.2f}", self._given(each)] for each in self.disputed
            ]
            parts.append(table_text(rows))
        if self.strata:
            rows = [["stratum", "units", "alpha", "interval", "band"]]
            for name, result in self.strata.items():
                cells = [str(result.n_units), f"{result.alpha.value:.4f}"]
                rows.append([name, *cells, _bounds(result.interval), result.band])
            parts.append(table_text(rows))
        return "\n\n".join(parts)

    def _given(self, unit: DisputedUnit) -> str:
        """What each rater gave, in the order of the raters; of many raters, of those who did."""
        given = {name: _value(value) for name, value in unit.ratings.items()}
        if len(self.raters) <= _SHOWN:
            return " ".join(given.get(name, "-") for name in self.raters)
        shown = list(given.values())[:_SHOWN]
        return " ".join(shown) + (" …" if len(given) > _SHOWN else "")

    def _head(self) -> str:
        line = (
            f"{self.level}, {self.n_raters} raters, {self.n_units} units with two or more of "
            f"{self.n_ratings} ratings: {self.band}"
        )
        if self.alpha.reason:
            return f"{line} by definition only ({self.alpha.reason})"
        if self.lower_band and self.lower_band != self.band:
            line += f" (the lower bound: {self.lower_band})"
        return line

    def _coefficient_rows(self) -> list[list[str]]:
        rows = [["coefficient", "value", "interval", "units", "remark"]]
        for name, each in self.coefficients.items():
            remark = each.reason
            if not remark and isinstance(each, Association):
                remark = f"p {_p(each.p)}"
            bounds = "" if each.reason else _bounds(each.interval)
            rows.append([name, f"{each.value:.4f}", bounds, str(each.units), remark])
        return rows

    def _rater_rows(self) -> list[list[str]]:
        rows = [["rater", "ratings", "with others", "without: alpha", "bias", "spread"]]
        for name, each in list(self.raters.items())[:_SHOWN]:
            agrees = "-" if each.with_others.reason else f"{each.with_others.value:.3f}"
            without = "-"
            if each.influence and not each.influence.reason:
                without = f"{each.influence.without.value:.3f} ({each.influence.delta:+.3f})"
            bias = spread = "-"
            if each.numbers:
                bias = "-" if each.numbers.bias.reason else f"{each.numbers.bias.value:+.2f}"
                spread = "-" if each.numbers.spread.reason else f"{each.numbers.spread.value:.2f}"
            rows.append([name, str(each.ratings), agrees, without, bias, spread])
        return rows


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if key != "strata"}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, AgreementResult):
        return value.to_dict()
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value


def _bounds(interval: Interval | None) -> str:
    return f"[{interval.low:.4f}, {interval.high:.4f}]" if interval else ""


def _p(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _value(value: float | str) -> str:
    return f"{value:g}" if isinstance(value, float) else value
