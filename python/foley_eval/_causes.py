"""Why raters disagree: what each rater and each unit does to agreement, and who stands out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import _foley
from ._agreement_parts import (
    DisputedUnit,
    RaterInfluence,
    RaterProfile,
    Suspect,
    Suspects,
    UnitInfluence,
    coefficient_of,
    estimate_of,
    numeric_profile_of,
)
from ._draws import draws, threads_of, whole
from ._rating_set import RatingSet, rating_set
from ._ratings import scale_of
from .comparison import Interval

SCALE = ("circumference", "poles", "distances")


def scale_for(ratings: RatingSet, level: str, **scale: Any) -> _foley.Scale:
    """The scale of a set: its domain, or its labels."""
    return scale_of(level, ratings.known_values, **scale)


def ratings_and_scale(
    data: Any, level: str, source: dict[str, Any]
) -> tuple[RatingSet, _foley.Scale]:
    """Ratings of any source and their scale, from the keywords of ``agreement``."""
    scale = {name: source.pop(name) for name in SCALE if name in source}
    ratings = rating_set(data, level=level, **source)
    return ratings, scale_for(ratings, level, **scale)


def rater_profiles(
    data: Any,
    *,
    level: str = "ordinal",
    confidence: float = 0.95,
    threads: int | None = None,
    **source: Any,
) -> list[RaterProfile]:
    """Each rater beside the others: agreement, bias, spread, drift. ``source`` are the keywords of
    ``agreement`` that say where the ratings are and what the scale is.

    Source: Vanbelle & Albert, *Agreement between an isolated rater and a group of raters*, 2009.
    """
    ratings, scale = ratings_and_scale(data, level, source)
    return profiles_of(ratings, scale, confidence, threads_of(threads))


def profiles_of(
    ratings: RatingSet, scale: _foley.Scale, confidence: float, threads: int
) -> list[RaterProfile]:
    """The same of a set."""
    return [
        RaterProfile(
            rater=ratings.raters[each["rater"]],
            ratings=each["ratings"],
            compared=each["compared"],
            most_used=ratings.value(each["most_used"]),
            most_used_share=each["most_used_share"],
            with_others=coefficient_of(each["with_others"]),
            pairwise_alpha=estimate_of(each["pairwise_alpha"]),
            partners=each["partners"],
            numbers=numeric_profile_of(each["numbers"]),
        )
        for each in _foley.rater_profiles(ratings.core, scale, confidence, threads)
    ]


def leave_one_rater_out(
    data: Any,
    *,
    level: str = "ordinal",
    replicates: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    threads: int | None = None,
    **source: Any,
) -> list[RaterInfluence]:
    """Alpha without each rater in turn, in the order of the raters. The intervals of the change are
    of a bootstrap over units; ``replicates=0`` makes none.

    Source: Hughes, *krippendorffsalpha*, R Journal 2021.
    """
    ratings, scale = ratings_and_scale(data, level, source)
    replicates, seed, threads = draws(replicates, seed, threads, least=0)
    return influence_of(ratings, scale, replicates, confidence, seed, threads)


def influence_of(
    ratings: RatingSet,
    scale: _foley.Scale,
    replicates: int,
    confidence: float,
    seed: int,
    threads: int,
) -> list[RaterInfluence]:
    """The same of a set."""
    found = _foley.leave_one_rater_out(ratings.core, scale, replicates, confidence, seed, threads)
    return [
        RaterInfluence(
            rater=ratings.raters[each["rater"]],
            ratings=each["ratings"],
            compared=each["compared"],
            without=coefficient_of(each["without"]),
            delta=each["delta"],
            interval=Interval(**each["interval"]),
            reason=each["reason"],
        )
        for each in found
    ]


def leave_one_unit_out(
    data: Any,
    *,
    level: str = "ordinal",
    most: int = 20,
    threads: int | None = None,
    **source: Any,
) -> list[UnitInfluence]:
    """Alpha without each unit in turn: the ``most`` units that change it most."""
    ratings, scale = ratings_and_scale(data, level, source)
    most, threads = whole("most", most, 0), threads_of(threads)
    found = _foley.leave_one_unit_out(ratings.core, scale, most, threads)
    return [
        UnitInfluence(
            unit=ratings.unit(each["unit"]),
            ratings=each["ratings"],
            without=coefficient_of(each["without"]),
            delta=each["delta"],
            reason=each["reason"],
        )
        for each in found
    ]


def find_suspects(
    data: Any,
    *,
    level: str = "ordinal",
    error: float = 0.01,
    least_shift: float = 0.5,
    **source: Any,
) -> Suspects:
    """Raters who stand out, the worst first: constant, inverted, random, shifted, drifting.

    ``error`` is the greatest chance of naming anybody where all rate alike, once for drift and once
    for all else; a shift or drift under
    ``least_shift`` standard deviations of the others' ratings is none. Of two raters who differ
    nobody can say which one it is, so that only a constant one is named. However many ratings there
    are: the search compares each with all others of its unit.

    Source: Raykar & Yu, *Ranking annotators for crowdsourced labeling tasks*, NIPS 2011.
    """
    ratings, scale = ratings_and_scale(data, level, source)
    return suspects_of(ratings, scale, error, least_shift, float("inf"))


def suspects_of(
    ratings: RatingSet,
    scale: _foley.Scale,
    error: float = 0.01,
    least_shift: float = 0.5,
    most_comparisons: float | None = None,
) -> Suspects:
    """The same of a set; without a limit of comparisons that of the core."""
    limit = () if most_comparisons is None else (most_comparisons,)
    found = _foley.find_suspects(ratings.core, scale, error, least_shift, *limit)
    ranked = [
        Suspect(**{**each, "rater": ratings.raters[each["rater"]]}) for each in found["ranked"]
    ]
    return Suspects(ranked, found["tested"], found["reason"])


def disputed_of(ratings: RatingSet, scale: _foley.Scale, most: int) -> list[DisputedUnit]:
    """The units with the most disagreement."""
    return [
        DisputedUnit(
            unit=ratings.unit(each["unit"]),
            distance=each["distance"],
            relative=each["relative"],
            ratings={ratings.raters[r]: ratings.value(value) for r, value in each["ratings"]},
        )
        for each in _foley.most_disputed_units(ratings.core, most, scale)
    ]


def raters_of(
    ratings: RatingSet,
    scale: _foley.Scale,
    replicates: int,
    confidence: float,
    seed: int,
    threads: int,
) -> dict[str, RaterProfile]:
    """Profiles with influence, by name."""
    profiles = profiles_of(ratings, scale, confidence, threads)
    influence = influence_of(ratings, scale, replicates, confidence, seed, threads)
    return {
        each.rater: replace(each, influence=other)
        for each, other in zip(profiles, influence, strict=True)
    }
