"""May we trust the raters, how surely, and if not, why? Agreement with intervals and causes.

The module is ``foley_eval.agreement``; its function ``agreement`` is also
``foley_eval.measure_agreement``, so that the name of the module stays the module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from . import _foley
from ._agreement_counts import AgreementCounts
from ._agreement_parts import (
    AgreementPlan,
    AlphaInterval,
    Association,
    Coefficient,
    Concordance,
    Confusion,
    DisputedUnit,
    Estimate,
    Icc,
    NumericProfile,
    RaterInfluence,
    RaterProfile,
    Suspect,
    Suspects,
    UnitInfluence,
    alpha_interval_of,
    coefficient_of,
)
from ._agreement_result import AgreementResult, AnyCoefficient
from ._calibration import Calibration, calibrate, plan_from_pilot, plan_from_shares
from ._causes import (
    disputed_of,
    find_suspects,
    leave_one_rater_out,
    leave_one_unit_out,
    rater_profiles,
    raters_of,
    scale_for,
    suspects_of,
)
from ._coefficients import (
    brennan_prediger,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac,
    icc,
    icc_of,
    kendall_tau_b,
    kendalls_w,
    lins_ccc,
    overall_ccc,
    scott_pi,
    spearman_rho,
    weighting_for,
)
from ._draws import draws, whole
from ._rating_set import RatingSet, load_ratings, rating_set
from .comparison import Interval
from .reliability import reliability_band

__all__ = [
    "AgreementCounts",
    "AgreementPlan",
    "AgreementResult",
    "AlphaInterval",
    "Association",
    "Calibration",
    "Coefficient",
    "Concordance",
    "Confusion",
    "DisputedUnit",
    "Estimate",
    "Icc",
    "Interval",
    "NumericProfile",
    "RaterInfluence",
    "RaterProfile",
    "RatingSet",
    "Suspect",
    "Suspects",
    "UnitInfluence",
    "agreement",
    "brennan_prediger",
    "calibrate",
    "cohen_kappa",
    "conger_kappa",
    "find_suspects",
    "fleiss_kappa",
    "gwet_ac",
    "icc",
    "kendall_tau_b",
    "kendalls_w",
    "leave_one_rater_out",
    "leave_one_unit_out",
    "lins_ccc",
    "load_ratings",
    "overall_ccc",
    "plan_from_pilot",
    "plan_from_shares",
    "rater_profiles",
    "rating_set",
    "scott_pi",
    "spearman_rho",
]

_MOST_WORK = 1_000_000_000
"""Ratings times raters times replicates up to which influence has intervals: some seconds."""


def agreement(
    data: Any,
    *,
    level: str = "ordinal",
    unit: Any = None,
    rater: Any = None,
    value: Any = None,
    by: Any = None,
    order: Any = None,
    repeat: str = "refuse",
    value_domain: Any = None,
    labels: Sequence[Any] | None = None,
    ci: str | None = "bca",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    circumference: float | None = None,
    poles: Sequence[float] | None = None,
    distances: Any = None,
    disputed: int = 10,
) -> AgreementResult:
    """Agreement of raters, with its uncertainty and its causes.

    ``data`` are ratings of any kind:

    - raters x units (a row a rater, as everywhere in this package): lists with None, arrays of
      NumPy (masked ones too), frames of pandas and Polars, tables of Arrow;
    - a row a rating: a frame, a dict of columns or a list of dicts with columns ``unit``, ``rater``
      and ``value`` (the usual names, such as ``item_id``, ``annotator``, ``score``, need not be
      told). ``by`` is the column of strata, ``order`` that of the time of rating; ``repeat`` says
      what becomes of a second rating of a unit by the same rater: ``refuse`` (an error that names
      both rows), ``last`` (by ``order``) or ``mean``;
    - the path of a file (see ``load_ratings``), or a RatingSet.

    For raters x units ``by`` is a list with a stratum a unit. Ratings may be words at level
    ``nominal``, and at any level with ``labels``, the words from the least to the greatest.

    ``level`` is ``nominal``, ``ordinal``, ``interval``, ``ratio``, ``circular`` (with
    ``circumference``), ``bipolar`` (with ``poles``) or ``custom`` (with squared ``distances``, a
    square table in the order of ``value_domain`` or ``labels``). ``value_domain`` are the values
    that ratings may have; another one is an OutsideDomainError (a KeyError).

    ``ci`` is the interval of alpha: ``bca``, ``percentile``, ``jackknife``, ``krippendorff`` or
    None; other coefficients have analytic intervals. All is the same for any ``threads``. What each
    rater does to alpha has an interval where ratings times raters times replicates are at most
    10^9; ``leave_one_rater_out`` makes it for any number.
    ``disputed`` units are listed. Kappas are weighted by the level: identity, ordinal, quadratic at
    interval level, otherwise 1 minus the distance of the scale; they are left out where that takes
    a table of over 4,096 values.

    Nothing in the result is NaN: where data allow no number there is one by definition, with the
    reason. BadInputError (a ValueError) for data that cannot be used.
    """
    replicates, seed, threads = draws(replicates, seed, threads)
    disputed = whole("disputed", disputed, 0)
    ratings = rating_set(
        data, level=level, unit=unit, rater=rater, value=value, by=by, order=order, repeat=repeat,
        value_domain=value_domain, labels=labels,
    )  # fmt: skip
    scale = {"circumference": circumference, "poles": poles, "distances": distances}
    drawn = (ci, confidence, replicates, seed, threads)
    result = _analysed(ratings, level, scale, drawn, disputed)
    if not ratings.strata:
        return result
    strata = {
        name: _analysed(part, level, scale, drawn, disputed)
        for name, part in ratings.by_stratum().items()
    }
    return replace(result, strata=strata)


def _analysed(
    ratings: RatingSet,
    level: str,
    words: dict[str, Any],
    drawn: tuple[str | None, float, int, int, int],
    disputed: int,
) -> AgreementResult:
    ci, confidence, replicates, seed, threads = drawn
    scale = scale_for(ratings, level, **words)
    counts = ratings.core.counts()
    alpha = coefficient_of(counts.alpha(scale))
    intervals = None
    if ci is not None:
        intervals = alpha_interval_of(
            _foley.alpha_interval(
                counts, scale, ci, replicates, confidence, len(ratings.raters), seed, threads
            )
        )
        error = intervals.standard_error
        alpha = replace(alpha, interval=intervals.interval, standard_error=error)
    percent = coefficient_of(counts.percent_agreement())
    shown = ci is not None and ratings.core.size * len(ratings.raters) * replicates <= _MOST_WORK
    coefficients: dict[str, AnyCoefficient] = {
        "krippendorff_alpha": alpha,
        "percent_agreement": percent,
        **_kappas(ratings, level, words, confidence),
    }
    if _foley.values_rise(level):
        coefficients.update(_scores(ratings, confidence))
    return AgreementResult(
        level=level,
        n_units=counts.units,
        n_raters=len(ratings.raters),
        n_ratings=ratings.core.size,
        alpha=alpha,
        intervals=intervals,
        band=reliability_band(alpha.value),
        lower_band=reliability_band(intervals.interval.low) if intervals else "",
        percent_agreement=percent,
        coefficients=coefficients,
        raters=raters_of(ratings, scale, replicates if shown else 0, confidence, seed, threads),
        suspects=suspects_of(ratings, scale),
        disputed=disputed_of(ratings, scale, disputed),
        labels=list(ratings.labels),
        _ratings=ratings,
    )


def _kappas(
    ratings: RatingSet, level: str, words: dict[str, Any], confidence: float
) -> dict[str, AnyCoefficient]:
    weights = weighting_for(ratings, level, words)
    if weights is None:
        return {}
    names = ["fleiss_kappa", "conger_kappa", "brennan_prediger", "gwet_ac"]
    if len(ratings.raters) == 2:
        names = ["cohen_kappa", "scott_pi", *names]
    found: dict[str, AnyCoefficient] = {}
    for name in names if level == "nominal" else [*names, "percent_agreement"]:
        each = _foley.agreement_coefficient(
            ratings.core, name, weights, "analytic", confidence, 2, 0, 1
        )
        found[f"weighted_{name}" if name == "percent_agreement" else name] = coefficient_of(each)
    return found


def _scores(ratings: RatingSet, confidence: float) -> dict[str, AnyCoefficient]:
    found: dict[str, AnyCoefficient] = {**icc_of(ratings, confidence)}
    if len(ratings.raters) == 2:
        found["lins_ccc"] = lins_ccc(ratings, confidence=confidence)
        found["spearman_rho"] = spearman_rho(ratings)
        found["kendall_tau_b"] = kendall_tau_b(ratings)
    else:
        found["overall_ccc"] = overall_ccc(ratings)
    found["kendalls_w"] = kendalls_w(ratings)
    return found
