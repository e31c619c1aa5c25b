#!/usr/bin/env python3
"""Read the #include lines and link lines of the tree against tools/layers.toml.

usage: check_layers.py [--root DIR] [--toml FILE]
Prints one line a violation and exits 1 if there is any, or if it looked at no file.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
CODE = {".cpp", ".cc", ".cxx", ".c", ".hpp", ".hh", ".hxx", ".h", ".ipp"}
SOURCES = {".cpp", ".cc", ".cxx", ".c"}
INCLUDE = re.compile(r"^\s*#\s*include\b\s*(?P<what>\S+)")
CALL = re.compile(r"\bfoley_module\s*\(([^)]*)\)", re.IGNORECASE)
GLOB = re.compile(r"\bfile\s*\(\s*GLOB|\baux_source_directory\s*\(", re.IGNORECASE)
LINK = re.compile(r"\btarget_link_libraries\s*\(([^)]*)\)", re.IGNORECASE)
PROJECT_TARGET = re.compile(r"^foley(?:::|_)")
SKIPPED = re.compile(r"\.|build$|build-|node_modules$")
KEYWORD = re.compile(r"^[A-Z][A-Z_]*$")
STANDARD = re.compile(r"^[a-z_0-9]+$")
C_NAMES = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string time uchar wchar wctype"
)
C_HEADERS = {f"{name}.h" for name in C_NAMES.split()}


@dataclass(frozen=True)
class Module:
    """One row of the table."""

    layer: int
    knows: frozenset[str]

    def may_know(self, other: str) -> bool:
        """Tell whether the arrow to `other` is in the table."""
        return "*" in self.knows or other in self.knows


@dataclass(frozen=True)
class Table:
    """The table of modules and of headers from outside."""

    modules: dict[str, Module]
    third_party: dict[str, frozenset[str]]
    public: frozenset[str]

    def owners(self, header: str) -> frozenset[str] | None:
        """Return who may include a header from outside; None if no row names it."""
        rows = [prefix for prefix in self.third_party if header.startswith(prefix)]
        return self.third_party[max(rows, key=len)] if rows else None


@dataclass(frozen=True)
class Include:
    """One #include line of one file; `owner` is "" for an umbrella header."""

    file: Path
    line: int
    owner: str
    public: bool
    header: str


@dataclass
class Findings:
    """What was looked at, and what was wrong."""

    root: Path
    files: int = 0
    modules: set[str] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)

    def add(self, file: Path, line: int, text: str) -> None:
        """Note a violation."""
        where = file.relative_to(self.root).as_posix()
        self.lines.append(f"{where}:{line}: {text}")


def read_table(path: Path) -> Table:
    """Read layers.toml."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    modules = {
        name: Module(int(row["layer"]), frozenset(row["knows"]))
        for name, row in data["modules"].items()
    }
    third = {prefix: frozenset(owners) for prefix, owners in data["third_party"].items()}
    return Table(modules, third, frozenset(data["public_headers"]["third_party"]))


def table_faults(table: Table) -> Iterator[str]:
    """Yield what is wrong with the table itself: unknown names, arrows upward, circles."""
    known = set(table.modules) | {"*"}
    for name, module in table.modules.items():
        for other in sorted(module.knows - {"*"}):
            if other not in known:
                yield f"{name} knows {other}, which has no row; add the row or drop the name"
            elif table.modules[other].layer > module.layer:
                yield f"{name} knows {other} of a higher layer; turn the arrow round"
        if "*" not in module.knows and name in reachable(table, name):
            yield f"{name} knows itself through others; cut the circle"
    for prefix, owners in table.third_party.items():
        for other in sorted(owners - known):
            yield f"header row {prefix} names {other}, which has no row; add it or drop it"


def reachable(table: Table, start: str) -> set[str]:
    """Return all modules that arrows lead to from `start`."""
    seen: set[str] = set()
    todo = list(table.modules[start].knows)
    while todo:
        name = todo.pop()
        if name not in seen and name in table.modules:
            seen.add(name)
            todo.extend(table.modules[name].knows)
    return seen


def walk(directory: Path) -> Iterator[Path]:
    """Yield the files under a directory, without build trees and hidden folders."""
    if not directory.is_dir():
        return
    for entry in sorted(directory.iterdir()):
        if entry.is_dir():
            if not SKIPPED.match(entry.name):
                yield from walk(entry)
        elif entry.is_file():
            yield entry


def owner_of(path: PurePosixPath) -> str:
    """Return the module that a file (relative to the root) belongs to; "" for none."""
    parts = path.parts
    if parts[0] in ("apps", "python"):
        return parts[0]
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("include", "foley") and len(parts) > 3:
        return parts[2]
    return ""


def includes(root: Path, file: Path) -> Iterator[Include]:
    """Yield the #include lines of a file; `header` keeps its quotes or brackets."""
    relative = PurePosixPath(file.relative_to(root).as_posix())
    owner, public = owner_of(relative), relative.parts[0] == "include"
    text = file.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            yield Include(file, number, owner, public, match["what"])


