"""Coefficients of agreement besides alpha. All take ratings of any kind, as ``agreement`` does:
raters x units, or a table with a row a rating (``unit``, ``rater``, ``value``, ``order``,
``repeat``), with ``labels`` or ``value_domain``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _foley
from ._agreement_parts import (
    Association,
    Coefficient,
    Concordance,
    Icc,
    coefficient_of,
)
from ._draws import draws
from ._rating_set import RatingSet, rating_set
from ._ratings import BadShapeError, number_array
from .comparison import Interval

WEIGHTS = (
    "identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar",
)  # fmt: skip
_SIMPLE = {"nominal": "identity", "ordinal": "ordinal", "interval": "quadratic"}
_MOST_CATEGORIES = 4096  # for which the core makes tables of weights
INTERVALS = ("analytic", "bca", "percentile")


def weighting(weights: Any, ratings: RatingSet) -> _foley.Weighting:
    """Weights by name, or a table of them: a row a value of the domain, or one that occurs."""
    domain = ratings.known_values
    if domain is not None:
        domain = list(dict.fromkeys(domain))
    if isinstance(weights, str):
        return _foley.Weighting(weights, domain)
    table = number_array(weights, name="weights", places=("row", "column"))
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise BadShapeError(f"weights have the shape {table.shape}; give a square table")
    return _foley.Weighting("custom", domain, [float(each) for each in table.ravel()])


def weighting_for(
    ratings: RatingSet, level: str, scale: Mapping[str, Any]
) -> _foley.Weighting | None:
    """The weights that fit a scale; None where their table would be too large."""
    import numpy as np

    if level in _SIMPLE:
        return weighting(_SIMPLE[level], ratings)
    domain = ratings.known_values
    values = np.unique(ratings.core.rows()[2]) if domain is None else np.array(domain)
    if len(values) > _MOST_CATEGORIES:
        return None
    if level == "custom":
        distances = number_array(scale["distances"], name="distances")
    elif scale.get("circumference") is not None:
        distances = np.sin(np.pi * (values[:, None] - values) / scale["circumference"]) ** 2
    elif scale.get("poles") is not None:
        low, high = scale["poles"]
        total = values[:, None] + values
        area = (total - 2 * low) * (2 * high - total)
        difference = (values[:, None] - values) ** 2
        distances = np.divide(difference, area, out=np.zeros_like(area), where=area > 0)
    else:
        return weighting(level, ratings)
    greatest = distances.max(initial=0.0)
    table = 1.0 - distances / greatest if greatest > 0 else np.ones_like(distances)
    return _foley.Weighting("custom", values.tolist(), table.ravel().tolist())


def coefficient(
    kind: str,
    data: Any,
    weights: Any,
    ci: str | None,
    confidence: float,
    replicates: int,
    seed: int,
    threads: int | None,
    source: Mapping[str, Any],
) -> Coefficient:
    """The coefficient of that kind."""
    if ci is not None and ci not in INTERVALS:
        raise ValueError(f"there is no interval {ci!r}; known: {', '.join(INTERVALS)}, None")
    replicates, seed, threads = draws(replicates, seed, threads)
    level = "nominal" if isinstance(weights, str) and weights == "identity" else "ordinal"
    ratings = rating_set(data, **{"level": level, **source})
    return coefficient_of(
        _foley.agreement_coefficient(
            ratings.core, kind, weighting(weights, ratings), ci or "", confidence, replicates,
            seed, threads,
        )
    )  # fmt: skip


def cohen_kappa(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Cohen's kappa of two raters, each with shares of their own.

    ``weights`` are ``identity``, ``linear``, ``quadratic``, ``ordinal``, ``radical``, ``ratio``,
    ``circular``, ``bipolar`` or a table of them. ``ci`` is ``analytic`` (delta method), ``bca``,
    ``percentile`` (bootstrap over units) or None. ValueError for more than two raters. 0 with a
    reason where no unit has two ratings, 1 with a reason where chance explains all.

    Source: Cohen 1960, 1968; Fleiss, Cohen & Everitt 1969 for the interval.
    """
    return coefficient(
        "cohen_kappa", data, weights, ci, confidence, replicates, seed, threads, source
    )


