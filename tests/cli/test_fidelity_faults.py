"""Every fault of an embedding file as `foley-eval fidelity` tells it: a line, a code, exit 2."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fidelity_files import GENERATOR_A, REFERENCE, npy, numbers_npy, texts_npy
from foley_command import assert_one_line, foley

ROWS = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.5]]


def cut(path: Path) -> Path:
    path.write_bytes(numbers_npy(ROWS)[:-3])
    return path


def with_bytes(name: str, bytes_: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(bytes_)
        return folder / name

    return write


def zipped(**arrays: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        with zipfile.ZipFile(folder / "set.npz", "w") as archive:
            for name, content in arrays.items():
                archive.writestr(f"{name}.npy", content)
        return folder / "set.npz"

    return write


def folder_of(*files: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "set").mkdir()
        for i, content in enumerate(files):
            (folder / f"set/{i}.npy").write_bytes(content)
        return folder / "set"

    return write


def two_caches(folder: Path) -> Path:
    for model in ("clap", "vggish"):
        (folder / "set/embeddings" / model).mkdir(parents=True)
        (folder / "set/embeddings" / model / "a.npy").write_bytes(numbers_npy(ROWS))
    return folder / "set"


def bad_manifest(folder: Path) -> Path:
    (folder / "set.npy").write_bytes(numbers_npy(ROWS))
    (folder / "set.npy.manifest.json").write_text(json.dumps(["clap"]), encoding="utf-8")
    return folder / "set.npy"


NAN = numbers_npy([[0.0, 1.0], [2.0, float("nan")], [1.0, 1.0]])
OBJECTS = npy((2,), "|O", b"\0" * 16)
CUBE = npy((1, 2, 1), "<f8", struct.pack("<2d", 1.0, 2.0))

FAULTS = {
    "no npy": ("FE-IO-30", with_bytes("set.npy", b"RIFF....WAVE"), "is no .npy file"),
    "empty": ("FE-IO-30", with_bytes("set.npy", b""), "is empty"),
    "objects": ("FE-IO-31", with_bytes("set.npy", OBJECTS), "never unpickled"),
    "cut off": ("FE-IO-32", lambda folder: cut(folder / "set.npy"), "is cut off"),
    "three dimensions": ("FE-IO-33", with_bytes("set.npy", CUBE), "3 dimensions"),
    "NaN": ("FE-IO-34", with_bytes("set.npy", NAN), "row 2, column 2 is NaN"),
    "text in a table": ("FE-IO-34", with_bytes("set.csv", b"a,b\n1,2\n3,x\n"), "set.csv:3"),
    "no zip": ("FE-IO-35", with_bytes("set.npz", b"PK\x03\x04 and no more"), "no .npz file"),
    "other arrays": ("FE-IO-36", zipped(a=texts_npy(["x"]), b=texts_npy(["y"])), "'embeddings'"),
    "unknown kind": ("FE-IO-36", with_bytes("set.txt", b"1 2 3"), ".npz"),
    "several models": ("FE-IO-36", two_caches, "--model"),
    "uneven clips": (
        "FE-IO-37",
        folder_of(numbers_npy(ROWS), numbers_npy([[1.0, 2.0, 3.0]])),
        "dimensions",
    ),
    "too few names": (
        "FE-IO-37",
        zipped(embeddings=numbers_npy(ROWS), clips=texts_npy(["a", "b"])),
        "2",
    ),
    "manifest": ("FE-IO-38", bad_manifest, "manifest"),
    "statistics": (
        "FE-IO-39",
        zipped(mean=numbers_npy([[0.0, 0.0]]), covariance=numbers_npy([[1.0, 2.0], [2.0, 1.0]])),
        "negative",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault(fault: str, tmp_path: Path) -> None:
    code, write, words = FAULTS[fault]
    path = write(tmp_path)
    answer = foley("fidelity", "--reference", path, "--generated", GENERATOR_A)
    assert_one_line(answer, code, words, path.name)


def test_missing_file(tmp_path: Path) -> None:
    answer = foley("fidelity", "--reference", REFERENCE, "--generated", tmp_path / "no.npy")
    assert_one_line(answer, "no.npy", "there is no such file")


def test_every_code_of_embeddings_is_here() -> None:
    assert {code for code, _, _ in FAULTS.values()} == {f"FE-IO-{i}" for i in range(30, 40)}
