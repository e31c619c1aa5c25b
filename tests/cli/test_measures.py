"""The list of measures and the card of one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from foley_command import assert_one_line, foley


def card(name: str) -> dict[str, Any]:
    document = foley("measures", name, "--json").document
    assert document["schema"] == "foley-eval/measures/1"
    (measure,) = document["measures"]
    assert isinstance(measure, dict)
    return measure


def test_the_list_names_every_family() -> None:
    answer = foley("measures")
    assert answer.code == 0
    names = re.findall(r"^  (\S+) ", answer.out, re.MULTILINE)
    assert {"ndcg", "nDCG", "ndcg_cut", "alpha_nDCG", "xinfAP", "Compat", "bpref"} <= set(names)
    document = foley("measures", "--json").document
    assert len(document["measures"]) == len(names) - 1  # the header
    assert sum(m["family"] == "trec_eval" for m in document["measures"]) == 57


def test_the_card_of_a_measure() -> None:
    measure = card("RBP")
    assert "p^(rank - 1)" in measure["formula"]
    assert "Moffat & Zobel" in measure["source"]
    assert {p["name"]: p["default"] for p in measure["parameters"]}["p"] == "0.8"
    assert card("alpha_nDCG")["judgments"] == "grouped"
    text = foley("measures", "RBP").out
    assert "formula" in text
    assert "going on to the next" in text


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("hit_rate@10", "Success"),
        ("rbp.95", "RBP"),
        ("α_nDCG", "alpha_nDCG"),
        ("MAP", "AP"),
        ("map@5", "map"),
        ("ndcg_cut_10", "ndcg_cut"),
        ("NumRelRet", "NumRet"),
    ],
)
def test_any_spelling_leads_to_its_card(asked: str, name: str) -> None:
    assert card(asked)["name"] == name
    assert f"'{asked}' is read as this measure" in foley("measures", asked).out


def test_markdown_is_the_page() -> None:
    page = foley("measures", "--markdown").out
    assert page.startswith("# Measures\n")
    assert foley("measures", "ERR", "--markdown").out in page


def test_wrong_names_are_one_line() -> None:
    assert_one_line(foley("measures", "nDGC@10"), "there is no measure", "did you mean")
    assert_one_line(foley("measures", "RBP(q=1)"), "has no parameter 'q'", "allowed: cutoff, p")
    assert_one_line(foley("measures", ""), "empty")
    assert_one_line(foley("measures", "--markdown", "--json"), "exclude each other")
    assert_one_line(foley("measures", "\x1b[31m"), "there is no measure")
