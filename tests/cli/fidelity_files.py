"""Embedding sets for the tests of `fidelity`, written without NumPy."""

from __future__ import annotations

import json
import math
import random
import struct
import zipfile
from pathlib import Path
from typing import Any

from foley_command import BUNDLED

REFERENCE = BUNDLED / "fidelity/reference.npz"
GENERATOR_A = BUNDLED / "fidelity/generator_a.npz"
GENERATOR_B = BUNDLED / "fidelity/generator_b.npz"

Rows = list[list[float]]


def npy(shape: tuple[int, ...], descr: str, data: bytes) -> bytes:
    size = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({size}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def numbers_npy(rows: Rows, kind: str = "d") -> bytes:
    flat = [x for row in rows for x in row]
    data = struct.pack(f"<{len(flat)}{kind}", *flat)
    return npy((len(rows), len(rows[0])), {"d": "<f8", "f": "<f4", "e": "<f2"}[kind], data)


def texts_npy(texts: list[str]) -> bytes:
    width = max(map(len, texts))
    data = b"".join(text.ljust(width, "\0").encode("utf-32-le") for text in texts)
    return npy((len(texts),), f"<U{width}", data)


def write_npy(path: Path, rows: Rows, manifest: dict[str, Any] | None = None) -> Path:
    path.write_bytes(numbers_npy(rows))
    if manifest is not None:
        beside = path.with_name(path.name + ".manifest.json")
        beside.write_text(json.dumps(manifest), encoding="utf-8")
    return path


def write_npz(
    path: Path,
    rows: Rows,
    clips: list[str] | None = None,
    categories: list[str] | None = None,
) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("embeddings.npy", numbers_npy(rows))
        for name, texts in (("clips", clips), ("categories", categories)):
            if texts is not None:
                archive.writestr(f"{name}.npy", texts_npy(texts))
    return path


def normal_rows(n: int, d: int, seed: int, shift: float = 0.0, scale: float = 1.0) -> Rows:
    rng = random.Random(seed)
    return [[shift + scale * rng.gauss(0.0, 1.0) for _ in range(d)] for _ in range(n)]


def distance2(a: list[float], b: list[float]) -> float:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def slow_median(rows: Rows) -> float:
    distances = sorted(
        math.sqrt(distance2(a, b)) for i, a in enumerate(rows) for b in rows[i + 1 :]
    )
    middle = len(distances) // 2
    return (distances[middle] + distances[~middle]) / 2


def slow_kad(x: Rows, y: Rows, s: float) -> float:
    def kernel(a: list[float], b: list[float]) -> float:
        return math.exp(-distance2(a, b) / (2 * s * s))

    def within(rows: Rows) -> float:
        n = len(rows)
        total = sum(kernel(a, b) for i, a in enumerate(rows) for b in rows[i + 1 :])
        return 2 * total / (n * (n - 1))

    between = sum(kernel(a, b) for a in x for b in y) / (len(x) * len(y))
    return within(x) + within(y) - 2 * between
