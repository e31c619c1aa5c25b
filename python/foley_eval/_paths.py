"""Where the data is: ``$FOLEY_EVAL_DATA``, or what the package carries."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(os.environ.get("FOLEY_EVAL_DATA") or Path(__file__).parent / "data")
"""Folder with ``golden/seed.json``, ``golden/corpus.json``, ``golden/baseline.json`` and
``ring0/manifest.json``; read when the package is imported."""
