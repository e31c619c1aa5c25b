"""Coefficients besides alpha, against what other software makes of the same ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from foley_eval import agreement as ag

RECORDED = Path(__file__).parents[2] / "tests" / "reliability"
KAPPA = json.loads((RECORDED / "kappa_oracle.json").read_text(encoding="utf-8"))
SCORES = json.loads((RECORDED / "scores_oracle.json").read_text(encoding="utf-8"))
KAPPAS = {
    "cohen_kappa": ag.cohen_kappa,
    "scott_pi": ag.scott_pi,
    "fleiss_kappa": ag.fleiss_kappa,
    "conger_kappa": ag.conger_kappa,
    "brennan_prediger": ag.brennan_prediger,
    "gwet_ac": ag.gwet_ac,
}

pytestmark = pytest.mark.filterwarnings("ignore:ratings hold")


def check(found: ag.Coefficient, expected: dict[str, float]) -> None:
    assert found.value == pytest.approx(expected["value"], abs=5e-6)
    assert found.observed == pytest.approx(expected["pa"], abs=5e-6)
    assert found.standard_error == pytest.approx(expected["se"], abs=5e-6)
    assert found.interval is not None
    assert found.interval.low == pytest.approx(expected["low"], abs=5e-6)
    assert found.interval.high == pytest.approx(expected["high"], abs=5e-6)


@pytest.mark.parametrize("case", KAPPA["raw"][::3], ids=lambda case: case["weights"])
def test_kappas_of_many(case: dict[str, Any]) -> None:
    rows = [[np.nan if each is None else each for each in row] for row in case["ratings"]]
    for name, expected in case["irrcac"].items():
        found = KAPPAS[name](rows, weights=case["weights"], value_domain=case["domain"])
        check(found, expected)
        own = KAPPAS[name](case["ratings"], weights=case["table"], value_domain=case["domain"])
        assert own.value == pytest.approx(expected["value"], abs=5e-6)


@pytest.mark.parametrize("case", KAPPA["tables"][::2], ids=lambda case: case["weights"])
def test_kappas_of_two(case: dict[str, Any]) -> None:
    for name, expected in case["irrcac"].items():
        found = KAPPAS[name](case["ratings"], weights=case["weights"])
        assert found.value == pytest.approx(expected["value"], abs=5e-6)
        assert found.observed == pytest.approx(expected["pa"], abs=5e-6)


@pytest.mark.parametrize("case", SCORES["cases"][::3], ids=lambda case: str(len(case["ratings"])))
def test_scores(case: dict[str, Any]) -> None:
    rows = case["ratings"]
    near = lambda value: pytest.approx(value, rel=1e-9, abs=1e-9)  # noqa: E731
    found = ag.icc(rows)
    for form, expected in case["icc"].items():
        each = found[form]
        assert (each.value, each.f) == (near(expected["value"]), near(expected["f"]))
        assert each.p == near(expected["p"])
        assert each.interval.low == pytest.approx(expected["low"], abs=1e-6)
        assert each.interval.high == pytest.approx(expected["high"], abs=1e-6)
    if "w" in case:
        assert ag.kendalls_w(rows).statistic == near(case["w"]["chi_squared"])
        assert ag.kendalls_w(rows).p == near(case["w"]["p"])
    if "rho" in case:
        rho, tau, lin = ag.spearman_rho(rows), ag.kendall_tau_b(rows), ag.lins_ccc(rows)
        assert (rho.value, rho.p) == (near(case["rho"]["value"]), near(case["rho"]["p"]))
        assert (tau.value, tau.p) == (near(case["tau"]["value"]), near(case["tau"]["p"]))
        assert lin.value == near(case["lin"]["value"])
        assert lin.precision * lin.accuracy == near(lin.value)
        assert ag.overall_ccc(rows).value == near(lin.value)


def test_intervals_of_kappa() -> None:
    rows = np.random.default_rng(1).integers(0, 3, (3, 80)) // 2
    analytic = ag.fleiss_kappa(rows)
    drawn = ag.fleiss_kappa(rows, ci="bca", replicates=500, threads=1)
    assert drawn == ag.fleiss_kappa(rows, ci="bca", replicates=500, threads=2)
    assert drawn != ag.fleiss_kappa(rows, ci="bca", replicates=500, seed=1)
    assert drawn.value == analytic.value
    assert drawn.interval is not None
    assert analytic.interval is not None
    assert drawn.interval.low == pytest.approx(analytic.interval.low, abs=0.05)
    assert ag.fleiss_kappa(rows, ci="percentile").interval != drawn.interval
    plain = ag.fleiss_kappa(rows, ci=None)
    assert (plain.interval, plain.standard_error) == (None, None)


@pytest.mark.parametrize("name", KAPPAS)
def test_degenerate_kappas(name: str) -> None:
    kappa = KAPPAS[name]
    for data, value, reason in [
        ([[1, 2, 3]], 0.0, "no unit has two ratings"),
        ([[1, None], [None, 2]], 0.0, "no unit has two ratings"),
        ([[None, None], [None, None]], 0.0, "no unit has two ratings"),
        ([[1, 1], [1, 1]], 1.0, "all compared ratings are the same value"),
    ]:
        for ci in ("analytic", "bca", None):
            found = kappa(data, ci=ci)
            assert (found.value, found.reason) == (value, reason)
            if found.interval is not None:
                assert found.interval.low == found.interval.high == value
                assert found.interval.reason


def test_degenerate_scores() -> None:
    constant = [[1, 1, 1, 1], [1, 2, 3, 4]]
    for function in (ag.spearman_rho, ag.kendall_tau_b, ag.lins_ccc):
        found = function(constant)
        assert (found.value, found.reason) == (0.0, "a rater gave one value throughout")
        assert function([[1, 2, 3]]).reason == "too few raters"
        assert function([[1, None], [None, 1]]).reason == "no unit has two ratings"
        with pytest.raises(ValueError, match="two raters"):
            function([[1, 2, 3]] * 3)
    assert ag.kendalls_w([[1, 1], [1, 1]]).reason == "a rater gave one value throughout"
    for each in ag.icc([[2, 2], [2, 2]]).values():
        assert (each.value, each.reason) == (1.0, "all compared ratings are the same value")
    for each in ag.icc([[1, 2, 3]]).values():
        assert (each.value, each.reason) == (0.0, "too few raters")


def test_wrong_options() -> None:
    rows = [[1, 2, 3, 1], [1, 2, 2, 1]]
    with pytest.raises(ValueError, match="two raters"):
        ag.cohen_kappa([*rows, rows[0]])
    with pytest.raises(ValueError, match="no weights 'square'"):
        ag.fleiss_kappa(rows, weights="square")
    with pytest.raises(ValueError, match="no interval 'jackknife'"):
        ag.fleiss_kappa(rows, ci="jackknife")
    with pytest.raises(ValueError, match="square"):
        ag.fleiss_kappa(rows, weights=[[1, 0, 0]])
    with pytest.raises(KeyError, match=r"rater 0, unit 2: the rating 3\.0 is not in value_domain"):
        ag.gwet_ac(rows, value_domain=[1, 2])
    with pytest.raises(ValueError, match="confidence"):
        ag.icc(rows, confidence=0.0)
    with pytest.raises(TypeError, match="weighing"):
        ag.gwet_ac(rows, weighing="linear")


def test_words() -> None:
    words = [["no", "maybe", "yes", "yes"], ["no", "yes", "yes", None]]
    codes = [[0, 1, 2, 2], [0, 2, 2, None]]
    assert ag.cohen_kappa(words) == ag.cohen_kappa(codes)
    order = ["no", "maybe", "yes"]
    linear = ag.cohen_kappa(codes, weights="linear", value_domain=[0, 1, 2])
    assert ag.cohen_kappa(words, weights="linear", labels=order) == linear
    with pytest.raises(ValueError, match=r"'no', not a number.*say the order, labels"):
        ag.cohen_kappa(words, weights="linear")
