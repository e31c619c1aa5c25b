"""An analysis of agreement: what it says, of whom, and how surely."""

from __future__ import annotations

import json
import math
import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import foley_eval
import numpy as np
import pandas as pd
import polars as pl
import pytest
from conftest import near
from foley_eval import agreement as ag
from foley_eval import krippendorff_alpha, percent_agreement
from foley_eval import measure_agreement as agreement

LEVELS = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")


def ratings(seed: int = 0, raters: int = 5, units: int = 80, noise: float = 0.3) -> Any:
    """Raters who mostly see the truth, with a tenth of the ratings missing."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, units)
    near = np.clip(truth + rng.integers(-1, 2, (raters, units)), 0, 4)
    rows = np.where(rng.random((raters, units)) < noise, near, truth).astype(float)
    rows[rng.random(rows.shape) < 0.1] = np.nan
    return rows


def walk(value: Any) -> Any:
    """All numbers of a result."""
    if isinstance(value, dict):
        for each in value.values():
            yield from walk(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from walk(each)
    elif isinstance(value, float):
        yield value


def test_names() -> None:
    assert foley_eval.measure_agreement is ag.agreement
    assert foley_eval.agreement is ag
    assert all(hasattr(ag, name) for name in ag.__all__)


@pytest.mark.parametrize("level", LEVELS)
def test_what_it_holds(level: str) -> None:
    rows = ratings()
    result = agreement(rows, level=level)
    assert result.alpha.value == krippendorff_alpha(rows, level=level)
    assert result.percent_agreement.value == percent_agreement(rows)
    assert (result.n_raters, result.n_ratings) == (5, int((~np.isnan(rows)).sum()))
    assert result.n_units == result.alpha.units
    assert result.intervals is not None
    assert result.interval == result.intervals.bca == result.alpha.interval
    assert result.interval.low < result.alpha.value < result.interval.high
    assert result.band == foley_eval.reliability_band(result.alpha.value)
    assert result.lower_band == foley_eval.reliability_band(result.interval.low)
    assert result.coefficients["krippendorff_alpha"] == result.alpha
    rising = level not in ("nominal", "circular")
    assert ("ICC(2,1)" in result.coefficients) == ("kendalls_w" in result.coefficients) == rising
    assert result.coefficients["percent_agreement"] == result.percent_agreement
    weights = {"nominal": "identity", "interval": "quadratic"}.get(level, level)
    assert result.coefficients["fleiss_kappa"] == ag.fleiss_kappa(rows, weights=weights)
    assert list(result.raters) == ["0", "1", "2", "3", "4"]
    assert [each.influence for each in result.raters.values()] == ag.leave_one_rater_out(
        rows, level=level
    )
    relative = [each.relative for each in result.disputed]
    assert relative == sorted(relative, reverse=True)
    assert len(relative) == 10
    assert all(map(math.isfinite, walk(result.to_dict())))
    json.dumps(result.to_dict())
    with pytest.raises(FrozenInstanceError):
        result.level = "nominal"  # type: ignore[misc]


def test_two_raters() -> None:
    rows = ratings(raters=2)
    result = agreement(rows, level="interval")
    names = ["cohen_kappa", "scott_pi", "brennan_prediger", "gwet_ac", "kendalls_w"]
    names += ["spearman_rho", "kendall_tau_b", "lins_ccc", "ICC(2,1)"]
    assert set(names) < set(result.coefficients)
    assert result.coefficients["cohen_kappa"] == ag.cohen_kappa(rows, weights="quadratic")
    assert result.coefficients["spearman_rho"] == ag.spearman_rho(rows)
    assert result.coefficients["fleiss_kappa"] == ag.fleiss_kappa(rows, weights="quadratic")
    weighted = result.coefficients["weighted_percent_agreement"]
    assert weighted.value > result.percent_agreement.value


def test_threads_and_seeds() -> None:
    rows = ratings(1)
    expected = agreement(rows, threads=1).to_dict()
    assert agreement(rows, threads=3).to_dict() == expected
    assert agreement(rows).to_dict() == expected
    assert agreement(rows, seed=1).to_dict() != expected


def test_intervals() -> None:
    rows = ratings(2)
    plain = agreement(rows, ci=None)
    assert (plain.intervals, plain.interval, plain.lower_band) == (None, None, "")
    bounds = {
        ci: agreement(rows, ci=ci).interval
        for ci in ("bca", "percentile", "jackknife", "krippendorff")
    }
    assert len({str(each) for each in bounds.values()}) == 4
    for wrong in ({"ci": "normal"}, {"confidence": 2}, {"replicates": 1}, {"level": "custom"}):
        with pytest.raises(ValueError, match=r".+"):
            agreement(rows, **wrong)
    for wrong in ({"seed": -1}, {"threads": 0}, {"threads": -1}, {"disputed": -1}):
        with pytest.raises(ValueError, match="give a whole number from"):
            agreement(rows, **wrong)
    with pytest.raises(TypeError, match=r"replicates is 10\.5"):
        agreement(rows, replicates=10.5)  # type: ignore[arg-type]


def test_scales() -> None:
    rows = [[0, 350, 10, 180], [10, 10, 350, 170]]
    around = agreement(rows, level="circular", circumference=360)
    assert around.alpha.value > agreement(rows, level="interval").alpha.value
    domain = [0, 10, 170, 180, 350]
    custom = agreement(rows, level="custom", value_domain=domain, distances=1 - np.eye(5))
    assert custom.alpha.value == pytest.approx(agreement(rows, level="nominal").alpha.value)
    nominal = agreement(rows, level="nominal").coefficients
    for name in ("cohen_kappa", "fleiss_kappa", "gwet_ac"):
        assert custom.coefficients[name].value == near(nominal[name].value)
    poles = agreement(rows, level="bipolar", poles=(0, 400))
    plain = agreement(rows, level="bipolar")
    assert poles.alpha.value != plain.alpha.value
    assert poles.coefficients["cohen_kappa"] != plain.coefficients["cohen_kappa"]
    assert agreement(rows, level="bipolar", poles=(0, 350)).alpha == plain.alpha
    same = agreement(rows, level="bipolar", poles=(0, 350)).coefficients["cohen_kappa"]
    assert same.value == near(plain.coefficients["cohen_kappa"].value)
    same = agreement(rows, level="circular", circumference=351).coefficients["cohen_kappa"]
    usual = agreement(rows, level="circular").coefficients["cohen_kappa"]
    assert same.value == near(usual.value)


def test_too_many_values_for_a_table() -> None:
    rows = np.random.default_rng(1).normal(size=(2, 3000)) + 9
    assert "cohen_kappa" not in agreement(rows, level="ratio", ci=None).coefficients
    assert "cohen_kappa" in agreement(rows, level="interval", ci=None).coefficients


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("data", "alpha", "reason"),
    [
        ([[1, 2, 3]], 1.0, "no unit has two ratings"),
        ([[None] * 3, [None] * 3], 1.0, "no unit has two ratings"),
        ([[1, None, 3], [None, 2, None]], 1.0, "no unit has two ratings"),
        ([[1, 1, 1], [1, 1, 1]], 1.0, "all compared ratings are the same value"),
        ([[1, 2, 3], [1, 2, 3]], 1.0, ""),
        ([[1, 1], [1, 2]], 0.0, ""),
    ],
)
@pytest.mark.parametrize("library", [pd, pl])
def test_degenerate(data: Any, alpha: float, reason: str, level: str, library: Any) -> None:
    result = agreement(data, level=level)
    assert (result.alpha.value, result.alpha.reason) == (pytest.approx(alpha, abs=1e-12), reason)
    assert not any(math.isnan(each) for each in walk(result.to_dict()))
    assert not re.search(r"\bnan\b", str(result))
    assert library.__name__ in type(result.to_frame(library.__name__)).__module__
    if reason:
        assert f"by definition only ({reason})" in str(result)


def test_confusion() -> None:
    result = agreement([[1, 1, 2, 2], [1, 2, 2, None], [1, 1, 1, 1]])
    found = result.confusion("0", "1")
    assert (found.first, found.second, found.units) == ("0", "1", 3)
    assert (found.values, found.counts) == ([1.0, 2.0], [[1, 1], [0, 1]])
    assert result.confusion(0, 1) == found
    others = result.confusion("0")
    assert (others.second, others.counts) == ("others", [[3, 1], [2, 1]])
    assert str(found).splitlines()[0].split() == ["0", "\\", "1", "1", "2"]
    with pytest.raises(KeyError, match="no rater 'x'; known: 0, 1, 2"):
        result.confusion("x")
    with pytest.raises(ValueError, match="same"):
        result.confusion(0, 0)


def test_readable_and_as_frames() -> None:
    result = agreement(ratings())
    text = str(result)
    assert text.startswith("ordinal, 5 raters, 80 units with two or more of ")
    for word in ("krippendorff_alpha", "gwet_ac", "kendalls_w", "most disputed", "spread"):
        assert word in text
    for library in ("pandas", "polars"):
        frame = result.to_frame(library)
        assert list(frame["coefficient"]) == list(result.coefficients)
        assert frame["value"][0] == result.alpha.value
        assert frame["low"][0] == result.alpha.interval.low  # type: ignore[union-attr]


def test_pickled() -> None:
    result = agreement(ratings())
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert copy.to_dict() == result.to_dict()
    assert copy.confusion(0, 1) == result.confusion(0, 1)


def test_strata() -> None:
    rows = ratings(3)
    strata = np.array(["day", "night"])[np.arange(80) % 2]
    wide = agreement(rows, by=list(strata))
    long: dict[str, list[Any]] = {"unit": [], "rater": [], "value": [], "time": []}
    for unit in range(80):
        for rater in range(5):
            row = (unit, rater, rows[rater, unit], strata[unit])
            for name, each in zip(long, row, strict=True):
                long[name].append(each)
    told = agreement(pl.DataFrame(long), by="time")
    for result in (wide, told):
        assert list(result.strata) == ["day", "night"]
        for name, part in result.strata.items():
            alone = agreement(rows[:, strata == name])
            assert part.alpha == alone.alpha
            assert part.coefficients == alone.coefficients
            assert [each.influence for each in part.raters.values()] == [
                each.influence for each in alone.raters.values()
            ]
        assert result.alpha == agreement(rows).alpha
        assert "stratum" in str(result)
        assert set(result.to_frame("polars")["stratum"]) == {"", "day", "night"}
        assert set(result.to_dict()["strata"]) == {"day", "night"}
    # Units keep the name that they have in the whole.
    names = {each.unit for each in wide.strata["night"].disputed}
    assert names <= {str(i) for i in range(1, 80, 2)}
    long["time"][1] = "night"
    with pytest.raises(ValueError, match="row 1: unit '0' is in stratum 'night' here and in 'day'"):
        agreement(long, by="time")
    with pytest.raises(ValueError, match="3 strata for 80 units"):
        agreement(rows, by=["x", "y", "z"])


@pytest.mark.parametrize("seed", range(10))
def test_a_random_clicker_is_named_first(seed: int) -> None:
    rows = ratings(seed, units=150)
    rows[3] = np.random.default_rng(seed + 100).integers(0, 5, 150)
    found = ag.find_suspects(rows)
    assert (found.ranked[0].rater, found.ranked[0].fault) == ("3", "random_clicker")
    assert found.ranked == agreement(rows).suspects.ranked
    influence = ag.leave_one_rater_out(rows)
    worst = max(influence, key=lambda each: each.delta)
    assert (worst.rater, worst.interval.low > 0) == ("3", True)
    assert worst.without.value == near(krippendorff_alpha(np.delete(rows, 3, axis=0)))


@pytest.mark.parametrize("seed", range(10))
def test_an_inverted_scale_is_named_first(seed: int) -> None:
    rows = ratings(seed, units=150)
    rows[1] = 4 - rows[1]
    found = ag.find_suspects(rows)
    assert (found.ranked[0].rater, found.ranked[0].fault) == ("1", "inverted_scale")
    assert "suspect: 1, inverted scale" in str(agreement(rows))


def test_raters_who_are_alike_are_not_named() -> None:
    assert ag.find_suspects(ratings(11)).ranked == []
    alone = ag.find_suspects([[1, 2, 3]])
    assert (alone.ranked, alone.reason) == ([], "no unit has two ratings")


def test_profiles() -> None:
    rows = ratings(4, noise=0)
    rows[2] += 1
    profile = ag.rater_profiles(rows)[2]
    assert profile.numbers is not None
    assert profile.numbers.bias.value == pytest.approx(1.0)
    assert profile.numbers.pearson.value == pytest.approx(1.0)
    assert ag.rater_profiles(rows, level="nominal")[2].numbers is None


def test_units_that_matter() -> None:
    rows = np.array([[1, 2, 3, 1, 5.0], [1, 2, 3, 1, 1], [1, 2, 3, 1, 1]])
    found = ag.leave_one_unit_out(rows)
    assert (found[0].unit, found[0].without.value) == ("4", 1.0)
    assert found[0].delta == pytest.approx(1 - krippendorff_alpha(rows))
    assert len(ag.leave_one_unit_out(rows, most=2)) == 2
    assert agreement(rows).disputed[0].ratings == {"0": 5.0, "1": 1.0, "2": 1.0}


def test_plans() -> None:
    rows = ratings(5)
    plan = ag.plan_from_pilot(rows, half_width=0.02)
    assert plan.units > 0
    assert plan.half_width <= 0.04
    assert ag.plan_from_pilot(foley_eval.AgreementCounts.of(rows), half_width=0.02) == plan
    assert ag.plan_from_pilot(rows, half_width=0.01).units > 3 * plan.units
    assert ag.plan_from_pilot([[1, 2, 3]]).reason == "no unit has two ratings"
    assumed = ag.plan_from_shares({0: 50, 2: 20, 1: 30}, alpha=0.7)
    assert assumed == ag.plan_from_shares([5, 3, 2], alpha=0.7)
    assert assumed == ag.plan_from_shares([5, 3, 2], values=[0, 1, 2], alpha=0.7, threads=1)
    assert assumed.ratings == 2 * assumed.units
    assert assumed.units > ag.plan_from_shares([5, 3, 2], alpha=0.7, raters=4).units
    assert ag.plan_from_shares([1.0]).reason == "all compared ratings are the same value"
    for wrong in ({"half_width": 0}, {"alpha": 2}, {"raters": 1}, {"values": [1]}):
        with pytest.raises(ValueError, match=r".+"):
            ag.plan_from_shares([5, 3, 2], **wrong)
