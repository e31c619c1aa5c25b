"""Documents say what the program does: help, README examples, links."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = os.environ.get("FOLEY_EVAL_COMMAND", "")

needs_command = pytest.mark.skipif(not COMMAND, reason="FOLEY_EVAL_COMMAND names no program")


def blocks(language: str) -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


@needs_command
def test_cli_page_is_current() -> None:
    page = subprocess.run(
        [ROOT / "tools/make_docs", "--stdout"], capture_output=True, text=True, check=True
    ).stdout
    assert "foley-eval retrieval --gate" in page
    help_text = subprocess.run([COMMAND, "--help"], capture_output=True, text=True).stdout
    commands = re.findall(r"^  ([a-z-]+) {2,}", help_text.partition("Subcommands:")[2], re.M)
    assert len(commands) >= 12
    for command in commands:
        assert f"\n## foley-eval {command}\n" in page, f"tools/make_docs leaves out {command}"
    committed = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    assert committed == page, "the help changed: run tools/make_docs"


@needs_command
def test_measures_page_is_current() -> None:
    page = subprocess.run(
        [COMMAND, "measures", "--markdown"], capture_output=True, text=True, check=True
    ).stdout
    committed = (ROOT / "docs/measures.md").read_text(encoding="utf-8")
    assert committed == page, "the registry changed: run tools/make_docs"


@needs_command
def test_readme_commands_run(tmp_path: Path) -> None:
    lines = [
        line.partition("  #")[0].strip()
        for block in blocks("sh")
        for line in block.splitlines()
        if line.startswith("foley-eval ")
    ]
    assert len(lines) >= 8
    golden = ROOT / "data/golden"
    (tmp_path / "golden.json").write_bytes((golden / "seed.json").read_bytes())
    (tmp_path / "corpus.json").write_bytes((golden / "corpus.json").read_bytes())
    for name, source in (("humans", "humans"), ("judge", "judge"), ("ratings", "krippendorff")):
        ratings = (ROOT / "data/ratings" / f"{source}.csv").read_bytes()
        (tmp_path / f"{name}.csv").write_bytes(ratings)
    for name, source in (
        ("real", "reference"),
        ("made", "generator_a"),
        ("before", "generator_b"),
        ("after", "generator_a"),
        ("mine", "generator_a"),
        ("theirs", "generator_b"),
    ):
        embeddings = (ROOT / "data/fidelity" / f"{source}.npz").read_bytes()
        (tmp_path / f"{name}.npz").write_bytes(embeddings)
    (tmp_path / "my.run").write_text("q1 Q0 a 1 2.5 mine\n")
    (tmp_path / "other.run").write_text("q1 Q0 b 1 2.5 other\n")
    (tmp_path / "my.qrels").write_text("q1 0 a 1\n")
    for line in lines:
        words = [COMMAND, *shlex.split(line)[1:]]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_readme_python_runs() -> None:
    pytest.importorskip("foley_eval", reason="the Python module is not built here")
    (block,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "ndcg@10: current=" in done.stdout


def test_agreement_guide_python_runs() -> None:
    pytest.importorskip("foley_eval", reason="the Python module is not built here")
    page = (ROOT / "docs/agreement.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "True"


def test_links_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")]
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in target
    ]
    assert len(links) > 5
    for page, target in links:
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
