"""The whole bundled gate, process start to exit code. Goal: under 100 ms and 60 MB."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from timing import processes, report

if __name__ == "__main__":
    reference = Path(sys.executable).parent / "foley"
    timings = processes(
        [[os.environ["FOLEY_EVAL_COMMAND"], "retrieval", "--gate"], [str(reference), "eval"]],
        repeat=11,
    )
    report(
        "Whole gate: 326 items over 399 clips; the reference its 156 over 156",
        ["foley-eval retrieval --gate", "foley eval (reference 0.0.89)"],
        timings,
    )
