"""Whether a judge may work unattended, and how many units must be rated twice to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _foley
from ._agreement_counts import AgreementCounts
from ._agreement_parts import AgreementPlan, AlphaInterval, alpha_interval_of
from ._causes import SCALE, ratings_and_scale
from ._draws import draws, whole
from ._errors import BadInputError
from ._inputs import _is_path
from ._rating_columns import find_columns, rating_values
from ._rating_set import RatingSet, rating_set
from ._ratings import counts_of, fitted_domain, raw_array, scale_of, stacked_grades
from .comparison import Interval
from .reliability import ALPHA_RELIABLE


@dataclass(frozen=True)
class Calibration:
    """Agreement of a judge with people, and what it allows."""

    alpha: float
    level: str
    n_units: int
    """Units with two or more ratings."""
    n_raters: int
    percent_agreement: float
    band: str
    promoted: bool
    """Whether alpha is 0.8 or more, for whatever reason; the rule of the reference."""
    evidence: bool
    """Whether the grades can show anything."""
    reason: str
    """Why they cannot."""
    interval: Interval | None
    intervals: AlphaInterval | None
    lower_band: str
    """The band that the lower bound reaches; empty without an interval."""
    judge_units: int
    """Units that the judge and a human graded."""
    with_humans: float
    """The judge's own agreement with the people, chance corrected; with one person, alpha. People
    who agree among themselves lift alpha, however bad the judge."""
    unattended: bool
    """Whether alpha, ``with_humans`` (and the lower bound, if asked for) reach ``min_alpha``, on
    evidence of at least ``min_units`` units."""
    min_alpha: float = ALPHA_RELIABLE
    """What is asked of alpha."""
    lower_bound: bool = False
    """Whether the same is asked of the lower bound."""
    min_units: int = 10
    """How many units judge and people must share."""

    def __str__(self) -> str:
        verdict = "may work unattended" if self.unattended else "may not work unattended"
        bounds = f" [{self.interval.low:.4f}, {self.interval.high:.4f}]" if self.interval else ""
        line = f"alpha {self.alpha:.4f}{bounds}, {self.band}: the judge {verdict}"
        if self.reason:
            return f"{line} ({self.reason})"
        if self.judge_units < self.min_units:
            return f"{line} (only {self.judge_units} units in common)"
        if self.with_humans < self.min_alpha <= self.alpha:
            return f"{line} (by itself it reaches {self.with_humans:.4f} with the people)"
        if self.lower_band and self.lower_band != self.band:
            line += f" (the lower bound: {self.lower_band})"
        return line


def calibrate(
    human: Any,
    judge: Any,
    *,
    level: str = "ordinal",
    min_alpha: float = ALPHA_RELIABLE,
    lower_bound: bool = False,
    min_units: int = 10,
    value_domain: Any = None,
    ci: str | None = "bca",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Calibration:
    """Agreement of a judge with people, its interval, and whether it is evidence of anything.

    Arrays and lists hold grades of the same units in the same order: ``human`` a row a person (or
    one person), ``judge`` one grade a unit. Files, RatingSets and tables with a row a rating are
    joined by the name of the unit; ``judge`` then holds one rater. ``source`` are the keywords of
    ``agreement`` for both; grades without names of units take ``labels`` alone, and may be words at
    level ``nominal`` without. Unlike ``calibrate_judge_vs_human`` it never lets a judge pass on no
    evidence (no unit graded by two, one value only, fewer than ``min_units`` units in common), nor
    one whom only the people's agreement carries. ``lower_bound`` asks that the lower bound of the
    interval reach ``min_alpha`` too. As in the reference, alpha is of all units that two or more
    graded, also those that the judge did not; the command leaves these out.
    """
    if lower_bound and ci is None:
        raise ValueError("without an interval there is no lower bound; choose ci")
    if not -1.0 <= min_alpha <= 1.0:
        raise ValueError(f"min_alpha is {min_alpha}; give a number from -1 to 1")
    replicates, seed, threads = draws(replicates, seed, threads)
    scale_words = {name: source.pop(name) for name in SCALE if name in source}
    labels: Sequence[Any] | None = source.get("labels")
    named = [_is_named(each, source) for each in (human, judge)]
    if any(named):
        if not all(named):
            raise BadInputError(
                "one of people and judge names its units and the other does not; give two tables "
                "with a row a rating, or two of grades in the same order"
            )
        table = _joined(human, judge, level, value_domain, source)
    elif set(source) - {"labels"}:
        useless = ", ".join(name for name in source if name != "labels")
        raise TypeError(f"grades without named columns take no {useless}")
    elif labels is not None and value_domain is not None:
        raise ValueError("labels are the domain of ratings in words; leave value_domain out")
    else:
        table = stacked_grades(*_without_words(human, judge, level, labels))
    if labels is not None:
        value_domain = range(len(labels))
    domain = fitted_domain(value_domain, counts_of(table, name="grades").values)
    found = dict(
        _foley.calibration(
            table, scale_of(level, domain, **scale_words), ci or "", replicates, confidence, seed,
            threads,
        )
    )  # fmt: skip
    intervals = alpha_interval_of(found["interval"]) if found["interval"] else None
    least = intervals.interval.low if lower_bound and intervals else found["alpha"]
    found.update(
        level=level,
        intervals=intervals,
        interval=intervals.interval if intervals else None,
        min_alpha=min_alpha,
        lower_bound=lower_bound,
        min_units=min_units,
        unattended=found["evidence"]
        and found["judge_units"] >= min_units
        and min(found["alpha"], found["with_humans"], least) >= min_alpha,
    )
    return Calibration(**found)


def plan_from_pilot(
    pilot: Any,
    *,
    level: str = "ordinal",
    half_width: float = 0.05,
    confidence: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> AgreementPlan:
    """How many units like those of a pilot make an interval of alpha that reaches no further than
    ``half_width`` to either side. ``pilot`` are ratings as of ``agreement``, or AgreementCounts.
    ``units`` is 0, with the reason, where there is no plan."""
    replicates, seed, threads = draws(replicates, seed, threads)
    if isinstance(pilot, AgreementCounts):
        core = pilot._core
        domain = fitted_domain(source.pop("value_domain", None), core.values)
        scale = scale_of(level, domain, **source)
    else:
        ratings, scale = ratings_and_scale(pilot, level, source)
        core = ratings.core.counts()
    return AgreementPlan(
        **_foley.plan_from_pilot(core, scale, half_width, confidence, replicates, seed, threads)
    )


def plan_from_shares(
    shares: Any,
    *,
    alpha: float = 0.8,
    raters: int = 2,
    values: Sequence[float] | None = None,
    level: str = "ordinal",
    half_width: float = 0.05,
    confidence: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    threads: int | None = None,
    value_domain: Any = None,
    **scale: Any,
) -> AgreementPlan:
    """The same from assumptions: the shares of the values (``{value: share}``, or a list for
    ``values``, by default 0, 1, …), alpha, and ratings a unit."""
    replicates, seed, threads = draws(replicates, seed, threads)
    if isinstance(shares, dict):
        if values is not None:
            raise ValueError("shares by value name the values already; leave values out")
        pairs = sorted((float(value), float(share)) for value, share in shares.items())
        values, shares = [value for value, _ in pairs], [share for _, share in pairs]
    listed = [float(each) for each in shares]
    numbers = [float(each) for each in (range(len(listed)) if values is None else values)]
    domain = fitted_domain(value_domain, numbers)
    return AgreementPlan(
        **_foley.plan_from_shares(
            numbers, listed, alpha, whole("raters", raters, 0),
            scale_of(level, domain, **scale), half_width, confidence, replicates, seed, threads,
        )
    )  # fmt: skip


def _is_named(data: Any, source: dict[str, Any]) -> bool:
    """Whether each rating says which unit it is of."""
    if isinstance(data, RatingSet) or _is_path(data):
        return True
    return find_columns(data, source) is not None


def _without_words(
    human: Any, judge: Any, level: str, labels: Sequence[Any] | None
) -> tuple[Any, Any]:
    """Grades in words as numbers that mean the same for people and judge; numbers as they are."""
    import numpy as np

    named = {"human_grades": human, "judge_grades": judge}
    raw = {name: raw_array(grades, name=name) for name, grades in named.items()}
    if labels is None:
        if level != "nominal" or all(each.dtype.kind not in "OUST" for each in raw.values()):
            return tuple(raw.values())
        every = np.concatenate([each.ravel().astype(object) for each in raw.values()])
        labels = rating_values(every, labels=None, level=level, name="grades", places=())[1]
        if not labels:
            return tuple(raw.values())
    found = [
        rating_values(
            each, labels=labels, level=level, name=name,
            places=("unit",) if each.ndim == 1 else ("rater", "unit", "place"),
        )[0]
        for name, each in raw.items()
    ]  # fmt: skip
    return found[0], found[1]


def _joined(human: Any, judge: Any, level: str, domain: Any, source: dict[str, Any]) -> Any:
    import numpy as np

    sets = [rating_set(each, level=level, value_domain=domain, **source) for each in (human, judge)]
    if len(sets[1].raters) != 1:
        raise BadInputError(
            f"judge_grades are of {len(sets[1].raters)} raters "
            f"({', '.join(sets[1].raters[:5])}); give those of one judge"
        )
    if sets[0].labels != sets[1].labels:
        raise BadInputError("people and judge use different words; say which there are: labels=[…]")
    places: dict[str, int] = {}
    for each in sets:
        for i in range(len(each.units)):
            places.setdefault(each.unit(i), len(places))
    table = np.full((len(sets[0].raters) + 1, len(places)), np.nan)
    for first, each in zip((0, len(sets[0].raters)), sets, strict=True):
        unit, rater, value, _ = each.core.rows()
        at = np.array([places[each.unit(i)] for i in range(len(each.units))], dtype=np.int64)
        table[rater + first, at[unit]] = value
    return table
