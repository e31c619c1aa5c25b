"""FAD and KAD beside the rivals' own lines and beside the BLAS products that bound them.

Goals: FAD of 2 x 50,000 x 512 float32 in at most 1.5 times the two covariance products on the same
BLAS; 2 x 600 x 2,048 in under 1 s; KAD of 2 x 10,000 x 512 in at most 1.7 times the plain products
within 256 MB; 2 x 100,000 x 512 within 1 GB.

The rivals' packages need PyTorch; their numeric lines run here in NumPy and SciPy instead, with the
same temporaries.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import foley_eval.fidelity as fidelity
import numpy as np
from timing import Timing, calls, report

# A process says itself how long the call took and how much memory it needed at most.
PROGRAM = """
import sys, time
import numpy as np
sys.path.insert(0, {folder!r})
import fidelity_rivals as rivals
x, y = np.load(sys.argv[1]), np.load(sys.argv[2])
def peak():
    return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) / 1024
start, cpu = time.perf_counter(), time.process_time()
value = rivals.{name}(x, y)
print(value, time.perf_counter() - start, time.process_time() - cpu, peak())
"""


def embeddings(n: int, d: int, seed: int, scale: float) -> Any:
    """Gaussian with a decaying spectrum in a rotated basis, as neural embeddings have."""
    rng = np.random.default_rng(seed)
    spectrum = np.arange(1, d + 1) ** -0.7
    rotation, _ = np.linalg.qr(np.random.default_rng(7 + d).standard_normal((d, d)))
    shape = rotation * (spectrum * (1 + (scale - 1) * np.linspace(0, 1, d)))
    rows = rng.standard_normal((n, d), dtype=np.float32) @ shape.T.astype(np.float32)
    return np.ascontiguousarray(rows + np.float32((scale - 1) * 0.05), dtype=np.float32)


def bounds(metric: str, n: int, d: int) -> None:
    """The kernel in C++ beside the bare products."""
    folder = Path("build/release")
    program = folder / "bin" / "fidelity_bounds"
    libraries = [
        str(folder / "lib" / f"libfoley_{name}.a") for name in ("fidelity", "stats", "core")
    ]
    subprocess.run(
        [
            "c++",
            "-std=c++20",
            "-O2",
            "-Iinclude",
            "bench/fidelity_bounds.cpp",
            *libraries,
            "-lcrypto",
            "-llapack",
            "-lblas",
            "-lpthread",
            "-o",
            str(program),
        ],
        check=True,
    )
    done = subprocess.run([program, metric, str(n), str(d)], capture_output=True, check=True)
    timings, peak = [], 0.0
    for line in done.stdout.decode().splitlines():
        name, *numbers = line.split()
        if name == "peak_kb":
            peak = float(numbers[0]) / 1024
        else:
            timings.append(Timing([float(number) for number in numbers]))
    timings[0].peak_mb = peak
    report(
        f"{metric.upper()} 2 x {n:,} x {d} float32, C++, one thread",
        [f"foley::fidelity (with {2 * n * d * 4 / 1e6:.0f} MB of input)", "the products alone"],
        timings,
    )


def rival(names: list[str], n: int, d: int) -> None:
    """Whole sets through each way of computing, each in a process of its own."""
    x, y = embeddings(n, d, 1, 1.0), embeddings(n, d, 2, 1.3)
    print(f"\n### 2 x {n:,} x {d} float32 from NumPy\n\n| | value | s | CPU-s | peak MB |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder) / f"{name}.npy") for name in "xy"]
        np.save(files[0], x)
        np.save(files[1], y)
        for name in names:
            program = PROGRAM.format(folder=str(Path(__file__).parent), name=name)
            done = subprocess.run(
                [sys.executable, "-W", "ignore", "-c", program, *files],
                capture_output=True,
                text=True,
            )
            if done.returncode != 0:
                print(f"| {name} | {done.stderr.strip().splitlines()[-1]} | - | - | - |")
                continue
            *value, seconds, cpu, peak = done.stdout.split()
            print(f"| {name} | {' '.join(value)} | {float(seconds):.2f} | {float(cpu):.2f} "
                  f"| {float(peak):.0f} |")  # fmt: skip


def small() -> None:
    """The drop-in function beside the reference implementation, which is quadratic in memory."""
    import foley.eval.fidelity as reference

    x, y = embeddings(300, 512, 1, 1.0), embeddings(300, 512, 2, 1.3)
    report(
        "kernel_audio_distance, 2 x 300 x 512",
        ["foley_eval", "foley 0.0.89"],
        calls(
            [
                lambda: fidelity.kernel_audio_distance(x, y),
                lambda: reference.kernel_audio_distance(x, y),
            ],
            3,
        ),
    )
    report(
        "frechet_distance, 2 x 1,000 x 512",
        ["foley_eval", "foley 0.0.89"],
        calls(
            [
                lambda: fidelity.frechet_distance(np.tile(x, (4, 1))[:1000], y),
                lambda: reference.frechet_distance(np.tile(x, (4, 1))[:1000], y),
            ],
            5,
        ),
    )


if __name__ == "__main__":
    bounds("fad", 50_000, 512)
    bounds("kad", 10_240, 512)
    if "--large" in sys.argv:
        bounds("kad", 100_000, 512)
    rival(["ours_fad", "frechet_audio_distance", "fadtk", "symmetric"], 50_000, 512)
    rival(["ours_fad", "symmetric", "frechet_audio_distance"], 600, 2048)
    rival(["ours_kad", "kadtk", "blocked_numpy", "reference_kad"], 10_000, 512)
    small()
