#!/usr/bin/env python3
"""Make the bundled embedding sets, data/fidelity/*.npz, from sounds that are rendered anew.

A clip becomes 48 numbers: mean and spread over time of the level in 24 mel bands. Each recipe of
data/ring0 is rendered with random numbers of its own for every set, so that no two sets share a
sound, but for the copies that `generator_b` is given.

    tools/make_embeddings.py            write data/fidelity
    tools/make_embeddings.py --check    compare it with a fresh computation; exit 1 if it differs
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from make_sounds import RING0, band, render
from numpy.typing import NDArray

OUT = RING0.parent / "fidelity"
TAKES = 5
BANDS = 24
LOW_HZ, HIGH_HZ = 50.0, 7000.0
WINDOW_S, HOP_S = 0.032, 0.016
FLOOR = 1e-6  # of a full-scale square: -60 dB, below which nobody listens
COPIES = 3
GROUPS = {
    "nature": {"ANML", "BIRD", "FIRE", "RAIN", "THUN", "WATR", "WIND"},
    "people": {"CRWD", "FEET", "FOOD", "HMNH"},
    "machines": {"BEEP", "BELL", "CLOC", "CMPT", "COMC", "COMS", "COMT", "VEHS", "VEHT"},
    "impacts": {"DOOR", "DSGN", "METL", "OBJC", "WEAP", "WHSH", "WOOD"},
}

Signal = NDArray[np.float64]


def mel(hz: Signal | float) -> Signal:
    """Place of a frequency on the mel scale (O'Shaughnessy's formula)."""
    return np.asarray(2595.0 * np.log10(1.0 + np.asarray(hz) / 700.0))


def bands(bins: Signal) -> Signal:
    """Triangular weights (BANDS, bins) of equal width in mel."""
    edges = np.linspace(mel(LOW_HZ), mel(HIGH_HZ), BANDS + 2)
    place = mel(bins)
    rising = (place - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - place) / (edges[2:] - edges[1:-1])[:, None]
    return np.clip(np.minimum(rising, falling), 0.0, None)


def embed(x: Signal, rate: int) -> NDArray[np.float32]:
    """Mean and standard deviation over time of the level of each band, in dB / 10."""
    window, hop = round(WINDOW_S * rate), round(HOP_S * rate)
    frames = np.lib.stride_tricks.sliding_window_view(x, window)[::hop] * np.hanning(window)
    power = np.abs(np.fft.rfft(frames)) ** 2 / window
    level = np.log10(power @ bands(np.fft.rfftfreq(window, 1.0 / rate)).T + FLOOR)
    return np.concatenate([level.mean(axis=0), level.std(axis=0)]).astype(np.float32)


def clean(x: Signal, rate: int) -> Signal:
    """The reference: as it is."""
    return x


def hissing(x: Signal, rate: int) -> Signal:
    """Generator A: right but for a faint hiss."""
    rng = np.random.RandomState(len(x))
    return x + 1e-3 * rng.standard_normal(len(x))


def muffled(x: Signal, rate: int) -> Signal:
    """Generator B: nothing above 2.5 kHz, and the last third is silent."""
    y = band(x, rate, 22.0, 2500.0)
    y[2 * len(y) // 3 :] = 0.0
    return y


SETS = {"reference": clean, "generator_a": hissing, "generator_b": muffled}


def manifest(rows: int) -> dict[str, Any]:
    """What the numbers were made with."""
    return {
        "embedding": "band-levels-24",
        "toolkit": "make_embeddings",
        "version": "1",
        "sample_rate_hz": "as rendered",
        "resampler": "none",
        "window": f"{WINDOW_S} s",
        "hop": f"{HOP_S} s",
        "pooling": "mean and standard deviation over time",
        "channels": "mono",
        "n": rows,
        "dimension": 2 * BANDS,
        "dtype": "float32",
        "created_by": "tools/make_embeddings.py",
    }


def build() -> dict[str, dict[str, Any]]:
    """Render and measure every set."""
    recipes = json.loads((RING0 / "recipes.json").read_text(encoding="utf-8"))
    listed = json.loads((RING0 / "manifest.json").read_text(encoding="utf-8"))
    group = {code: name for name, codes in GROUPS.items() for code in codes}
    category = {Path(clip["file"]).stem: group[clip["ucs_catid"][:4]] for clip in listed}
    sets: dict[str, dict[str, Any]] = {}
    for name, change in SETS.items():
        clips, rows = [], []
        for stem, recipe in recipes.items():
            for take in range(TAKES):
                sound = render(f"{name}/{stem}/{take}", recipe) / 32768.0
                clips.append(f"{stem}_{take + 1}")
                rows.append(embed(change(sound, recipe["rate"]), recipe["rate"]))
        sets[name] = {
            "embeddings": np.stack(rows),
            "clips": np.array(clips),
            "categories": np.array([category[clip.rsplit("_", 1)[0]] for clip in clips]),
            "manifest": np.array(json.dumps(manifest(len(rows)))),
        }
    # What a generator does that has learnt some of its training sounds by heart.
    step = len(recipes) * TAKES // COPIES
    for copy in range(COPIES):
        row = copy * step
        sets["generator_b"]["embeddings"][row] = sets["reference"]["embeddings"][row]
    return sets


def write(path: Path, arrays: dict[str, Any]) -> None:
    """Write through a temporary file in the same folder, then rename."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    handle, temp = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(buffer.getvalue())
        os.chmod(temp, 0o644)
        os.replace(temp, path)
    except BaseException:
        Path(temp).unlink(missing_ok=True)
        raise


def difference(path: Path, arrays: dict[str, Any]) -> str:
    """Say how a file differs from the computed arrays; empty when it agrees."""
    if not path.is_file():
        return "is missing"
    with np.load(path, allow_pickle=False) as found:
        for name, expected in arrays.items():
            if name not in found:
                return f"has no {name}"
            if found[name].shape != expected.shape:
                return f"has other {name}"
            if name == "embeddings":
                worst = float(np.abs(found[name] - expected).max())
                if worst > 1e-3:
                    return f"differs by {worst:.2g}"
            elif not np.array_equal(found[name], expected):
                return f"has other {name}"
    return ""


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the sets; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the bundled embedding sets.")
    parser.add_argument("--check", action="store_true", help="compare; exit 1 if one differs")
    args = parser.parse_args(argv)
    OUT.mkdir(exist_ok=True)
    bad = 0
    sets = build()
    for name, arrays in sets.items():
        path = OUT / f"{name}.npz"
        if not args.check:
            write(path, arrays)
        elif problem := difference(path, arrays):
            print(f"{path.name} {problem}")
            bad += 1
    print(f"{len(sets)} sets {'checked' if args.check else 'written'}, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
