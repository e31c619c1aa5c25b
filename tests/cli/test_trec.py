"""`foley-eval trec` against what trec_eval printed, and by hand for what was not recorded."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley, shared, write_bytes

COUNTS = {"num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret"}
SUMMARY_ONLY = {"num_q", "gm_map", "gm_bpref"}


@cache
def recorded(name: str) -> dict[str, Any]:
    path = shared() / "oracles/trec" / name
    if not path.is_file():
        pytest.skip(f"no recorded values at {path}")
    value = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    return value


def line(measure: str, topic: str, value: float) -> str:
    number = str(int(value)) if measure in COUNTS else f"{value:6.4f}"
    return f"{measure:<22}\t{topic}\t{number}"


def trec(*args: str, run: str = "small.run", qrels: str = "small.qrels") -> Answer:
    folder = shared() / "oracles/trec"
    return foley("trec", *args, str(folder / qrels), str(folder / run))


def lines_of(answer: Answer) -> list[str]:
    assert answer.code == 0, answer.err
    return answer.out.splitlines()


def expected_lines(source: dict[str, Any]) -> tuple[set[str], set[str]]:
    """All lines of values; a NaN of trec_eval is 0 here and poisons no mean. Measures whose mean
    it did poison come second."""
    lines = set()
    poisoned = set()
    for measure, values in source["values"].items():
        for topic, value in zip(source["qids"], values, strict=True):
            if measure in SUMMARY_ONLY:
                continue
            if math.isnan(value):
                poisoned.add(measure)
                value = 0.0
            lines.add(line(measure, topic, value))
    for measure, value in source["all"].items():
        if measure not in poisoned:
            lines.add(line(measure, "all", value))
    return lines, poisoned


def without(lines: Iterable[str], *measures: str) -> set[str]:
    return {each for each in lines if each.split("\t")[0].rstrip() not in measures}


def test_all_measures_of_version_10() -> None:
    source = recorded("small.json")
    printed = lines_of(trec("-q", "-m", "all_trec", "-m", "dcg", "-m", "ideal_dcg"))
    wanted, poisoned = expected_lines(source)
    assert not poisoned
    wanted |= {f"{'relstring':<22}\t{q}\t'{text}'" for q, text in source["relstring"].items()}
    wanted.add(f"{'runid':<22}\tall\tpeer0")
    assert set(printed) == wanted
    assert len(printed) == len(wanted)


def test_order_of_lines() -> None:
    printed = lines_of(trec("-q"))
    topics = [each.split("\t")[1] for each in printed]
    assert topics == sorted(topics[:-30]) + ["all"] * 30
    first = [each.split("\t")[0].rstrip() for each in printed if each.split("\t")[1] == "q0000"]
    assert first[:8] == ["num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "bpref",
                         "recip_rank", "iprec_at_recall_0.00"]  # fmt: skip
    assert printed[-30] == f"{'runid':<22}\tall\tpeer0"


VARIANTS = range(8)


@pytest.mark.parametrize("index", VARIANTS)
def test_flags_and_both_versions(index: int) -> None:
    variants = recorded("small_variants.json")["variants"]
    assert len(variants) == len(VARIANTS)
    variant = variants[index]
    nine = variant["binary"].endswith("9.0.8")
    if variant["rc"] != 0:
        # Version 10 stops at a topic that the run lacks. Version 9 left it out, and so do we.
        assert variant["rc"] == 4
        answer = trec("-m", "num_q", run=variant["run"])
        assert answer.code == 0
        assert answer.out == f"{'num_q':<22}\tall\t147\n"
        assert "9 of 156 judged topics are not in the run" in answer.err
        return
    compat = ["--compat", "9"] if nine else []
    printed = lines_of(trec("-q", "-m", "all_trec", *variant["flags"], *compat, run=variant["run"]))
    wanted, poisoned = expected_lines(variant)
    summary = {f"{measure:<22}\tall" for measure in poisoned}
    numbers = without(printed, "relstring", "runid")
    assert {each for each in numbers if each.rpartition("\t")[0] not in summary} == wanted


def test_spellings_of_options() -> None:
    short = lines_of(trec("-l", "2", "-M", "10", "-m", "P.5"))
    assert short == lines_of(trec("-l2", "-M10", "-mP.5"))
    assert short == lines_of(
        trec("--level_for_rel", "2", "--Max_retrieved_per_topic=10", "--measure", "P.5")
    )
    assert lines_of(trec("-qn", "-m", "P.5")) == lines_of(
        trec("--query_eval_wanted", "--nosummary", "-m", "P.5")
    )
    assert lines_of(trec("-Jc", "-m", "map")) == lines_of(
        trec("--Judged_docs_only", "--complete_rel_info_wanted", "-m", "map")
    )
    assert lines_of(trec("-o", "-T", "trec_results", "-R", "qrels", "-N", "100", "-m", "map"))


def test_nothing_without_topics_and_summary() -> None:
    assert trec("-n").out == ""


def test_a_run_from_standard_input() -> None:
    folder = shared() / "oracles/trec"
    given = (folder / "small.run").read_bytes()
    answer = foley("trec", "-q", str(folder / "small.qrels"), "-", stdin=given)
    assert answer.raw_out == trec("-q").raw_out


def test_one_topic_by_debug_level() -> None:
    printed = lines_of(trec("-q", "-D", "1.q0007", "-m", "map"))
    value = recorded("small.json")["values"]["map"][7]
    assert printed == [line("map", "q0007", value), line("map", "all", value)]
    assert_one_line(trec("-D", "1.nope"), "nope")


def test_help_of_measures() -> None:
    plain = foley("trec", "-h").out
    assert plain == foley("trec", "--help").out
    assert "qrels_prefs" in plain
    text = foley("trec", "-h", "-m", "bpref", "-m", "qrels_jg").out
    assert text.startswith(plain)
    for name in ("bpref", "map_avgjg", "runid"):
        assert re.search(rf"^{name}\n    \w", text, re.MULTILINE)
    assert "Buckley" in text
    assert all(len(each) <= 100 for each in text.splitlines())
    everything = foley("trec", "-h", "-m", "all_trec", "-m", "all_prefs", "-m", "qrels_jg", "-m",
                       "dcg", "-m", "ideal_dcg", "-m", "yaap").out  # fmt: skip
    assert len(re.findall(r"^    Formula: ", everything, re.MULTILINE)) == 57
    assert_one_line(foley("trec", "-h", "-m", "nope"), "nope")
    assert foley("trec", "-v").out.startswith("foley-eval trec ")


def test_warnings() -> None:
    assert "-l changes nothing" in trec("-l2", "-m", "ndcg_cut.10").err
    assert trec("-l2", "-m", "map").err == ""
    assert "differ by less than 1" in trec("-m", "ndcg.1=3.5,2=9.0,4=7.0").err
    assert trec("-m", "ndcg.1=1,2=3,3=7").err == ""
    assert "rbp in all_trec" in trec("-m", "all_trec").err
    assert trec("-m", "rbp").err == ""


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["-m", "mpa"], ["no measure 'mpa'", "did you mean 'map'?"]),
        (["-m", "P.5,5"], ["stands twice"]),
        (["-m", "recip_rank.10"], ["recip_rank"]),
        (["-m", "prefs_simp"], ["-R prefs"]),
        (["-m", "map_avgjg"], ["-R qrels_jg"]),
        (["-R", "qrels_jg", "-m", "map"], ["-R qrels"]),
        (["-R", "nope"], ["nope", "qrels_jg"]),
        (["-T", "nope"], ["nope", "trec_results"]),
        (["-l", "-1"], ["-l"]),
        (["-l", "x"], ["-l"]),
        (["--compat", "8"], ["compat"]),
        (["--compat", "9", "-m", "rbp"], ["trec_eval 9"]),
        (["-Z", "no/such/file"], ["no/such/file"]),
    ],
)
def test_wrong_use(args: list[str], fragments: list[str]) -> None:
    assert_one_line(trec(*args), *fragments)


def test_missing_files_and_arguments(tmp_path: Path) -> None:
    assert_one_line(foley("trec"), "QRELS")
    assert_one_line(foley("trec", "only"), "QRELS")
    assert_one_line(foley("trec", "no", "such"), "no")


def put(folder: Path, **files: str) -> dict[str, str]:
    return {name: str(write_bytes(folder / name, text.encode())) for name, text in files.items()}


def test_the_tag_of_the_last_line(tmp_path: Path) -> None:
    files = put(tmp_path, qrels="q 0 a 1\n", run="q Q0 a 1 2 first\nq Q0 b 2 1 last more words\n")
    printed = lines_of(foley("trec", "-m", "runid", files["qrels"], files["run"]))
    assert printed == [f"{'runid':<22}\tall\tlast"]


def test_z_scores(tmp_path: Path) -> None:
    files = put(
        tmp_path,
        qrels="q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n",
        run="".join(f"q{i} Q0 a 1 1 t\n" for i in (1, 2, 3)),
        scores="q1 map 0.5 0.25\nq1 num_ret 3 0.5\nq2 map 1.0 0\nq2 num_ret 5 1\n"
        "q3 gm_map -1 0.5\n",
    )
    printed = lines_of(
        foley("trec", "-q", "-Z", files["scores"], "-m", "map", "-m", "num_ret", "-m", "gm_map",
              "-m", "num_q", files["qrels"], files["run"])
    )  # fmt: skip
    geometric = math.exp((-1000000 - 1000000 + (math.log(1.0) + 1) / 0.5) / 3)
    assert printed == [
        f"{'num_ret':<22}\tq1\t-4",
        f"{'map':<22}\tq1\t2.0000",
        f"{'num_ret':<22}\tq2\t-4",
        f"{'map':<22}\tq2\t0.0000",
        f"{'num_ret':<22}\tq3\t-1000000",
        f"{'map':<22}\tq3\t-1000000.0000",
        f"{'num_q':<22}\tall\t3",
        f"{'num_ret':<22}\tall\t-1000008",
        f"{'map':<22}\tall\t{(2 + 0 - 1000000) / 3:6.4f}",
        f"{'gm_map':<22}\tall\t{geometric:6.4f}",
    ]
    for text in ("q map 1\n", "q map x 1\n", "q map 1 -1\n", "q map 1 1\nq map 1 1\n", ""):
        bad = put(tmp_path, bad=text)["bad"]
        assert_one_line(foley("trec", "-Z", bad, files["qrels"], files["run"]), "bad")


def test_missing_topics_under_c(tmp_path: Path) -> None:
    files = put(tmp_path, qrels="q1 0 a 1\nq2 0 a 1\nq2 0 b 1\n", run="q1 Q0 a 1 1 t\n")
    asked = ["num_ret", "num_rel", "utility", "utility.2,-1,-3,0", "unj.5", "rbp_resid",
             "rbp_resid.p=0.5", "relstring", "relstring.3", "yaap", "gm_map"]  # fmt: skip
    args = [part for name in asked for part in ("-m", name)]
    printed = lines_of(foley("trec", "-qc", *args, files["qrels"], files["run"]))
    second = {each.split("\t")[0].rstrip(): each.split("\t")[2] for each in printed
              if each.split("\t")[1] == "q2"}  # fmt: skip
    # Of two parameter lists for one measure the first counts: here none, so the defaults.
    assert second == {
        "num_ret": "0", "num_rel": "2", "utility_2,-1,-3,0": f"{-1.0 - 6:6.4f}",
        "unj_5": "0.0000", "rbp_resid_p=0.5": "1.0000", "relstring_3": "'-'",
        "yaap": f"{math.log(1 / 3):6.4f}",
    }  # fmt: skip
    plain = lines_of(foley("trec", "-qc", "-m", "utility", "-m", "rbp_resid", "-m", "relstring",
                           files["qrels"], files["run"]))  # fmt: skip
    assert [each.split("\t")[2] for each in plain if "\tq2\t" in each] == ["''", "0.0000", "0.0000"]
    everything = {each.split("\t")[0].rstrip(): each.split("\t")[2] for each in printed
                  if each.split("\t")[1] == "all"}  # fmt: skip
    assert everything["gm_map"] == f"{math.exp(math.log(0.00001) / 2):6.4f}"


def test_several_judges(tmp_path: Path) -> None:
    files = put(
        tmp_path,
        jg="q j1 a 1\nq j1 b 0\nq j2 a 0\nq j2 b 1\nq2 j1 a 1\n",
        run="q Q0 b 1 1 t\nq Q0 a 2 1 t\nq2 Q0 x 1 1 t\n",
    )
    printed = lines_of(foley("trec", "-q", "-R", "qrels_jg", "-m", "map_avgjg", "-m", "P_avgjg.1",
                             "-m", "num_q", files["jg"], files["run"]))  # fmt: skip
    # Equal scores by id, descending: b, a.
    assert printed == [
        f"{'map_avgjg':<22}\tq\t{(1 / 2 + 1) / 2:6.4f}",
        f"{'P_avgjg_1':<22}\tq\t{1 / 2:6.4f}",
        f"{'map_avgjg':<22}\tq2\t0.0000",
        f"{'P_avgjg_1':<22}\tq2\t0.0000",
        f"{'num_q':<22}\tall\t2",
        f"{'map_avgjg':<22}\tall\t{0.75 / 2:6.4f}",
        f"{'P_avgjg_1':<22}\tall\t{0.5 / 2:6.4f}",
    ]


def test_preferences(tmp_path: Path) -> None:
    files = put(
        tmp_path,
        prefs="q j 1 a 2\nq j 1 b 1\nq j 1 c 0\n",
        qrels="q j a 2\nq j b 1\nq j c 0\n",
        run="q Q0 b 1 1 t\nq Q0 a 2 1 t\n",
    )
    for form, file in (("prefs", "prefs"), ("qrels_prefs", "qrels")):
        printed = lines_of(
            foley("trec", "-q", "-R", form, "-m", "prefs", files[file], files["run"])
        )
        # Here equal scores go by id upwards: a, b. All three preferences are met, two implied.
        assert printed[:6] == [
            f"{'prefs_num_prefs_poss':<22}\tq\t3",
            f"{'prefs_num_prefs_ful':<22}\tq\t3",
            "prefs_num_prefs_ful_ret\tq\t1",
            f"{'prefs_simp':<22}\tq\t1.0000",
            f"{'prefs_pair':<22}\tq\t1.0000",
            f"{'prefs_avgjg':<22}\tq\t1.0000",
        ]
        assert printed[6] == f"{'runid':<22}\tall\tt"
    bad = put(tmp_path, bad="q j 1 a 2\nq j 1 b 1\nq j 2 b 2\nq j 2 a 1\n")["bad"]
    line_ = assert_one_line(foley("trec", "-R", "prefs", "-m", "prefs", bad, files["run"]))
    assert "[FE-IO-21]" in line_