def target_module(root: Path, table: Table, inc: Include) -> str | None:
    """Return the module that an include leads to; "" umbrella, None outside the project."""
    header = inc.header[1:-1]
    if header.startswith("foley/"):
        return owner_of(PurePosixPath("include") / header)
    if inc.header.startswith('"'):
        beside = (inc.file.parent / header).resolve()
        if beside.is_file() and beside.is_relative_to(root):
            return owner_of(PurePosixPath(beside.relative_to(root).as_posix()))
        private = root / "src" / inc.owner / header
        if private.is_file() or private.with_name(f"{private.name}.in").is_file():
            return inc.owner
        first = header.partition("/")[0]
        if "/" in header and (first in table.modules or (root / "src" / header).is_file()):
            return first
    return None


def check_include(found: Findings, table: Table, inc: Include) -> str | None:
    """Check one include line; return the other module that it makes an arrow to."""
    if inc.header[0] not in '<"' or len(inc.header) < 3:
        found.add(inc.file, inc.line, "computed #include; write the header's name out")
        return None
    target = target_module(found.root, table, inc)
    if target is None:
        check_outside(found, table, inc)
        return None
    if target == inc.owner:
        return None
    if target == "":
        if inc.owner not in ("apps", "python"):
            text = f"{inc.header} is an umbrella header; include the module's own headers"
            found.add(inc.file, inc.line, text)
        return None
    if not inc.header[1:].startswith("foley/"):
        text = f"{inc.header} is a private header of {target}; include foley/{target}/..."
        found.add(inc.file, inc.line, text)
    elif target not in table.modules:
        text = f"module {target} has no row in layers.toml; add it or correct the name"
        found.add(inc.file, inc.line, text)
    elif inc.owner and not table.modules[inc.owner].may_know(target):
        text = f"{inc.owner} may not know {target} (layers.toml); pass what is needed as argument"
        found.add(inc.file, inc.line, text)
    return target


def check_outside(found: Findings, table: Table, inc: Include) -> None:
    """Check an include of a header that is not the project's."""
    header = inc.header[1:-1]
    if inc.header[0] == "<" and (STANDARD.match(header) or header in C_HEADERS):
        return
    if inc.public and header not in table.public:
        text = f"third-party header {header} in a public header; move it to a source file"
        found.add(inc.file, inc.line, text)
        return
    owners = table.owners(header)
    if owners is None:
        text = f"{header} is not of the project and has no row in layers.toml; add one"
        found.add(inc.file, inc.line, text)
    elif "*" not in owners and inc.owner not in owners:
        text = f"only {', '.join(sorted(owners))} may include {header}; use their interface"
        found.add(inc.file, inc.line, text)


def without_comments(cmake: str) -> str:
    """Blank the comments of a CMake file; lines keep their numbers."""
    return re.sub(r"#\[\[.*?\]\]|#[^\n]*", lambda m: "\n" * m[0].count("\n"), cmake, flags=re.S)


def read_deps(arguments: str) -> tuple[str, list[str]]:
    """Return the name and the DEPS of one foley_module(...) call."""
    words = arguments.replace('"', " ").split()
    deps: list[str] = []
    keyword = ""
    for word in words[1:]:
        if KEYWORD.match(word):
            keyword = word
        elif keyword == "DEPS":
            deps.append(PROJECT_TARGET.sub("", word))
    return (words[0] if words else "", deps)