def scott_pi(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Scott's pi of two raters with shares in common; otherwise as ``cohen_kappa``.

    Source: Scott, Public Opinion Quarterly 1955.
    """
    return coefficient("scott_pi", data, weights, ci, confidence, replicates, seed, threads, source)


def fleiss_kappa(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Fleiss' kappa of any number of ratings a unit; options as of ``cohen_kappa``.

    Source: Fleiss 1971; for missing ratings Gwet, *Handbook of Inter-Rater Reliability*, 2014.
    """
    return coefficient(
        "fleiss_kappa", data, weights, ci, confidence, replicates, seed, threads, source
    )


def conger_kappa(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Conger's kappa: Cohen's for any number of raters; options as of ``cohen_kappa``.

    Source: Conger, Psychological Bulletin 1980.
    """
    return coefficient(
        "conger_kappa", data, weights, ci, confidence, replicates, seed, threads, source
    )


def brennan_prediger(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Brennan & Prediger's coefficient: by chance all categories alike. ``value_domain`` (or
    ``labels``) says which categories there are besides those that occur.

    Source: Brennan & Prediger 1981.
    """
    return coefficient(
        "brennan_prediger", data, weights, ci, confidence, replicates, seed, threads, source
    )


def gwet_ac(
    data: Any,
    *,
    weights: Any = "identity",
    ci: str | None = "analytic",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> Coefficient:
    """Gwet's AC1, with weights AC2; categories as of ``brennan_prediger``.

    Source: Gwet, British Journal of Mathematical and Statistical Psychology 2008.
    """
    return coefficient("gwet_ac", data, weights, ci, confidence, replicates, seed, threads, source)


def icc(data: Any, *, confidence: float = 0.95, **source: Any) -> dict[str, Icc]:
    """The six intraclass correlations by the names of Shrout & Fleiss: ``ICC(1,1)``, ``ICC(2,1)``,
    ``ICC(3,1)``, ``ICC(1,k)``, ``ICC(2,k)``, ``ICC(3,k)``; over units that all raters rated.

    Source: Shrout & Fleiss 1979; McGraw & Wong 1996.
    """
    return icc_of(rating_set(data, **source), confidence)


def icc_of(ratings: RatingSet, confidence: float) -> dict[str, Icc]:
    """The same of a set."""
    found = _foley.intraclass_correlations(ratings.core, confidence)
    return {
        each["form"]: Icc(**{**each, "interval": Interval(**each["interval"])}) for each in found
    }


def lins_ccc(data: Any, *, confidence: float = 0.95, **source: Any) -> Concordance:
    """Lin's concordance correlation of two raters, with the interval of Fisher's z. ValueError for
    more than two: see ``overall_ccc``.

    Source: Lin, Biometrics 1989 and 2000.
    """
    found = _foley.lin_concordance(rating_set(data, **source).core, confidence)
    return Concordance(**{**found, "interval": Interval(**found["interval"])})


def overall_ccc(data: Any, **source: Any) -> Coefficient:
    """The overall concordance correlation of any number of raters.

    Source: Barnhart, Haber & Song, Biometrics 2002.
    """
    return coefficient_of(_foley.overall_concordance(rating_set(data, **source).core))


def kendalls_w(data: Any, **source: Any) -> Association:
    """Kendall's W of any number of raters, corrected for ties, tested by chi-squared.

    Source: Kendall & Babington Smith 1939.
    """
    return Association(**_foley.kendall_w(rating_set(data, **source).core))


def spearman_rho(data: Any, **source: Any) -> Association:
    """Spearman's rho of two raters. ValueError for more.

    Source: Spearman 1904.
    """
    return Association(**_foley.spearman_rho(rating_set(data, **source).core))


def kendall_tau_b(data: Any, **source: Any) -> Association:
    """Kendall's tau-b of two raters. ValueError for more.

    Source: Kendall, Biometrika 1945.
    """
    return Association(**_foley.kendall_tau_b(rating_set(data, **source).core))
