"""What an analysis of agreement is made of. Numbers are never NaN: where data allow no result there
is a value by definition, and ``reason`` says why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .comparison import Interval


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement: 1 is perfect, 0 is chance, below 0 worse than chance."""

    value: float
    observed: float
    """Observed agreement (of alpha: disagreement)."""
    expected: float
    """The same as expected by chance."""
    units: int
    """Units that took part."""
    ratings: int
    reason: str = ""
    interval: Interval | None = None
    standard_error: float | None = None


@dataclass(frozen=True)
class Association:
    """How alike raters order the units, with a test of independence."""

    value: float
    statistic: float
    """Student's t of Spearman's rho, z of tau-b, chi-squared of W; infinite for rho 1 and -1."""
    p: float
    units: int
    """Units that all raters rated."""
    left_out: int
    """Units with some but not all ratings."""
    reason: str = ""
    interval: Interval | None = None


@dataclass(frozen=True)
class Icc:
    """An intraclass correlation, with its interval and the F test of none."""

    form: str
    """By Shrout & Fleiss: ``ICC(2,1)``."""
    mcgraw_wong: str
    """By McGraw & Wong: ``ICC(A,1)``."""
    value: float
    interval: Interval
    f: float
    """Infinite where raters do not differ at all."""
    df1: float
    df2: float
    p: float
    units: int
    raters: int
    left_out: int
    reason: str = ""


@dataclass(frozen=True)
class Concordance:
    """Lin's concordance correlation: ``precision * accuracy``."""

    value: float
    precision: float
    """Pearson's correlation."""
    accuracy: float
    """How close the line of the ratings is to equality."""
    interval: Interval
    units: int
    left_out: int
    reason: str = ""


@dataclass(frozen=True)
class AlphaInterval:
    """Alpha with all its intervals, over other units of the same kind and the same raters."""

    value: float
    units: int
    interval: Interval
    """By the method asked for. Where all units agree no method sees any spread, and the lower bound
    is what so many units leave possible."""
    bca: Interval
    percentile: Interval
    jackknife: Interval
    krippendorff: Interval
    bias: float
    standard_error: float
    jackknife_error: float
    krippendorff_error: float
    below_reliable: float
    """Share of the bootstrap below 0.8."""
    below_tentative: float
    """Share of the bootstrap below 0.667."""
    without_meaning: int
    """Replicates that drew one value only; they count as 1."""
    reason: str = ""


@dataclass(frozen=True)
class Estimate:
    """A number of a rater; ``interval`` where there is one."""

    value: float
    reason: str = ""
    interval: Interval | None = None
    p: float | None = None


@dataclass(frozen=True)
class NumericProfile:
    """A rater whose ratings are numbers that rise, on units that others rated too."""

    bias: Estimate
    """Mean difference from the mean of the others."""
    spread: Estimate
    """Standard deviation over that of the others: below 1 uses less of the scale."""
    drift: Estimate
    """Change of the difference from the first rating to the last, with its p-value."""
    pearson: Estimate
    spearman: Estimate
    discrimination: Estimate
    """Slope on the mean of the others: 1 tells units apart as they do, below 0 the wrong way."""


@dataclass(frozen=True)
class RaterInfluence:
    """Alpha without a rater. ``delta`` above 0: the rater lowers agreement."""

    rater: str
    ratings: int
    compared: int
    """Ratings of units that others rated too."""
    without: Coefficient
    delta: float
    interval: Interval
    reason: str = ""


@dataclass(frozen=True)
class RaterProfile:
    """One rater beside the others."""

    rater: str
    ratings: int
    compared: int
    most_used: float | str
    most_used_share: float
    with_others: Coefficient
    """Chance-corrected agreement with the others."""
    pairwise_alpha: Estimate
    partners: int
    numbers: NumericProfile | None
    """At levels whose values rise."""
    influence: RaterInfluence | None = None


@dataclass(frozen=True)
class Suspect:
    """A rater with a finding. ``fault`` is ``constant``, ``inverted_scale``, ``random_clicker``,
    ``shifted`` or ``drifting``."""

    rater: str
    fault: str
    units: int
    score: float
    """How far beyond chance, as a normal deviate."""
    p: float
    p_adjusted: float
    """Corrected for the number of raters."""
    relation: float
    """Correlation with the others."""
    distance: float
    usual_distance: float
    mirrored_distance: float
    shift: float
    slope: float


@dataclass(frozen=True)
class Suspects:
    """Raters with a finding, the worst first."""

    ranked: list[Suspect]
    tested: int
    reason: str = ""


@dataclass(frozen=True)
class DisputedUnit:
    """A unit on which raters differ."""

    unit: str
    distance: float
    """Mean squared distance of two of its ratings, by the scale."""
    relative: float
    """The same over what chance gives: 1 is a unit rated at random."""
    ratings: dict[str, float | str]


@dataclass(frozen=True)
class UnitInfluence:
    """Alpha without a unit. ``delta`` above 0: the unit lowers agreement."""

    unit: str
    ratings: int
    without: Coefficient
    delta: float
    reason: str = ""


@dataclass(frozen=True)
class Confusion:
    """How often ``first`` (rows) gave a value where ``second`` (columns) gave another."""

    first: str
    second: str
    values: list[float | str]
    counts: list[list[int]]
    units: int

    def __str__(self) -> str:
        names = [f"{each:g}" if isinstance(each, float) else str(each) for each in self.values]
        rows = [[f"{self.first} \\ {self.second}", *names]]
        rows += [[n, *map(str, c)] for n, c in zip(names, self.counts, strict=True)]
        return table_text(rows)


@dataclass(frozen=True)
class AgreementPlan:
    """How much is to be rated more than once."""

    units: int
    """Units with two ratings or more; 0 if there is no plan."""
    ratings: int
    half_width: float
    """What is to be expected of so many units."""
    alpha: float
    simulated: bool
    """Whether half_width comes from simulated ratings."""
    reason: str = ""


def interval_of(found: dict[str, Any] | None) -> Interval | None:
    """An interval of the core."""
    return None if found is None else Interval(**found)


def coefficient_of(found: dict[str, Any], interval: Interval | None = None) -> Coefficient:
    """A coefficient of the core, with its interval if it has one."""
    plain = dict(found)
    own = interval_of(plain.pop("interval", None))
    return Coefficient(**plain, interval=interval or own)


def alpha_interval_of(found: dict[str, Any]) -> AlphaInterval:
    """Intervals of alpha of the core."""
    names = ("interval", "bca", "percentile", "jackknife", "krippendorff")
    return AlphaInterval(**{**found, **{name: Interval(**found[name]) for name in names}})


def estimate_of(found: dict[str, Any]) -> Estimate:
    """A number of a rater."""
    interval = interval_of(found.get("interval"))
    reason = found.get("reason", "") or (interval.reason if interval else "")
    return Estimate(found["value"], reason, interval, found.get("p"))


def numeric_profile_of(found: dict[str, Any] | None) -> NumericProfile | None:
    """The numbers of a rater."""
    if found is None:
        return None
    return NumericProfile(**{name: estimate_of(each) for name, each in found.items()})


def table_text(rows: list[list[str]]) -> str:
    """Rows in columns; the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [each.rjust(width) for each, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
