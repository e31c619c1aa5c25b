"""Reliability against the numbers of the reference."""

from __future__ import annotations

import builtins
import warnings
from typing import Any

import foley_eval
import pytest
from conftest import near, number, oracle
from foley_eval import reliability

RELIABILITY = oracle("reliability")


def ratings(data: Any) -> Any:
    """Nested lists with NaN in place of its name."""
    return [ratings(each) for each in data] if isinstance(data, list) else number(data)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("case", RELIABILITY["cases"], ids=lambda case: case["note"])
def test_alpha(case: dict[str, Any], level: str) -> None:
    expected = case["alpha"][level]
    arguments = {"level": level, "value_domain": case["value_domain"]}
    if isinstance(expected, dict):
        with pytest.raises(getattr(builtins, expected["error"])):
            foley_eval.krippendorff_alpha(ratings(case["data"]), **arguments)
    else:
        alpha = foley_eval.krippendorff_alpha(ratings(case["data"]), **arguments)
        assert type(alpha) is float
        assert alpha == near(number(expected))


@pytest.mark.parametrize("case", RELIABILITY["cases"], ids=lambda case: case["note"])
def test_percent_agreement(case: dict[str, Any]) -> None:
    share = foley_eval.percent_agreement(ratings(case["data"]))
    assert share == near(case["percent_agreement"])


@pytest.mark.parametrize("case", RELIABILITY["calibrate"], ids=lambda case: str(case["human"])[:30])
def test_calibration(case: dict[str, Any]) -> None:
    result = foley_eval.calibrate_judge_vs_human(
        ratings(case["human"]), ratings(case["judge"]), level=case["level"]
    )
    expected = case["expect"]
    for name, value in expected.items():
        got = getattr(result, name)
        assert got == (near(value) if type(value) is float else value), name
        assert type(got) is type(value)


def test_bands() -> None:
    for case in RELIABILITY["band"]:
        assert foley_eval.reliability_band(number(case["alpha"])) == case["band"]
    assert RELIABILITY["ALPHA_RELIABLE"] == foley_eval.ALPHA_RELIABLE
    assert RELIABILITY["ALPHA_TENTATIVE"] == reliability.ALPHA_TENTATIVE
