"""Krippendorff's alpha beside PyPI krippendorff, and a bootstrap of it.

Goals: 5 raters x 10,000 units on 0-100 at least 300 times faster and within 20 MB beyond the input;
10 x 1,000,000 ordinal with 5 values at least 30 times; 2 x 100,000 continuous ratings, which the
rival has no memory for, under 1 s; 1,000 bootstrap replicates of 5 x 100,000 under 0.3 CPU-s.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import foley_eval
import krippendorff
import numpy as np
from foley_eval.agreement import AgreementCounts
from timing import calls, report

# A process says itself how much it took at most: its parent's peak would count otherwise.
PROGRAM = """
import sys, numpy, {module}
a = numpy.load(sys.argv[1])
def peak():
    return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) / 1024
before = peak()
{call}
print(f"{{before:.0f}} {{peak() - before:.0f}}")
"""


def ratings(raters: int, units: int, values: int, missing: float, seed: int = 1) -> Any:
    """Raters who see the truth four times out of five; values 0 is the continuous scale."""
    rng = np.random.default_rng(seed)

    def draw(shape: Any) -> Any:
        return rng.random(shape) if values == 0 else rng.integers(values, size=shape)

    truth = np.broadcast_to(draw(units), (raters, units))
    table = np.where(rng.random((raters, units)) < 0.8, truth, draw((raters, units))).astype(float)
    table[rng.random((raters, units)) < missing] = np.nan
    return table


def beside(title: str, table: Any, level: str, repeat: int) -> None:
    def ours() -> float:
        return foley_eval.krippendorff_alpha(table, level=level)

    def theirs() -> float:
        return float(krippendorff.alpha(table, level_of_measurement=level))

    assert abs(ours() - theirs()) <= 1e-12
    report(title, ["foley_eval", "krippendorff 0.9.0"], calls([ours, theirs], repeat))
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "ratings.npy")
        np.save(file, table)
        for module, call in (
            ("foley_eval", f"foley_eval.krippendorff_alpha(a, level={level!r})"),
            ("krippendorff", f"krippendorff.alpha(a, level_of_measurement={level!r})"),
        ):
            program = PROGRAM.format(module=module, call=call)
            done = subprocess.run(
                [sys.executable, "-c", program, file], capture_output=True, text=True, check=True
            )
            before, more = done.stdout.split()
            print(f"{module}: {more} MB beyond the {before} MB with the input loaded")


def alone(title: str, call: Any) -> None:
    call()
    start, cpu = time.perf_counter(), time.process_time()
    call()
    wall, used = time.perf_counter() - start, time.process_time() - cpu
    print(f"\n### {title}\n\n{wall * 1e3:.1f} ms, {used:.3f} CPU-s")


def main() -> None:
    beside("5 x 10,000 on 0-100, interval", ratings(5, 10_000, 101, 0.1), "interval", 5)
    beside("10 x 1,000,000, 5 values, ordinal", ratings(10, 1_000_000, 5, 0.1), "ordinal", 5)
    continuous = ratings(2, 100_000, 0, 0.0)
    for level in ("interval", "ordinal", "ratio"):
        alone(
            f"2 x 100,000 continuous, {level}",
            lambda level=level: foley_eval.krippendorff_alpha(continuous, level=level),
        )
    table = ratings(5, 100_000, 5, 0.1)
    alone(
        "5 x 100,000, 5 values, ordinal: 1,000 bootstrap replicates, counting included",
        lambda: AgreementCounts.of(table).interval(replicates=1_000, threads=1),
    )


main()
