#!/usr/bin/env python3
"""Check file lengths, machine paths, public headers and the agreement of versions.

usage: check_style.py [--root DIR]
Prints one line a violation and exits 1 if there is any, or if it looked at no code.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
CODE = {".cpp", ".cc", ".c", ".hpp", ".hh", ".h", ".ipp", ".py"}
MAX_LINES = {"src": 400, "include": 400, "apps": 400, "python": 400, "tools": 400, "tests": 500}
MAX_SCANNED_BYTES = 4_000_000
SKIPPED = re.compile(r"\.(?!ci$|github$)|build$|build-|node_modules$|__pycache__$")

# A path of one machine: at the start of a word, after -I or -L, or after file://
MACHINE_PATH = re.compile(
    r"(?:(?<![\w.}~)/-])|(?<=-[IL])|(?<=file://))/(?:root|work|home|tmp)/[A-Za-z][^\s'\"`)>]*"
)
PATH_ALLOWED = re.compile(r"\bmktemp\b|\bTMPDIR\b")
SOURCE = re.compile(r"\"resolved\": \"https?://|--(?:extra-)?index-url\b")

VERSION = r"(\d+\.\d+\.\d+)"
CMAKE_VERSION = re.compile(rf"^\s*project\s*\([^)]*\bVERSION\s+{VERSION}", re.I | re.M)
HEADING = re.compile(r"^## .*$", re.M)

# Lines at column 0 of a header that declare nothing to be described.
NO_DECLARATION = re.compile(
    r"namespace\b|using namespace\b|extern\b|static_assert\b|friend\b|public:|private:|protected:"
    r"|(?:enum )?(?:class|struct) [\w:]+(?: : \w[\w:]*)?;"  # forward declaration
    r"|template <>|[A-Z][A-Z0-9_]*\(|[^(=]*\boperator\b"
    r"|[^(=]*\w::~?\w+\("  # definition of a member described in its class
)
DETAIL = re.compile(r"(?:inline )?namespace [\w:]*detail\b")


def tree_files(root: Path) -> Iterator[Path]:
    """Yield the project's files: what git tracks or would track, else what is there."""
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        names = sorted(set(filter(None, listed.split("\0"))))
        yield from (root / name for name in names if (root / name).is_file())
    else:
        yield from walk(root)


def walk(directory: Path) -> Iterator[Path]:
    """Yield the files under a directory, without build trees and hidden folders."""
    for entry in sorted(directory.iterdir()):
        if entry.is_dir() and not SKIPPED.match(entry.name):
            yield from walk(entry)
        elif entry.is_file():
            yield entry


def read_text(file: Path) -> str | None:
    """Return the text of a file, None if it is binary or too large to be written by hand."""
    if file.stat().st_size > MAX_SCANNED_BYTES:
        return None
    data = file.read_bytes()
    return None if b"\0" in data else data.decode("utf-8", errors="replace")


def check_length(path: PurePosixPath, text: str) -> Iterator[str]:
    """Check that a code file is short enough to be read in one sitting."""
    limit = MAX_LINES.get(path.parts[0])
    count = len(text.splitlines())
    if limit is not None and path.suffix in CODE and count > limit:
        yield f"{path}:{limit + 1}: {count} lines, {limit} allowed; split it by idea"


def check_words(path: PurePosixPath, text: str) -> Iterator[str]:
    """Check that no line holds a path or a package source of one machine."""
    for number, line in enumerate(text.splitlines(), 1):
        if (match := MACHINE_PATH.search(line)) and not PATH_ALLOWED.search(line):
            yield f"{path}:{number}: machine path {match[0]}; use a relative path or mktemp"
        if SOURCE.search(line):
            yield f"{path}:{number}: names where packages come from; leave it to settings"


def check_header(path: PurePosixPath, text: str) -> Iterator[str]:
    """Check a public header: #pragma once, and /// before each declaration."""
    lines = text.splitlines()
    if "#pragma once" not in (line.strip() for line in lines):
        yield f"{path}:1: no #pragma once; add it"
    for number in undocumented(lines):
        declaration = lines[number - 1].strip()
        yield f"{path}:{number}: no /// before `{declaration[:60]}`; say what it computes"


def undocumented(lines: list[str]) -> Iterator[int]:
    """Yield the numbers of the lines at column 0 that start a declaration without ///."""
    described = False  # a /// comment stands right above
    inside = False  # within a declaration that has not met its ; { or }
    in_detail = False
    in_comment = False
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0].rstrip()
        if line.startswith("/*") or in_comment:
            in_comment = "*/" not in line
        elif line.startswith("///"):
            described = True
        elif not line.strip():
            described = False
        elif line.startswith(("//", "#")):
            continue
        else:
            starts = not (inside or line[0].isspace() or line[0] in "{})")
            if DETAIL.match(line):
                in_detail = True
            elif line.startswith("}") and "detail" in line:
                in_detail = False
            elif starts and not (described or in_detail or NO_DECLARATION.match(line)):
                yield number
            if code:
                inside = not code.endswith((";", "{", "}"))
                described = False


def check_versions(root: Path) -> Iterator[str]:
    """Check that CMakeLists.txt, pyproject.toml and CHANGELOG.md name the same version."""
    texts = {}
    for name in ("CMakeLists.txt", "pyproject.toml", "CHANGELOG.md"):
        if not (root / name).is_file():
            yield f"{name}:1: missing; it states the version"
            return
        texts[name] = (root / name).read_text(encoding="utf-8")
    match = CMAKE_VERSION.search(texts["CMakeLists.txt"])
    if match is None:
        yield "CMakeLists.txt:1: no project(... VERSION x.y.z); add it"
        return
    version = match[1]
    project = tomllib.loads(texts["pyproject.toml"]).get("project", {})
    python = project.get("version")
    if python != version and not (python is None and "version" in project.get("dynamic", [])):
        yield f"pyproject.toml:1: version {python}, CMakeLists.txt says {version}; make them one"
    if changelog_version(texts["CHANGELOG.md"]) != version:
        yield f"CHANGELOG.md:1: newest heading does not name {version}; write `## [{version}]`"


def changelog_version(text: str) -> str | None:
    """Return the version of the newest heading; an Unreleased heading may stand above it."""
    headings = HEADING.findall(text)
    if headings and "unreleased" in headings[0].lower() and not re.search(VERSION, headings[0]):
        headings = headings[1:]
    match = re.search(VERSION, headings[0]) if headings else None
    return match[1] if match else None


def check(root: Path) -> tuple[int, list[str]]:
    """Look at the whole tree; return how many code files there were, and the violations."""
    lines: list[str] = []
    code = 0
    for file in tree_files(root):
        path = PurePosixPath(file.relative_to(root).as_posix())
        text = read_text(file)
        if text is None:
            continue
        code += path.suffix in CODE and path.parts[0] in MAX_LINES
        lines += check_length(path, text)
        lines += check_words(path, text)
        if path.parts[:2] == ("include", "foley"):
            lines += check_header(path, text)
    lines += check_versions(root)
    if code == 0:
        lines.append(f"{root.name}:1: looked at no code; give --root the project's root")
    return code, lines


def main() -> int:
    """Run the checker."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=HERE.parent, help="root of the tree")
    args = parser.parse_args()
    code, lines = check(args.root.resolve())
    for line in lines:
        print(line)
    print(f"style: {code} files, {len(lines)} violations")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
