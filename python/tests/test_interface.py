"""The compiled interface is what the committed stub says."""

from __future__ import annotations

import os
from pathlib import Path

import foley_eval
import pytest
from foley_eval import _foley


def test_stub_is_current() -> None:
    build = os.environ.get("FOLEY_BUILD_DIR")
    if not build:
        pytest.skip("FOLEY_BUILD_DIR names no build tree with a generated stub")
    generated = Path(build, "python/stub/_foley.pyi").read_text(encoding="utf-8")
    committed = Path(__file__).parents[1] / "foley_eval" / "_foley.pyi"
    assert "def score_run" in generated
    assert committed.read_text(encoding="utf-8") == generated, (
        "the compiled interface changed: look at the difference, then copy the generated stub over "
        "python/foley_eval/_foley.pyi"
    )


def test_public_names() -> None:
    assert sorted(set(foley_eval.__all__)) == sorted(foley_eval.__all__)
    assert all(hasattr(foley_eval, name) for name in foley_eval.__all__)


def test_versions_agree() -> None:
    assert foley_eval.__version__ == _foley.version()
    assert isinstance(foley_eval.SCORE_VERSION, int)
