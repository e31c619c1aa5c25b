"""The gate and its baseline, from outside."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from foley_command import (
    BUNDLED,
    Answer,
    Data,
    assert_one_line,
    clean_env,
    foley,
    heed_permissions,
    make_data,
    permissions_bind,
    small_corpus,
    small_golden,
    write_json,
)


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return make_data(tmp_path)


def verdict(answer: Answer) -> dict[str, object]:
    found = answer.document["gate"]
    assert isinstance(found, dict)
    return found


def worsen(data: Data) -> None:
    """The clip of the bell loses its words; the stamps of the baseline follow the change."""
    before = data.read_baseline()
    corpus = small_corpus()
    corpus[2].update(caption="nothing of interest", tags=[])
    write_json(data.corpus, corpus)
    assert data.retrieval("--update-baseline", "--updated-at", "2026-01-03").code == 0
    data.edit_baseline(value=before["value"])


def test_the_bundled_gate_passes() -> None:
    answer = foley("retrieval", "--gate")
    assert answer.code == 0
    assert answer.err == ""
    assert "PASS" in answer.out
    assert "next: " in answer.out


def test_a_loss_fails_with_the_worst_query_and_the_numbers(data: Data) -> None:
    assert data.retrieval("--gate").code == 0
    worsen(data)
    answer = data.retrieval("--gate")
    assert answer.code == 1
    assert answer.err == ""
    assert "FAIL" in answer.out
    assert "g3::0" in answer.out
    assert "a brass bell being rung" in answer.out
    for word in ("baseline", "change", "floor", "ndcg@10"):
        assert word in answer.out
    shown = verdict(data.retrieval("--gate", "--json"))
    assert shown["verdict"] == "fail"
    assert float(str(shown["current"])) < float(str(shown["floor"]))
    assert float(str(shown["floor"])) < float(str(shown["baseline"]))


def test_json_of_a_failed_gate_names_the_worst_queries(data: Data) -> None:
    worsen(data)
    document = data.retrieval("--gate", "--json").document
    assert document["worst"][0]["query"] == "g3::0"
    assert document["worst"][0]["asked"] == "a brass bell being rung"


def test_a_raised_baseline_fails_the_bundled_data(tmp_path: Path) -> None:
    raised = Data(tmp_path)
    shutil.copy(BUNDLED / "golden/baseline.json", raised.baseline)
    raised.edit_baseline(value=0.9)
    answer = foley("retrieval", "--gate", "--baseline", raised.baseline)
    assert answer.code == 1
    assert "FAIL" in answer.out
    assert "below the floor 0.8800" in answer.out


def test_exactly_at_the_floor_passes(data: Data) -> None:
    mean = data.retrieval("--json").document["mean"]["ndcg@10"]
    data.edit_baseline(value=mean, tolerance=0.0)
    assert data.retrieval("--gate").code == 0
    data.edit_baseline(value=mean + 1e-9)
    assert data.retrieval("--gate").code == 1
    data.edit_baseline(value=1.0, tolerance=1.0)
    assert data.retrieval("--gate").code == 0


def test_a_fresh_baseline_with_tolerance_0_passes_on_the_same_data(tmp_path: Path) -> None:
    """The recorded value is rounded; rounding up must not fail the very data it was made from."""
    own = tmp_path / "baseline.json"
    for k in range(1, 12):
        for name in ("ndcg", "recall", "map", "mrr", "precision"):
            metric = ["--metrics", f"{name}@{k}", "--baseline", str(own)]
            assert foley("retrieval", *metric, "--update-baseline", "--tolerance", "0").code == 0
            answer = foley("retrieval", *metric, "--gate")
            assert answer.code == 0, f"{name}@{k}: {answer.out}"


@pytest.mark.parametrize("changed", ["golden", "corpus", "both"])
def test_changed_fixtures_are_stale_not_failed(data: Data, changed: str) -> None:
    if changed != "corpus":
        golden = small_golden()
        golden[0]["context"] = "Another passage."
        write_json(data.golden, golden)
    if changed != "golden":
        corpus = small_corpus()
        corpus[5]["caption"] = "hand saw cutting a plank"
        write_json(data.corpus, corpus)
    answer = data.retrieval("--gate")
    assert answer.code == 2
    assert "STALE" in answer.out
    assert "FAIL" not in answer.out
    assert ("golden set" in answer.out.split("STALE")[1]) == (changed != "corpus")
    assert ("corpus" in answer.out.split("STALE")[1]) == (changed != "golden")
    assert "--update-baseline" in answer.out
    assert verdict(data.retrieval("--gate", "--json"))["verdict"] == "stale"


@pytest.mark.parametrize("ends", [b"\r\n", b"\r"])
def test_other_line_ends_are_not_stale(data: Data, ends: bytes) -> None:
    for path in (data.golden, data.corpus, data.baseline):
        path.write_bytes(path.read_bytes().replace(b"\n", ends))
    answer = data.retrieval("--gate")
    assert answer.code == 0, answer.out
    assert "PASS" in answer.out


@pytest.mark.parametrize("change", [{"system__embedder": "other/model"}, {"system__dim": 512}])
def test_another_embedder_is_not_comparable(data: Data, change: dict[str, object]) -> None:
    data.edit_baseline(**change)
    answer = data.retrieval("--gate")
    assert answer.code == 2
    assert "NOT COMPARABLE" in answer.out
    assert str(next(iter(change.values()))) in answer.out
    assert "gate" in data.retrieval("--gate", "--json").document


def test_text_of_a_baseline_cannot_steer_the_terminal(data: Data) -> None:
    data.edit_baseline(system__embedder="\x1b[2Jx\r\n\u202ey")
    answer = data.retrieval("--gate")
    assert answer.code == 2
    assert "\x1b" not in answer.out
    assert "\u202e" not in answer.out
    data.edit_baseline(system__embedder="foley-eval/hashing-bow-v1", updated_at="\x1b[2J\r")
    write_json(data.golden, small_golden()[:2])
    assert "\x1b" not in data.retrieval("--gate").out


def test_the_metric_of_the_baseline_is_measured_too(data: Data) -> None:
    document = data.retrieval("--gate", "--metrics", "mrr@3", "--json").document
    assert list(document["mean"]) == ["mrr@3", "ndcg@10"]
    assert document["gate"]["metric"] == "ndcg@10"
    assert document["gate"]["verdict"] == "pass"


@pytest.mark.parametrize("option", ["--gate", "--update-baseline"])
@pytest.mark.parametrize("which", ["golden", "corpus", "run"])
def test_own_data_needs_its_own_baseline(data: Data, option: str, which: str) -> None:
    bundled = BUNDLED / "golden/baseline.json"
    before = bundled.read_bytes()
    path = write_json(data.folder / "run.json", {"gld_0001::0": {"ring0:rain_window_pane": 1}})
    path = {"golden": data.golden, "corpus": data.corpus, "run": path}[which]
    assert_one_line(foley("retrieval", f"--{which}", path, option), "--baseline FILE")
    assert bundled.read_bytes() == before


def test_updating_another_baseline_leaves_the_bundled_one(data: Data) -> None:
    before = (BUNDLED / "golden/baseline.json").read_bytes()
    assert data.retrieval("--update-baseline").code == 0
    assert (BUNDLED / "golden/baseline.json").read_bytes() == before


def test_an_update_keeps_revision_and_tolerance(data: Data) -> None:
    data.edit_baseline(golden__revision="mine-7", tolerance=0.125)
    assert data.retrieval("--update-baseline", "--updated-at", "2031-05-06").code == 0
    written = data.read_baseline()
    assert written["golden"]["revision"] == "mine-7"
    assert written["tolerance"] == 0.125
    assert written["updated_at"] == "2031-05-06"
    assert written["golden"]["n_items"] == 4
    more = ("--revision", "mine-8", "--tolerance", "0.25")
    assert data.retrieval("--update-baseline", *more).code == 0
    written = data.read_baseline()
    assert written["golden"]["revision"] == "mine-8"
    assert written["tolerance"] == 0.25
    assert data.retrieval("--gate").code == 0


def test_the_first_metric_is_what_is_recorded(data: Data) -> None:
    answer = data.retrieval("--update-baseline", "--metrics", "mrr@5,ndcg@3")
    assert answer.code == 0
    assert data.read_baseline()["metric"] == "mrr@5"


@pytest.mark.parametrize(
    "date",
    ["yesterday", "2026-1-2", "02.01.2026", "2026-99-99", "2026-02-30", "2026-01-02x", "2026-13-01",
     "2026-01-00", "\x1b[31m\n", "２０２６-01-02"],
    ids=ascii,
)  # fmt: skip
def test_a_bad_date_is_refused(data: Data, date: str) -> None:
    before = data.baseline.read_bytes()
    assert_one_line(data.retrieval("--update-baseline", "--updated-at", date), "--updated-at")
    assert data.baseline.read_bytes() == before


@pytest.mark.parametrize("tolerance", ["nan", "-nan", "inf", "-0.1", "1.5", "x", ""])
def test_a_bad_tolerance_is_refused(data: Data, tolerance: str) -> None:
    before = data.baseline.read_bytes()
    assert_one_line(data.retrieval("--update-baseline", f"--tolerance={tolerance}"), "tolerance")
    assert data.baseline.read_bytes() == before


def test_a_folder_that_is_not_there(data: Data) -> None:
    missing = data.folder / "no/b.json"
    answer = foley("retrieval", *data.inputs, "--baseline", missing, "--update-baseline")
    assert_one_line(answer, "b.json", "folder")
    answer = foley("retrieval", *data.inputs, "--baseline", data.folder, "--update-baseline")
    assert_one_line(answer, "is a folder")


def test_a_folder_that_may_not_be_written(data: Data) -> None:
    if not permissions_bind(data.folder):
        pytest.skip("root may read and write everything here")
    data.folder.chmod(0o500)
    try:
        answer = data.retrieval("--update-baseline", preexec=heed_permissions)
    finally:
        data.folder.chmod(0o700)
    assert_one_line(answer, "baseline.json", "permissions", code=3)


def test_standard_output_is_no_place_for_a_baseline(data: Data) -> None:
    answer = foley("retrieval", *data.inputs, "--baseline", "-", "--update-baseline",
                   cwd=data.folder)  # fmt: skip
    assert_one_line(answer)
    assert not (data.folder / "-").exists()


def test_links_and_permissions_survive(data: Data) -> None:
    link = data.folder / "link.json"
    link.symlink_to("baseline.json")
    data.baseline.chmod(0o640)
    answer = foley("retrieval", *data.inputs, "--baseline", link, "--update-baseline",
                   "--updated-at", "2030-01-01")  # fmt: skip
    assert answer.code == 0
    assert link.is_symlink()
    assert data.read_baseline()["updated_at"] == "2030-01-01"
    assert stat.S_IMODE(data.baseline.stat().st_mode) == 0o640


def test_the_python_module_writes_the_same_bytes(data: Data) -> None:
    other = data.folder / "other.json"
    script = (
        "import sys\n"
        "from foley_eval.baseline import write_baseline\n"
        "from foley_eval.retrieval import RetrievalReport\n"
        "import inspect, json\n"
        "golden, corpus, out, mean = sys.argv[1:]\n"
        "class Report: pass\n"
        "report = Report(); report.mean = {'ndcg@10': float(mean)}; report.n_queries = 4\n"
        "write_baseline(report, path=out, seed_path=golden, manifest_path=corpus,\n"
        "               updated_at='2026-01-02', n_items=4)\n"
    )
    probe = [sys.executable, "-c", "import foley_eval"]
    if subprocess.run(probe, env=clean_env(), capture_output=True, check=False).returncode != 0:
        pytest.skip("foley_eval is not importable")
    mean = data.retrieval("--json").document["mean"]["ndcg@10"]
    subprocess.run(
        [sys.executable, "-c", script, data.golden, data.corpus, other, repr(mean)],
        env=clean_env(),
        check=True,
    )
    assert other.read_bytes() == data.baseline.read_bytes()


def test_two_runs_give_the_same_bytes(data: Data) -> None:
    for args in (["retrieval", "--json"], ["retrieval", "--gate"], ["golden", "check", "--json"]):
        assert foley(*args).raw_out == foley(*args).raw_out
    first = data.retrieval("--update-baseline", "--updated-at", "2026-01-02", "--json").raw_out
    written = data.baseline.read_bytes()
    again = data.retrieval("--update-baseline", "--updated-at", "2026-01-02", "--json").raw_out
    assert again == first
    assert data.baseline.read_bytes() == written
    json.loads(written)


def test_a_gate_with_another_relevance_level_is_not_silently_compared(data: Data) -> None:
    """recall@10 at level 2 and at level 1 are different measures under one name."""
    assert data.retrieval("--update-baseline", "--metrics", "recall@1").code == 0
    answer = data.retrieval("--gate", "--rel-level", "2")
    assert answer.code == 2
    assert "rel" in answer.out + answer.err
