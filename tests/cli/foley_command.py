"""Runs the command under test and builds small inputs for it."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUNDLED = ROOT / "data"
TIMEOUT = 300  # seconds; only a hang reaches it


def command() -> str:
    return os.environ.get("FOLEY_EVAL_COMMAND") or str(ROOT / "build/dev/bin/foley-eval")


def build_dir() -> Path:
    named = os.environ.get("FOLEY_BUILD_DIR")
    return Path(named) if named else Path(command()).resolve().parents[1]


def shared() -> Path:
    """The folder of shared reference data; skips the test where there is none."""
    named = os.environ.get("FOLEY_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("FOLEY_SHARED names no folder")
    return folder


def sanitized() -> bool:
    """Sanitizers change memory figures and limits."""
    cache = build_dir() / "CMakeCache.txt"
    if not cache.is_file():
        return False
    for line in cache.read_text(encoding="utf-8").splitlines():
        if line.startswith("FOLEY_SANITIZE"):
            return line.partition("=")[2].strip().upper() not in ("", "OFF", "0", "FALSE")
    return False


def clean_env(**extra: str) -> dict[str, str]:
    env = {k: v for k, v in os.environ.items() if k not in ("FOLEY_EVAL_DATA", "NO_COLOR")}
    env.update(extra)
    return env


@dataclass(frozen=True)
class Answer:
    """What a run of the command left behind."""

    code: int
    raw_out: bytes
    raw_err: bytes

    @property
    def out(self) -> str:
        return self.raw_out.decode("utf-8")

    @property
    def err(self) -> str:
        return self.raw_err.decode("utf-8")

    @property
    def document(self) -> dict[str, Any]:
        document = json.loads(self.out, parse_constant=refuse_constant)
        assert isinstance(document, dict)
        return document


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def foley(
    *args: str | os.PathLike[str] | bytes,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: bytes = b"",
    stdout: Any = subprocess.PIPE,
    program: str | os.PathLike[str] | None = None,
    preexec: Callable[[], None] | None = None,
) -> Answer:
    done = subprocess.run(
        [program or command(), *args],
        env=clean_env() if env is None else env,
        cwd=cwd,
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=TIMEOUT,
        check=False,
        preexec_fn=preexec,
    )
    return Answer(done.returncode, done.stdout or b"", done.stderr)


def unprintable(text: str) -> list[str]:
    """Characters that could move a cursor, end a line or turn the reading direction."""
    return [c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")]


def assert_one_line(answer: Answer, *fragments: str, code: int = 2) -> str:
    """The contract for bad input: one printable line on stderr, nothing on stdout, the code."""
    assert answer.code == code, f"exit {answer.code}: {answer.raw_err[:500]!r}"
    assert answer.raw_out == b""
    assert answer.err.endswith("\n")
    line = answer.err[:-1]
    assert line.startswith("foley-eval: ")
    assert not unprintable(line), f"not printable: {unprintable(line)!r} in {line[:400]!r}"
    assert len(line) < 4000
    for word in ("Traceback", "terminate called", "what():", "fault of foley-eval itself"):
        assert word not in line
    for fragment in fragments:
        assert fragment in line, f"{fragment!r} is not in {line[:600]!r}"
    return line


def write_json(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def write_bytes(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def clip(name: str, caption: str, **more: Any) -> dict[str, Any]:
    return {"file": f"{name}.wav", "caption": caption, "license_id": "CC0-1.0", **more}


def item(name: str, query: str, catid: str, grades: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": name,
        "context": "Somebody listened.",
        "expected_events": [{"query": query, "ucs_catid": catid}],
        "answer_clip_ids": {catid: list(grades)},
        "grade": dict(grades),
    }


_CORPUS = [
    clip("door", "wooden door slams shut in a hallway", ucs_catid="DOORWood", tags=["slam"]),
    clip("rain", "steady rain falling on window glass", ucs_catid="RAINGlas", tags=["drops"]),
    clip("bell", "small brass bell rings twice", ucs_catid="BELLHand", tags=["ring"]),
    clip("dog", "large dog barking behind a fence", ucs_catid="ANMLDog", tags=["bark"]),
    clip("creek", "shallow creek running over pebbles", ucs_catid="WATRFlow", tags=["brook"]),
    clip("saw", "circular saw cutting a plank", ucs_catid="TOOLPowr", tags=["cut"]),
]
_GOLDEN = [
    item("g1", "slamming of a wooden door", "DOORWood", {"ring0:door": 2, "ring0:saw": 0}),
    item("g2", "rain against the glass", "RAINGlas", {"ring0:rain": 2, "ring0:creek": 1}),
    item("g3", "a brass bell being rung", "BELLHand", {"ring0:bell": 2}),
    item("g4", "the dog next door barking", "ANMLDog", {"ring0:dog": 2, "ring0:door": 0}),
]


def small_corpus() -> list[dict[str, Any]]:
    return deepcopy(_CORPUS)


def small_golden() -> list[dict[str, Any]]:
    return deepcopy(_GOLDEN)


@dataclass
class Data:
    """A golden set, a corpus and a baseline of their own."""

    folder: Path

    @property
    def golden(self) -> Path:
        return self.folder / "golden.json"

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus.json"

    @property
    def baseline(self) -> Path:
        return self.folder / "baseline.json"

    @property
    def inputs(self) -> list[str]:
        return ["--golden", str(self.golden), "--corpus", str(self.corpus)]

    def retrieval(self, *args: str, **more: Any) -> Answer:
        return foley("retrieval", *self.inputs, "--baseline", str(self.baseline), *args, **more)

    def read_baseline(self) -> dict[str, Any]:
        value = json.loads(self.baseline.read_bytes(), parse_constant=refuse_constant)
        assert isinstance(value, dict)
        return value

    def edit_baseline(self, **changes: Any) -> None:
        """Changes fields; `golden__seed_sha256` reaches into a section."""
        value = self.read_baseline()
        for name, new in changes.items():
            section, _, field = name.rpartition("__")
            (value[section] if section else value)[field] = new
        write_json(self.baseline, value)


def make_data(folder: Path) -> Data:
    """Small data with a baseline that fits it."""
    data = Data(folder)
    write_json(data.golden, small_golden())
    write_json(data.corpus, small_corpus())
    answer = data.retrieval("--update-baseline", "--updated-at", "2026-01-02")
    assert answer.code == 0, answer.err
    return data


def peak_of(args: Sequence[str]) -> tuple[Answer, int]:
    """An answer with the peak resident size of its process in bytes."""
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True)\n"
        "sys.stdout.buffer.write(done.stdout); sys.stderr.buffer.write(done.stderr)\n"
        "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024\n"
        "sys.stderr.write(f'\\n{done.returncode} {peak}')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, command(), *args],
        env=clean_env(),
        capture_output=True,
        timeout=TIMEOUT,
        check=True,
    )
    err, _, last = done.stderr.rpartition(b"\n")
    code, peak = last.split()
    return Answer(int(code), done.stdout, err), int(peak)


def limit(kind: int, size: int) -> Callable[[], None]:
    """For `preexec`: sets a resource limit in the child."""

    def apply() -> None:
        resource.setrlimit(kind, (size, size))

    return apply


LIBC = ctypes.CDLL(None, use_errno=True)
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


def heed_permissions() -> None:
    """For `preexec`: file permissions bind the child even when root runs the tests."""
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def permissions_bind(folder: Path) -> bool:
    """Containers may withhold the right to give up rights."""
    closed = folder / "closed"
    closed.write_bytes(b"")
    closed.chmod(0)
    done = subprocess.run(
        ["cat", closed], preexec_fn=heed_permissions, capture_output=True, check=False
    )
    closed.unlink()
    return done.returncode != 0
