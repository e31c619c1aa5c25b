"""`foley-eval golden check`: every rule finds its planted fault, a clean set has none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, clean_env, clip, foley, item, shared, write_json

Corpus = list[dict[str, Any]]
Golden = list[dict[str, Any]]


def clean_corpus() -> Corpus:
    rows = [
        ("door", "heavy oak slab thrown shut in its frame", "DOORWood"),
        ("rain", "drops pattering on a tin roof in autumn", "RAINMetl"),
        ("bell", "small brass object ringing twice in a hall", "BELLHand"),
        ("dog", "large hound barking behind a fence", "ANMLDog"),
        ("owl", "night bird hooting far away in the forest", "BIRDPrey"),
        ("car", "engine idling then pulling away on gravel", "VEHCar"),
    ]
    # more clips than are found at once, or recall would be 1 whatever the order
    rows += [(f"toy{n}", f"hooting thing number {n}", "BEEPTimer") for n in range(20)]
    return [clip(name, caption, ucs_catid=catid) for name, caption, catid in rows]


def clean_golden() -> Golden:
    return [
        item("g1", "somebody slams a door", "DOORWood", {"ring0:door": 2, "ring0:bell": 0}),
        item("g2", "it pours on the shed", "RAINMetl", {"ring0:owl": 2, "ring0:rain": 1}),
        item("g3", "hooting thing at dusk", "BIRDPrey", {"ring0:dog": 2, "ring0:owl": 1}),
        item("g4", "an engine starts up", "VEHCar", {"ring0:car": 2}),
    ]


class Sets:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.golden = clean_golden()
        self.corpus = clean_corpus()

    def check(self, *args: str) -> Answer:
        return foley(
            "golden", "check",
            "--golden", write_json(self.folder / "golden.json", self.golden),
            "--corpus", write_json(self.folder / "corpus.json", self.corpus),
            *args,
        )  # fmt: skip

    def codes(self) -> set[str]:
        return {finding["code"] for finding in self.check("--json").document["findings"]}


@pytest.fixture
def sets(tmp_path: Path) -> Sets:
    return Sets(tmp_path)


def answer(golden: Golden, index: int, clips: dict[str, int], catid: str) -> None:
    golden[index]["answer_clip_ids"] = {catid: list(clips)}
    golden[index]["grade"] = clips


Plant = Callable[[Sets], None]
PLANTS: dict[str, tuple[str, Plant]] = {
    "answer-not-in-corpus": (
        "error",
        lambda s: answer(s.golden, 3, {"ring0:car": 2, "ring0:cart": 1}, "VEHCar"),
    ),
    "answer-refused": ("error", lambda s: s.corpus[5].update(license_id="CC-BY-NC-4.0")),
    "no-answer": ("error", lambda s: answer(s.golden, 3, {"ring0:car": 0}, "VEHCar")),
    "license": ("warning", lambda s: s.corpus[9].pop("license_id")),
    "ungraded-answer": ("warning", lambda s: s.golden[0]["grade"].pop("ring0:bell")),
    "stray-grade": ("warning", lambda s: s.golden[0]["grade"].update({"ring0:dog": 1})),
    "unknown-catid": ("warning", lambda s: s.corpus[4].update(ucs_catid="BirdPrey")),
    "leak": (
        "warning",
        lambda s: s.golden[3]["expected_events"][0].update(query="Engine idling on gravel"),
    ),
    "repeated-query": (
        "warning",
        lambda s: s.golden[3]["expected_events"][0].update(query="somebody slams a door"),
    ),
    "empty-query": ("warning", lambda s: s.golden[3]["expected_events"][0].update(query="?!")),
    "empty-caption": ("warning", lambda s: s.corpus[2].update(caption=" … ")),
    "saturated": ("warning", lambda s: s.golden.__delitem__(slice(0, 3))),
}


def test_a_clean_set_has_no_finding(sets: Sets) -> None:
    answer = sets.check("--strict")
    assert answer.code == 0, answer.out
    assert "0 errors, 0 warnings" in answer.out
    assert sets.check("--json").document["findings"] == []


@pytest.mark.parametrize("code", PLANTS)
def test_a_planted_fault_is_found(sets: Sets, code: str) -> None:
    severity, plant = PLANTS[code]
    plant(sets)
    assert code in sets.codes()
    text = sets.check()
    strict = sets.check("--strict")
    assert f"[{code}]" in text.out
    assert text.err == ""
    found = [f for f in sets.check("--json").document["findings"] if f["code"] == code]
    assert {f["severity"] for f in found} == {severity}
    assert all(f["problem"] and f["advice"] for f in found)
    if severity == "error":
        assert (text.code, strict.code) == (2, 2)
    else:
        others = sets.codes() - {code}
        errors = [f for f in sets.check("--json").document["findings"] if f["severity"] == "error"]
        assert not errors, others
        assert (text.code, strict.code) == (0, 1)


def test_the_rules_that_are_listed_are_those_tested() -> None:
    listed = foley("golden", "check", "--rules")
    assert listed.code == 0
    codes = set(re.findall(r"^  ([a-z-]+) +(?:error|warning) ", listed.out, re.MULTILINE))
    # two clips of one id are refused by the reader already, as a duplicate
    assert codes == set(PLANTS) | {"repeated-clip"}


def test_two_clips_of_one_id(sets: Sets) -> None:
    sets.corpus.append(clip("other/door", "something else altogether"))
    result = sets.check()
    assert result.code == 2
    assert "ring0:door" in result.out
    assert sets.codes() & {"repeated-clip", "duplicate"}


def test_all_faults_are_listed_not_only_the_first(sets: Sets) -> None:
    sets.golden[0].pop("context")
    sets.golden[2]["grade"]["ring0:dog"] = 3
    sets.corpus[1].pop("caption")
    result = sets.check()
    assert result.code == 2
    for part in ("g1, context", "g3, grade['ring0:dog']", "rain.wav, caption"):
        assert part in result.out
    stops = foley("retrieval", "--golden", sets.folder / "golden.json")
    assert stops.code == 2
    assert "1 more" in stops.err


def test_a_broken_item_gives_no_second_complaint(sets: Sets) -> None:
    """What could not be read cannot be judged: a clip that is only unreadable is not missing."""
    sets.corpus[5]["tags"] = 1
    findings = sets.check("--json").document["findings"]
    assert [f["code"] for f in findings if f["severity"] == "error"] == ["wrong_type"]


def test_lines_point_into_the_file(sets: Sets) -> None:
    sets.golden[2]["grade"]["ring0:bell"] = 1
    found = sets.check("--json").document["findings"][0]
    assert found["code"] == "stray-grade"
    assert found["item"] == "g3"
    lines = (sets.folder / "golden.json").read_text(encoding="utf-8").splitlines()
    assert '"g3"' in "".join(lines[found["line"] - 1 : found["line"] + 1])


def test_the_nearest_catid_is_named(sets: Sets) -> None:
    sets.corpus[4]["ucs_catid"] = "birdprey"
    assert "did you mean 'BIRDPrey'?" in sets.check().out
    sets.corpus[4]["ucs_catid"] = "zzzzzzzzzzzzzzzzzzzzzz"
    assert "pick one" in sets.check().out


def test_five_a_rule_unless_all(sets: Sets) -> None:
    for index in range(9):
        sets.golden[0]["grade"][f"ring0:none{index}"] = 1
    short = sets.check().out
    assert short.count("[stray-grade]") == 6
    assert "4 more like these (--all shows them)" in short
    assert sets.check("--all").out.count("[stray-grade]") == 9


def test_json_fields(sets: Sets) -> None:
    sets.golden[0]["grade"]["ring0:dog"] = 1
    document = sets.check("--json").document
    assert list(document) == [
        "schema", "golden", "corpus", "items", "events", "catids", "clips", "errors", "warnings",
        "findings"]  # fmt: skip
    assert document["schema"] == "foley-eval/golden-check/1"
    assert (document["items"], document["events"], document["clips"]) == (4, 4, 26)
    assert (document["errors"], document["warnings"]) == (0, 1)
    assert set(document["findings"][0]) == {
        "severity", "code", "file", "line", "item", "field", "problem", "advice"}  # fmt: skip


def test_text_of_a_set_cannot_steer_the_terminal(sets: Sets) -> None:
    evil = "e\x1b[31m\r\n\u202e"
    sets.golden[0].update(id=evil, answer_clip_ids={evil: [evil]}, grade={evil: 1, "x" + evil: 1})
    sets.golden[0]["expected_events"][0].update(query=evil, ucs_catid=evil)
    sets.corpus[0].update(caption=evil, file=evil, ucs_catid=evil, license_id=evil)
    for args in ((), ("--all",), ("--json",)):
        out = sets.check(*args).out
        assert "\x1b" not in out
        assert "\r" not in out
    assert "\u202e" not in sets.check("--all").out


@pytest.mark.parametrize("code", ["answer-not-in-corpus", "no-answer", "answer-refused"])
def test_retrieval_does_not_score_such_faults_in_silence(sets: Sets, code: str) -> None:
    """An event that can only score 0 looks like a loss of the search: say where it comes from."""
    PLANTS[code][1](sets)
    sets.check()
    golden, corpus = sets.folder / "golden.json", sets.folder / "corpus.json"
    answer = foley("retrieval", "--golden", golden, "--corpus", corpus)
    assert "golden check" in answer.out + answer.err
    if code != "answer-refused":  # that the clip is refused is noted as well
        assert "note: " in answer.out or answer.code == 2


def test_an_empty_set_is_no_crash(sets: Sets) -> None:
    sets.golden = []
    assert sets.check().code in (0, 2)
    sets.corpus = []
    assert sets.check().code in (0, 2)


def test_the_bundled_set_is_clean() -> None:
    bundled = foley("golden", "check")
    assert bundled.code == 0
    assert "0 errors" in bundled.out


@pytest.fixture
def reference_env() -> dict[str, str]:
    folder = shared() / "data/foley"
    if not folder.is_dir():
        pytest.skip("FOLEY_SHARED holds no data/foley")
    return clean_env(FOLEY_EVAL_DATA=str(folder))


def test_the_reference_data_is_warned_about(reference_env: dict[str, str]) -> None:
    result = foley("golden", "check", "--json", env=reference_env)
    assert result.code == 0
    document = result.document
    assert document["errors"] == 0
    codes = {f["code"] for f in document["findings"]}
    assert {"unknown-catid", "saturated"} <= codes
    unknown = [f for f in document["findings"] if f["code"] == "unknown-catid"]
    assert len(unknown) > document["catids"] / 2
    assert foley("golden", "check", "--strict", env=reference_env).code == 1
    assert "[unknown-catid]" in foley("golden", "check", env=reference_env).out


def test_the_reference_data_is_measured(reference_env: dict[str, str]) -> None:
    result = foley("retrieval", "--json", env=reference_env)
    assert result.code == 0
    assert set(result.document["mean"].values()) == {1.0}
    baseline = shared() / "data/foley/golden/baseline.json"
    before = baseline.read_bytes()
    gate = foley("retrieval", "--gate", env=reference_env)
    assert baseline.read_bytes() == before
    embedder = json.loads(before)["system"]["embedder"]
    assert gate.code in (0, 2), gate.out
    if gate.code == 2:
        assert "NOT COMPARABLE" in gate.out
        assert embedder in gate.out