def check_module(found: Findings, table: Table, name: str, arrows: dict[str, Include]) -> None:
    """Check src/<name>: its row, its listed sources, its DEPS against table and includes."""
    folder = found.root / "src" / name
    sources = [file for file in walk(folder) if file.suffix in SOURCES]
    cmake = folder / "CMakeLists.txt"
    if not cmake.is_file():
        if sources:
            found.add(cmake, 1, f"missing; add foley_module({name} SOURCES ... DEPS ...)")
        return
    text = without_comments(cmake.read_text(encoding="utf-8"))
    words = set(re.split(r"[\s()\"]+", text.replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")))
    for file in sources:
        if file.relative_to(folder).as_posix() not in words:
            found.add(file, 1, f"not in src/{name}/CMakeLists.txt; list it under SOURCES")
    for match in LINK.finditer(text):
        targets = match[1].split()[1:]
        if any(PROJECT_TARGET.sub("", t) in table.modules for t in targets if "foley" in t):
            line = text.count("\n", 0, match.start()) + 1
            found.add(cmake, line, "links a module past foley_module; name it under DEPS")
    check_deps(found, table, name, cmake, text, arrows)


def check_deps(
    found: Findings, table: Table, name: str, cmake: Path, text: str, arrows: dict[str, Include]
) -> None:
    """Check the DEPS of the foley_module(...) call."""
    match = CALL.search(text)
    if match is None:
        found.add(cmake, 1, f"no foley_module({name} ...) call; add it")
        return
    line = text.count("\n", 0, match.start()) + 1
    called, deps = read_deps(match[1])
    if called != name:
        found.add(cmake, line, f"declares module {called}; the folder is {name}, use that name")
    for dep in deps:
        if not table.modules[name].may_know(dep):
            found.add(cmake, line, f"DEPS {dep}: {name} may not know it (layers.toml); drop it")
    for target, inc in sorted(arrows.items()):
        if target not in deps:
            text = f"includes {target}, which DEPS of src/{name}/CMakeLists.txt lacks; add it"
            found.add(inc.file, inc.line, text)


def check_globs(found: Findings) -> None:
    """Check that no CMakeLists.txt globs sources."""
    for file in walk(found.root):
        if file.name != "CMakeLists.txt":
            continue
        text = without_comments(file.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if GLOB.search(line):
                found.add(file, number, "globs files; list the sources by name")


def check(root: Path, table: Table, toml: Path) -> Findings:
    """Look at the whole tree."""
    root = root.resolve()
    found = Findings(root)
    found.lines += [f"{toml.name}:1: {fault}" for fault in table_faults(table)]
    arrows: dict[str, dict[str, Include]] = {}
    for top in ("src", "include", "apps", "python"):
        for file in walk(root / top):
            if file.suffix not in CODE:
                continue
            found.files += 1
            owner = owner_of(PurePosixPath(file.relative_to(root).as_posix()))
            if owner and owner not in table.modules:
                found.add(file, 1, f"module {owner} has no row in layers.toml; add it")
                continue
            found.modules |= {owner} - {""}
            for inc in includes(root, file):
                target = check_include(found, table, inc)
                if target in table.modules and owner:
                    arrows.setdefault(owner, {}).setdefault(str(target), inc)
    for folder in sorted(path for path in root.glob("src/*") if path.is_dir()):
        if folder.name in table.modules:
            check_module(found, table, folder.name, arrows.get(folder.name, {}))
    check_globs(found)
    return found


def main() -> int:
    """Run the checker."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=HERE.parent, help="root of the tree")
    parser.add_argument("--toml", type=Path, default=HERE / "layers.toml", help="the table")
    args = parser.parse_args()
    found = check(args.root, read_table(args.toml), args.toml)
    if found.files == 0:
        found.lines.append(f"{args.root.name}:1: looked at no file; give --root the project's root")
    for line in found.lines:
        print(line)
    counts = f"{found.files} files, {len(found.modules)} modules, {len(found.lines)} violations"
    print(f"layers: {counts}")
    return 1 if found.lines else 0


if __name__ == "__main__":
    sys.exit(main())
