"""May we trust the raters? Krippendorff's alpha, and the calibration of a judge against people.

The functions of the reference, on one C++ core. What goes beyond them (other coefficients,
intervals, causes, planning) is in ``foley_eval.agreement``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _foley
from ._errors import BadInputError, MissingFieldError
from ._rating_columns import find_columns
from ._ratings import (
    counts_of,
    fitted_domain,
    rating_table,
    scale_of,
    stacked_grades,
    warn,
)

ALPHA_RELIABLE = 0.8
"""From here on agreement is ``reliable``; a judge works unattended only from here on."""

ALPHA_TENTATIVE = 0.667
"""From here on agreement is ``tentative``; below, the rubric wants revision."""


@dataclass
class AlphaResult:
    """Agreement of raters with what may be concluded from it."""

    alpha: float
    level: str
    n_units: int
    """Units with two or more ratings."""
    n_raters: int
    percent_agreement: float
    band: str
    promoted: bool
    """Whether alpha reaches ``ALPHA_RELIABLE``."""


def krippendorff_alpha(
    reliability_data: Any, *, level: str = "ordinal", value_domain: Any = None
) -> float:
    """Krippendorff's alpha of ratings, raters x units: 1 is perfect agreement, 0 is chance.

    ``level`` is ``nominal``, ``ordinal``, ``interval``, ``ratio``, ``circular`` or ``bipolar``.
    ``value_domain`` are the values that ratings may have: it is checked, and circle and poles reach
    over it. Missing ratings (NaN, None, masked) are left out, and units with fewer than two.
    1.0 where there is no expected disagreement: no unit with two ratings, or one value only;
    ``foley_eval.agreement`` tells these cases apart.

    ValueError for ratings that are no numbers, infinite or ragged, for a negative one at ratio
    level, for an unknown level; OutsideDomainError (a KeyError) for one outside the domain;
    BadShapeError (an IndexError) for one dimension.

    Source: Krippendorff, *Computing Krippendorff's alpha-reliability*, 2011.
    """
    return _alpha(_table(reliability_data), level, value_domain)


def percent_agreement(reliability_data: Any) -> float:
    """The share of pairs of ratings of one unit that are equal; 0.0 without any pair.

    Not corrected for chance: say it beside alpha, not instead.
    """
    table = _table(reliability_data)
    share: float = counts_of(table).percent_agreement()["value"]
    return share


def reliability_band(alpha: float) -> str:
    """``reliable`` (>= 0.8), ``tentative`` (>= 0.667), else (also for NaN) ``revise-rubric``.

    Source: Krippendorff, *Content Analysis*, 2004, chapter 11.
    """
    return _foley.reliability_band(float(alpha))


def alpha_result(reliability_data: Any, *, level: str = "ordinal") -> AlphaResult:
    """Alpha of ratings, raters x units, with band and verdict; warns where they show nothing."""
    return _result(_table(reliability_data), level)


def calibrate_judge_vs_human(
    human_grades: Any, judge_grades: Any, *, level: str = "ordinal"
) -> AlphaResult:
    """Agreement of a judge with people, and whether the judge may work unattended.

    ``human_grades`` are the grades of one person, or a row a person; ``judge_grades`` those of the
    judge for the same units. The judge is one more rater, and ``promoted`` says whether alpha
    reaches 0.8. Where the grades can show nothing (no unit graded by two, one value only) alpha is
    1.0 and ``promoted`` True, as in the reference; a warning says so, and the command
    ``foley-eval calibrate`` does not let such a judge pass.

    ValueError for grades of different length, and as krippendorff_alpha.
    """
    return _result(stacked_grades(human_grades, judge_grades), level, "grades")


def _table(data: Any) -> Any:
    # A lazy frame has columns too, and takes long to say so.
    framed = hasattr(data, "column_names") or (
        hasattr(data, "to_numpy") and hasattr(data, "columns")
    )
    if framed and _is_long(data):
        raise BadInputError(
            "the ratings are a table with a row a rating; this function takes raters x units, "
            "foley_eval.agreement.agreement and AgreementCounts.of take such tables"
        )
    return rating_table(data)


def _is_long(frame: Any) -> bool:
    try:
        return find_columns(frame, {}) is not None
    except MissingFieldError:
        return True  # nearly all columns of such a table


def _alpha(table: Any, level: str, domain: Any) -> float:
    counts = counts_of(table)
    scale = scale_of(level, fitted_domain(domain, counts.values))
    alpha: float = counts.alpha(scale)["value"]
    return alpha


def _result(table: Any, level: str, name: str = "ratings") -> AlphaResult:
    counts = counts_of(table, name=name)
    alpha = counts.alpha(scale_of(level))
    if alpha["reason"]:
        warn(f"{alpha['reason']}: alpha is 1.0 by definition and shows no agreement")
    return AlphaResult(
        alpha=alpha["value"],
        level=level,
        n_units=counts.units,
        n_raters=table.shape[0],
        percent_agreement=counts.percent_agreement()["value"],
        band=reliability_band(alpha["value"]),
        promoted=bool(alpha["value"] >= ALPHA_RELIABLE),
    )
