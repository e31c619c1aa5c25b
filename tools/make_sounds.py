#!/usr/bin/env python3
"""Synthesise the bundled ring0 sounds from data/ring0/recipes.json.

A recipe names a rate, a length, a peak level, a fade-out time and layers. Each layer is a row: a
function of this file (LAYERS) and its arguments, where {"every": [...]} gives events (HITS). Each
sound has its own random generator, seeded from its name, so recipes do not affect one another.
Output is mono 16-bit PCM, 16 to 48 kHz, peak at or below -3 dBFS, with faded ends and no DC.
The only requirement outside the standard library is numpy.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import wave
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

Signal = NDArray[Any]
Numbers = Sequence[float] | Signal
Range = tuple[float, float]
Hits = Callable[[RandomState], list[tuple[float, float]]]  # (time in seconds, gain)
RING0 = Path(__file__).resolve().parent.parent / "data" / "ring0"


class Clip(NamedTuple):
    """The signal under construction, with its sample rate and random generator."""

    rng: RandomState
    sr: int
    out: Signal

    def put(self, x: Signal, at: float, gain: float = 1.0) -> None:
        """Mix x in at a time in seconds, cut at the end of the clip."""
        start = int(at * self.sr)
        stop = min(len(self.out), start + len(x))
        if 0 <= start < stop:
            self.out[start:stop] += gain * x[: stop - start]


Layer = Callable[[Clip], None]


def band(x: Signal, sr: int, lo: float, hi: float, tilt_db: float = 0.0) -> Signal:
    """Keep lo..hi Hz with soft edges; tilt_db is the slope per octave inside the band."""
    f = np.maximum(np.fft.rfftfreq(len(x), 1.0 / sr), 1.0)
    gain = 1.0 / np.sqrt((1.0 + (lo / f) ** 6) * (1.0 + (f / hi) ** 6))
    return np.fft.irfft(np.fft.rfft(x) * gain * (f / np.sqrt(lo * hi)) ** (tilt_db / 6.02), len(x))


def noise(c: Clip, n: int, lo: float, hi: float, tilt_db: float = 0.0) -> Signal:
    """Band-limited Gaussian noise with unit RMS."""
    x = band(c.rng.randn(n), c.sr, lo, hi, tilt_db)
    return np.asarray(x / (np.sqrt(np.mean(x * x)) + 1e-12))


def curve(n: int, points: Numbers) -> Signal:
    """Smooth curve of n samples through evenly spaced control points."""
    position = np.linspace(0.0, len(points) - 1.0, n)
    k = np.minimum(position.astype(int), max(len(points) - 2, 0))
    u = position - k
    u = u * u * (3.0 - 2.0 * u)
    y = np.append(points, points[-1])
    return np.asarray(y[k] * (1.0 - u) + y[k + 1] * u)


def at(*pairs: Range) -> Hits:
    """Events at fixed times and gains."""
    return lambda rng: [(t, gain) for t, gain in pairs]


def every(first: float, period: float, count: int, jitter: float = 0.0, *gains: float) -> Hits:
    """Count events a period apart, each moved by up to jitter seconds, gains taken in turn."""
    cycle = gains or (1.0,)
    return lambda rng: [
        (first + period * k + rng.uniform(0.0, jitter), cycle[k % len(cycle)]) for k in range(count)
    ]


def scattered(first: float, last: float, count: int) -> Hits:
    """Count events at uniformly random times."""
    return lambda rng: [(t, 1.0) for t in np.sort(rng.uniform(first, last, count))]


def clouds(starts: Numbers, count: int, width: float) -> Hits:
    """Count events after each start, thinning out over about twice the width."""
    return lambda rng: [(s + d, 1.0) for s in starts for d in rng.gamma(2.0, width, count)]


def paced(rates: Numbers, gains: Numbers, seconds: float, jitter: float = 0.15) -> Hits:
    """Events whose rate per second and gain follow curves."""

    def hits(rng: RandomState) -> list[Range]:
        rate, gain = curve(1000, rates), curve(1000, gains)
        found, t = [], 0.02
        while t < seconds:
            i = int(999 * t / seconds)
            found.append((t, gain[i] * rng.uniform(0.75, 1.0)))
            t += rng.uniform(1.0 - jitter, 1.0 + jitter) / rate[i]
        return found

    return hits


def crowd(people: int, pace: Range, seconds: float) -> Hits:
    """Clapping people, each with a steady pace and loudness of their own."""

    def hits(rng: RandomState) -> list[Range]:
        found = []
        for _ in range(people):
            t, step, gain = rng.uniform(0.0, 0.3), 1.0 / rng.uniform(*pace), rng.uniform(0.25, 1.0)
            while t < seconds:
                found.append((t, gain))
                t += step * rng.uniform(0.9, 1.1)
        return found

    return hits


def bed(
    lo: float, hi: float, tilt_db: float, level: Numbers, flutter: float = 0.0, wobbles: int = 30
) -> Layer:
    """Continuous noise with a level curve and random flutter."""

    def layer(c: Clip) -> None:
        n = len(c.out)
        wobble = 1.0 + flutter * curve(n, c.rng.uniform(-1, 1, wobbles))
        c.put(curve(n, level) * wobble * noise(c, n, lo, hi, tilt_db), 0.0)

    return layer


def sweep(centre: Numbers, level: Numbers, octaves: float, flutter: float = 0.0) -> Layer:
    """Noise whose centre frequency moves: a bank of bands with changing weights."""

    def layer(c: Clip) -> None:
        n = len(c.out)
        f = curve(n, centre)
        gain = curve(n, level) * (1.0 + flutter * curve(n, c.rng.uniform(-1, 1, 60)))
        for lo, hi in pairwise(np.geomspace(60.0, 0.45 * c.sr, 21)):
            weight = np.exp(-0.5 * (np.log2(np.sqrt(lo * hi) / f) / octaves) ** 2)
            c.put(gain * weight * noise(c, n, lo, hi), 0.0)

    return layer


def strikes(
    hits: Hits,
    freqs: Numbers,
    decays: Numbers,
    amps: Numbers,
    gain: float = 1.0,
    detune: float = 0.0,
) -> Layer:
    """Struck objects: sine modes dying with the given time constants."""

    def layer(c: Clip) -> None:
        t = np.arange(min(len(c.out), int(7 * max(decays) * c.sr))) / c.sr
        for when, loud in hits(c.rng):
            scale = 1.0 + c.rng.uniform(-detune, detune)
            modes = zip(freqs, decays, amps, strict=True)
            x = sum(a * np.exp(-t / d) * np.sin(2 * np.pi * f * scale * t) for f, d, a in modes)
            c.put(np.asarray(x), when, gain * loud)

    return layer


def bursts(
    hits: Hits, decay: Range, low: Range, high: float, gain: float = 1.0, spread: float = 0.0
) -> Layer:
    """Noise bursts of random length and lower edge; spread varies the loudness (log-normal)."""

    def layer(c: Clip) -> None:
        for when, loud in hits(c.rng):
            length = c.rng.uniform(*decay) * c.sr
            n = max(64, int(6 * length))
            x = noise(c, n, c.rng.uniform(*low), high) * np.exp(-np.arange(n) / length)
            c.put(x / np.max(np.abs(x)), when, gain * loud * c.rng.lognormal(0.0, spread))

    return layer


def drops(hits: Hits, pitch: Range, rise: float, decay: Range, gain: float = 1.0) -> Layer:
    """Drops and bubbles: sines gliding up by the factor rise; low ones are louder."""

    def layer(c: Clip) -> None:
        for when, loud in hits(c.rng):
            f, d = pitch[0] * (pitch[1] / pitch[0]) ** c.rng.rand(), c.rng.uniform(*decay)
            t = np.arange(int(4 * d * c.sr)) / c.sr
            phase = 2 * np.pi * f * (t + (rise - 1.0) * t * t / (8 * d))
            x = np.sin(phase) * np.exp(-t / d) * np.minimum(1.0, t / 0.002)
            c.put(x, when, gain * loud * pitch[0] / f)

    return layer


def tones(
    hits: Hits,
    seconds: float,
    pitch: Numbers,
    level: Numbers,
    partials: Numbers,
    drive: float = 0.0,
) -> Layer:
    """Pitched notes: pitch and level curves, harmonic amplitudes, optional soft clipping."""

    def layer(c: Clip) -> None:
        n = int(seconds * c.sr)
        phase = 2 * np.pi * np.cumsum(curve(n, pitch)) / c.sr
        x = np.asarray(sum(a * np.sin((k + 1) * phase) for k, a in enumerate(partials)))
        x = np.tanh(drive * x) if drive else x
        for when, loud in hits(c.rng):
            c.put(x * curve(n, level), when, loud)

    return layer


def room(t60: float, wet: float, hi: float) -> Layer:
    """Add a diffuse tail to everything before it, darkened above hi Hz."""

    def layer(c: Clip) -> None:
        m = int(t60 * c.sr)
        tail = noise(c, m, 80.0, hi) * np.exp(-6.9 * np.arange(m) / m)
        size = len(c.out) + m
        spectrum = np.fft.rfft(c.out, size) * np.fft.rfft(tail / np.sqrt(np.sum(tail**2)), size)
        c.put(np.fft.irfft(spectrum, size), 0.0, wet)

    return layer


HITS: dict[str, Callable[..., Hits]] = {
    f.__name__: f for f in (at, every, scattered, clouds, paced, crowd)
}
LAYERS: dict[str, Callable[..., Layer]] = {
    f.__name__: f for f in (bed, sweep, strikes, bursts, drops, tones, room)
}


def argument(value: Any) -> Any:
    """Turn {"every": [...]} into its events and leave numbers and lists alone."""
    if isinstance(value, dict):
        ((name, values),) = value.items()
        return HITS[name](*values)
    return value


def render(stem: str, recipe: dict[str, Any]) -> NDArray[np.int16]:
    """Render a recipe to 16-bit samples: no DC, faded ends, fixed peak."""
    rate = int(recipe["rate"])
    n = round(recipe["seconds"] * rate)
    clip = Clip(RandomState(zlib.crc32(stem.encode("ascii"))), rate, np.zeros(n))
    for name, *values in recipe["layers"]:
        LAYERS[name](*map(argument, values))(clip)
    x = band(clip.out, rate, 22.0, 0.49 * rate)
    head, tail = int(0.004 * rate), int(recipe["fade_out"] * rate)
    x[:head] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(head) / head)
    x[n - tail :] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, tail + 1) / tail)
    x *= 10.0 ** (recipe["peak_db"] / 20.0) / np.max(np.abs(x))
    return np.round(x * 32767.0).astype("<i2")


def write_wav(path: Path, samples: NDArray[np.int16], rate: int) -> None:
    """Write through a temporary file in the same folder, then rename."""
    handle, temp = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as raw, wave.open(raw, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(rate)
            out.writeframes(samples.tobytes())
        os.chmod(temp, 0o644)
        os.replace(temp, path)
    except BaseException:
        Path(temp).unlink(missing_ok=True)
        raise


def difference(path: Path, samples: NDArray[np.int16], rate: int) -> str:
    """Say how a file differs from the rendered samples; empty when it agrees to 1 LSB."""
    try:
        with wave.open(str(path), "rb") as src:
            layout = (src.getnchannels(), src.getsampwidth(), src.getframerate(), src.getnframes())
            data = src.readframes(src.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        return f"cannot be read: {str(error) or 'cut short'}"
    expected = (1, 2, rate, len(samples))
    if layout != expected:
        return f"has layout {layout}, expected {expected}"
    if len(data) != 2 * len(samples):
        return "is cut short"
    worst = np.max(np.abs(np.frombuffer(data, dtype="<i2").astype(np.int32) - samples))
    return f"differs by up to {worst} LSB" if worst > 1 else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the sounds; return the exit status."""
    parser = argparse.ArgumentParser(description="Synthesise the bundled ring0 sounds.")
    parser.add_argument(
        "--out", type=Path, default=RING0, metavar="DIR", help="folder of the wav files"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the files; exit 1 if one differs"
    )
    args = parser.parse_args(argv)
    recipes = json.loads((RING0 / "recipes.json").read_text(encoding="utf-8"))
    if not args.check:
        args.out.mkdir(parents=True, exist_ok=True)
    bad = 0
    for stem, recipe in recipes.items():
        samples, path = render(stem, recipe), args.out / f"{stem}.wav"
        if not args.check:
            write_wav(path, samples, recipe["rate"])
        elif problem := difference(path, samples, recipe["rate"]):
            print(f"{path.name} {problem}")
            bad += 1
    print(f"{len(recipes)} sounds {'checked' if args.check else 'written'}, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
