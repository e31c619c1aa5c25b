"""The 54 edge cases on which the rivals differ: what `foley-eval trec` answers, and why."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from foley_command import assert_one_line, foley, shared, write_bytes

ASKED = ["-m", "ndcg_cut.10", "-m", "recall.10", "-m", "map_cut.10", "-m", "recip_rank"]
ORDER = ["ndcg_cut_10", "recall_10", "map_cut_10", "recip_rank"]

# Name of the case: the four values (nDCG@10, recall@10, AP@10, RR) or the code of the error, then
# why. `ten` stands for what trec_eval 10.0 says.
TEN = "ten"
BY_ID = "equal scores go by id, descending and bytewise, whatever the order of lines"
DOUBLES = "scores are doubles; --compat 9 has the single precision of version 9"
NO_NUMBER = "a score that is no finite decimal number is a damaged file, not a 0"
TWICE = "a document cannot stand at two ranks, nor have two grades"
NO_GRADE = "grades are whole numbers; cutting or guessing changes results silently"
OFF_SCALE = "trec_eval documents -127 to 127; beyond, it takes memory or wraps around"
POOLED = "a topic judged only below 0 counts as any topic, with 0; no order of topics crashes"
DECIDED: dict[str, tuple[str | tuple[str, ...], str]] = {
    "tie, relevant doc first in file (a<b<c)": (TEN, BY_ID),
    "tie, relevant doc last in file, largest id": (TEN, BY_ID),
    "tie, mixed case ids (relevant 'B', other 'a')": (TEN, BY_ID),
    "tie, numeric ids 9 and 10 (relevant 10)": (TEN, BY_ID),
    "tie, non-ASCII id (relevant 'z', other 'é')": (TEN, BY_ID),
    "scores equal in float32, differ in double": (TEN, DOUBLES),
    "scores 16777217 vs 16777216": (TEN, DOUBLES),
    "rank column contradicts score": (TEN, "the score decides; trec_eval never reads the rank"),
    "duplicate doc in run, same score": ("FE-IO-10", TWICE),
    "duplicate doc in run, other score (2nd lower)": ("FE-IO-10", TWICE),
    "duplicate doc in qrels, same grade": ("FE-IO-11", TWICE),
    "duplicate doc in qrels, other grade (1 then 0)": ("FE-IO-11", TWICE),
    "NaN score on relevant doc": ("FE-IO-07", NO_NUMBER),
    "NaN score on two non-relevant": ("FE-IO-07", NO_NUMBER),
    "inf / -inf scores": ("FE-IO-07", NO_NUMBER),
    "score 'abc'": ("FE-IO-06", NO_NUMBER),
    "score 1e3 vs 20": (TEN, "exponents are numbers"),
    "score 0x10 (hex) vs 5": ("FE-IO-06", NO_NUMBER),
    "score 1_000 vs 5": ("FE-IO-06", NO_NUMBER),
    "score '0,9' (decimal comma) vs 0.5": ("FE-IO-06", NO_NUMBER),
    "negative scores": (TEN, "only their order matters"),
    "query missing from run": (
        ("1.0000", "1.0000", "1.0000", "1.0000"),
        "left out with a warning as in version 9, where version 10 stops; -c counts it as 0",
    ),
    "extra query in run, unjudged": (TEN, "without judgments nothing can be said"),
    "query whose judgements are all 0": (TEN, "a topic without relevant documents counts as 0"),
    "run file empty": ("FE-IO-04", "an empty file is a mistake"),
    "qrels file empty": ("FE-IO-04", "an empty file is a mistake"),
    "grade -1 beside 1": (TEN, "below 0 is in the pool but unjudged: no gain"),
    "grades only -1": (("0.0000",) * 4, POOLED),
    "grades only -2": (("0.0000",) * 4, POOLED),
    "grades only -5": (("0.0000",) * 4, POOLED),
    "1st query only -1, 2nd query normal": (("0.5000",) * 4, POOLED),
    "1st query normal, 2nd query only -1": (TEN, POOLED),
    "1st query normal, 2nd query only -2": (("0.5000",) * 4, POOLED),
    "grade 1.5": ("FE-IO-08", NO_GRADE),
    "grade 0.5": ("FE-IO-08", NO_GRADE),
    "grade 'x'": ("FE-IO-08", NO_GRADE),
    "grade 1e6": ("FE-IO-09", OFF_SCALE),
    "grade 2^31": ("FE-IO-09", OFF_SCALE),
    "grade 2^63": ("FE-IO-09", OFF_SCALE),
    "grades 0..3 graded nDCG": (TEN, "a grade is its own gain"),
    "20 relevant, 10 retrieved": (TEN, "AP@10 is divided by all relevant documents"),
    "relevant at rank 11": (TEN, "recip_rank has no cut-off; -M 10 sets one"),
    "lines of one query not together": (TEN, "lines of a query may stand apart"),
    "tabs between columns": (TEN, "any blanks separate fields"),
    "CRLF line ends": (TEN, "both line ends are fine"),
    "blank line in run": (TEN, "blank lines are passed over"),
    "blank line in qrels": (
        ("0.6309", "1.0000", "0.5000", "0.5000"),
        "blank lines are passed over in both files; trec_eval stops in one",
    ),
    "comment line '# x' in run": (TEN, "# in column 1 begins a comment, as in version 10"),
    "no newline at end": (TEN, "the last line needs no end"),
    "run line with 5 columns (no tag)": ("FE-IO-05", "a column is missing, which one is a guess"),
    "run line with 7 columns": (TEN, "what stands behind the tag is not read"),
    "run tag with a space / 3-column run": ("FE-IO-05", "columns are missing"),
    "qrels line with 3 columns": ("FE-IO-05", "a column is missing, which one is a guess"),
    "UTF-8 BOM at start of both": (
        "FE-IO-03",
        "the mark would become part of the first id, and its topic unknown",
    ),
}


@cache
def cases() -> dict[str, dict[str, Any]]:
    path = shared() / "oracles/trec/traps.json"
    if not path.is_file():
        pytest.skip(f"no cases at {path}")
    return {case["name"]: case for case in json.loads(path.read_text(encoding="utf-8"))}


def test_every_case_is_decided() -> None:
    assert set(cases()) == set(DECIDED)
    assert len(DECIDED) == 54


@pytest.mark.parametrize("name", DECIDED)
def test_trap(name: str, tmp_path: Path) -> None:
    case = cases()[name]
    decision, why = DECIDED[name]
    assert why
    qrels = write_bytes(tmp_path / "qrels", case["qrels"].encode())
    run = write_bytes(tmp_path / "run", case["run"].encode())
    answer = foley("trec", *ASKED, str(qrels), str(run))
    if isinstance(decision, str) and decision.startswith("FE-IO"):
        assert_one_line(answer, f"[{decision}]")
        return
    assert answer.code == 0, answer.err
    values = {each.split("\t")[0].rstrip(): each.split("\t")[2] for each in answer.out.splitlines()}
    if decision == TEN:
        said = case["results"]["trec_eval 10.0"].split("/")
        decision = tuple(f"{float(value):.4f}" for value in said)
    assert tuple(values[measure] for measure in ORDER) == decision, why


def test_scores_of_single_precision(tmp_path: Path) -> None:
    for name in ("scores equal in float32, differ in double", "scores 16777217 vs 16777216"):
        case = cases()[name]
        qrels = write_bytes(tmp_path / "qrels", case["qrels"].encode())
        run = write_bytes(tmp_path / "run", case["run"].encode())
        answer = foley("trec", "--compat", "9", "-m", "recip_rank", str(qrels), str(run))
        assert answer.out == f"{'recip_rank':<22}\tall\t0.5000\n"
        assert case["results"]["trec_eval 9.0.8"].endswith("/0.5")


def test_a_run_without_a_judged_topic(tmp_path: Path) -> None:
    qrels = write_bytes(tmp_path / "qrels", b"q1 0 a 1\n")
    run = write_bytes(tmp_path / "run", b"q2 Q0 a 1 1 t\n")
    for flags in ([], ["-c"]):
        assert_one_line(foley("trec", *flags, str(qrels), str(run)), "[FE-IO-16]")
