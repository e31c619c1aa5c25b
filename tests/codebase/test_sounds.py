"""The bundled sounds are what their script makes, and every listed one is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_sounds_are_those_of_the_script() -> None:
    pytest.importorskip("numpy", reason="tools/make_sounds.py needs NumPy")
    done = subprocess.run(
        [sys.executable, ROOT / "tools/make_sounds.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_embeddings_are_those_of_the_script() -> None:
    pytest.importorskip("numpy", reason="tools/make_embeddings.py needs NumPy")
    done = subprocess.run(
        [sys.executable, ROOT / "tools/make_embeddings.py", "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_manifest_and_folder_agree() -> None:
    folder = ROOT / "data/ring0"
    listed = {clip["file"] for clip in json.loads((folder / "manifest.json").read_text("utf-8"))}
    assert listed == {path.name for path in folder.glob("*.wav")}
    assert len(listed) >= 24
    assert sum(path.stat().st_size for path in folder.glob("*.wav")) <= 4 * 1024 * 1024
    corpus = json.loads((ROOT / "data/golden/corpus.json").read_text("utf-8"))
    assert listed <= {clip["file"] for clip in corpus}
