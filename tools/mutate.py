#!/usr/bin/env python3
"""Keeps the kernels' tests honest: applies small wrong changes and expects the tests to fail.

Works on a copy of the sources under build/mutants. Prints a line a mutant; exits 1 when one
survives, 2 when the list does not fit the sources any more.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "build" / "mutants" / "source"
BUILD = ROOT / "build" / "mutants" / "build"
FOLDERS = ("CMakeLists.txt", "cmake", "src", "include", "tests", "data")


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(each) for each in command], capture_output=True, text=True)


def must(*command: object) -> None:
    done = run(*command)
    if done.returncode != 0:
        sys.exit(f"mutate: {' '.join(str(c) for c in command)} failed\n{done.stdout}{done.stderr}")


def prepare() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for name in FOLDERS:
        source = ROOT / name
        # With new times: objects of a mutant that an earlier run left must not look current.
        if source.is_dir():
            shutil.copytree(source, COPY / name, copy_function=shutil.copy)
        else:
            shutil.copy(source, COPY / name)
    must("cmake", "-S", COPY, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
         "-DFOLEY_BUILD_APP=OFF", "-DFOLEY_BUILD_TESTS=ON", "-DFOLEY_UNIT_TESTS_ONLY=ON",
         f"-DFOLEY_SHARED={ROOT.parent / 'shared'}")  # fmt: skip


def is_killed(module: str) -> bool:
    """True when the module's tests fail (or do not even compile)."""
    test = f"test_{module}"
    if run("cmake", "--build", BUILD, "--target", test).returncode != 0:
        return True
    return run(BUILD / "bin" / test).returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", help="only the mutants of this module")
    wanted = parser.parse_args().module
    mutants = tomllib.loads((ROOT / "tools/mutants.toml").read_text("utf-8"))["mutant"]
    mutants = [each for each in mutants if wanted in (None, each["module"])]
    if not mutants:
        print("mutate: there is no such mutant")
        return 2
    prepare()
    for module in sorted({each["module"] for each in mutants}):
        if is_killed(module):
            print(f"mutate: the tests of {module} fail without a change; mend them first")
            return 2
    survivors = 0
    for each in mutants:
        path = COPY / each["file"]
        text = path.read_text("utf-8")
        if text.count(each["was"]) != 1:
            print(f"mutate: {each['file']} holds {each['was']!r} not exactly once: mend the list")
            return 2
        path.write_text(text.replace(each["was"], each["is"]), "utf-8")
        killed = is_killed(each["module"])
        path.write_text(text, "utf-8")
        survivors += not killed
        print(f"{'killed  ' if killed else 'SURVIVED'}  {each['file']}: {each['is']}", flush=True)
    print(f"mutate: {len(mutants)} mutants, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
