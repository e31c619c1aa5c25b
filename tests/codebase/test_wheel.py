"""`pip install .` gives a package that works by itself, with its data and types."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_pip_install(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core", reason="tools/setup installs the build backend")
    # Without isolation: the build backend is in the environment already, nothing is fetched.
    options = ["--no-deps", "--no-build-isolation", "--target", str(tmp_path)]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", str(ROOT), "--quiet", *options],
        check=True,
        timeout=1200,
    )
    package = tmp_path / "foley_eval"
    for part in ("py.typed", "_foley.pyi", "data/golden/seed.json", "data/ring0/manifest.json"):
        assert (package / part).is_file(), part
    script = (
        "import foley_eval as f; report = f.run_ring0_retrieval_eval();"
        "held = f.load_baseline();"
        "print(report.mean['ndcg@10'] >= held['value'] - 0.02, f.__file__)"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("FOLEY_")}
    env["PYTHONPATH"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", str(package / "__init__.py")]
