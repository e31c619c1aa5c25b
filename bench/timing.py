"""How the benchmarks measure: in turn, several times, median with the range."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass
class Timing:
    """Seconds of each repetition, and the peak memory of a process in MB where it was one."""

    seconds: list[float]
    peak_mb: float | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def text(self) -> str:
        low, high = min(self.seconds), max(self.seconds)
        return f"{self.median * 1e3:.1f} ms ({low * 1e3:.1f}-{high * 1e3:.1f})"


def calls(functions: Sequence[Callable[[], object]], repeat: int) -> list[Timing]:
    """Times the functions in turn (A B A B …) after one warm-up of each."""
    timings = [Timing([]) for _ in functions]
    for function in functions:
        function()
    for _ in range(repeat):
        for function, timing in zip(functions, timings, strict=True):
            start = time.perf_counter()
            function()
            timing.seconds.append(time.perf_counter() - start)
    return timings


def processes(commands: Sequence[Sequence[str]], repeat: int, **env: str) -> list[Timing]:
    """Times whole processes in turn, start to exit; their output is thrown away."""
    timings = [Timing([], 0.0) for _ in commands]
    for turn in range(repeat + 1):
        for command, timing in zip(commands, timings, strict=True):
            start = time.perf_counter()
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, env={**os.environ, **env}
            )
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
            if turn > 0:  # the first is the warm-up
                timing.seconds.append(seconds)
                timing.peak_mb = max(timing.peak_mb or 0.0, usage.ru_maxrss / 1024)
    return timings


def report(title: str, names: Sequence[str], timings: Sequence[Timing]) -> None:
    """Prints a Markdown table; the ratio is how many times longer than the first row."""
    print(f"\n### {title}\n\n| | median (range) | times ours | peak memory |\n|---|---|---|---|")
    for name, timing in zip(names, timings, strict=True):
        memory = f"{timing.peak_mb:.0f} MB" if timing.peak_mb else "-"
        ratio = timing.median / timings[0].median
        print(f"| {name} | {timing.text()} | {ratio:.1f} | {memory} |")
