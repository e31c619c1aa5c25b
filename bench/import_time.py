"""import foley_eval in a fresh interpreter. Goal: under 150 ms."""

from __future__ import annotations

import sys

from timing import processes, report

if __name__ == "__main__":
    python = sys.executable
    timings = processes(
        [
            [python, "-c", "import foley_eval"],
            [python, "-c", "import foley.eval"],
            [python, "-c", "pass"],
        ],
        repeat=11,
    )
    report(
        "import, whole interpreter",
        ["import foley_eval", "import foley.eval (reference)", "an empty program"],
        timings,
    )
