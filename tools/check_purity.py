#!/usr/bin/env python3
"""Prove from their symbols that the libraries of layers 0-2 touch nothing outside.

usage: check_purity.py --lib-dir DIR [--root DIR] [--toml FILE]
They open no file, print nothing, and read no clock, environment, random device or locale.
Prints one line a violation and exits 1 if there is any, or if it looked at no archive.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PURE_LAYERS = range(3)


@dataclass(frozen=True)
class Ban:
    """A family of forbidden symbols: C names, starts of C++ names, and what to do instead."""

    what: str
    advice: str
    names: frozenset[str]
    cpp: re.Pattern[str]

    def covers(self, symbol: str) -> bool:
        """Tell whether a demangled symbol belongs to the family."""
        return plain(symbol) in self.names or self.cpp.search(symbol) is not None


def ban(what: str, advice: str, names: str, cpp: str = r"(?!)") -> Ban:
    """Build one row of the table of families."""
    return Ban(what, advice, frozenset(names.split()), re.compile(cpp))


BANS = (
    ban(
        "opens a file or a process",
        "take bytes as an argument; files belong to io",
        "fopen fopen64 fdopen freopen freopen64 open open64 openat openat64 creat creat64 "
        "opendir mkstemp tmpfile remove rename unlink mkdir popen system dlopen socket",
        r"std::(__\w+::)?(basic_[iof]*fstream|basic_filebuf|__basic_file|filesystem::)",
    ),
    ban(
        "prints",
        "return the text; the caller prints",
        "printf vprintf fprintf vfprintf dprintf vdprintf puts putchar putc fputs fputc fwrite "
        "perror wprintf fwprintf fputws psignal stdout stderr stdin getchar gets fgets syslog",
        r"\bstd::w?(cout|cerr|clog|cin)\b|std::ios_base::Init|std::v?print(ln|_(non)?unicode)?\b"
        r"|\bfmt::(v\d+::)?v?print",
    ),
    ban(
        "reads a clock or the time zone",
        "take the time as an argument",
        "clock_gettime clock gettimeofday time ftime timespec_get localtime localtime_r mktime "
        "tzset strftime ctime",
        r"std::chrono::\S*::now\(",
    ),
    ban(
        "reads or writes the environment",
        "take the setting as an argument",
        "getenv secure_getenv setenv unsetenv putenv clearenv environ __environ",
    ),
    ban(
        "draws unseeded or hidden random numbers",
        "take a seeded generator as an argument",
        "getrandom getentropy rand rand_r srand random srandom drand48 srand48 lrand48 "
        "arc4random RAND_bytes RAND_priv_bytes",
        r"std::random_device",
    ),
    ban(
        "ends the process",
        "throw, or return an error",
        "exit _exit _Exit quick_exit at_quick_exit atexit abort raise kill",
    ),
    ban(
        "depends on the locale",
        "use std::from_chars and std::to_chars; compare ASCII ranges by hand",
        "setlocale newlocale uselocale localeconv strtod strtof strtold atof wcstod sscanf "
        "vsscanf snprintf vsnprintf sprintf vsprintf asprintf swprintf strcoll strxfrm "
        "isalpha isalnum isspace isdigit isupper islower ispunct isprint isxdigit tolower "
        "toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc",
        r"std::locale::(global|locale\(char const\*\))|std::use_facet<"
        r"|std::(basic_)?[io]stream\b.*::_M_(insert|extract)<"
        r"|std::ostream::operator<<\((bool|short|int|long|unsigned|float|double|void const\*)"
        r"|std::istream::operator>>\((bool|short|int|long|unsigned|float|double)",
    ),
)


@dataclass(frozen=True)
class Pure:
    """A module that has to be pure, and the symbols its row excuses."""

    name: str
    tolerates: frozenset[str]


def plain(symbol: str) -> str:
    """Strip the C library's spellings: __snprintf_chk, __isoc99_sscanf, a version after @."""
    symbol = re.sub(r"@.*", "", symbol)
    symbol = re.sub(r"^__isoc\d+_", "", symbol)
    return re.sub(r"^__(\w+)_(?:chk|2)$", r"\1", symbol)


def pure_modules(toml: Path) -> list[Pure]:
    """Read from the table which modules are of layers 0-2; each excuse must give a reason."""
    rows = tomllib.loads(toml.read_text(encoding="utf-8"))["modules"]
    pure = []
    for name, row in rows.items():
        excuses = row.get("tolerates", [])
        if any(not excuse["why"].strip() for excuse in excuses):
            raise SystemExit(f"{toml.name}: a `tolerates` row of {name} gives no reason")
        if row["layer"] in PURE_LAYERS:
            pure.append(Pure(name, frozenset(excuse["symbol"] for excuse in excuses)))
    return pure


def nm(archive: Path, *options: str) -> Iterator[tuple[str, str]]:
    """Yield (object file, demangled symbol) for each symbol that nm lists."""
    command = ["nm", "-C", *options, str(archive)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    member = ""
    for line in done.stdout.splitlines():
        if re.fullmatch(r"\S.*:", line):
            member = line[:-1]
        elif match := re.match(r"^[0-9a-fA-F]*\s+[A-Za-z] (.+)$", line):
            yield member, match[1]


def check_archive(module: Pure, archive: Path) -> Iterator[str]:
    """Yield the violations of one archive."""
    defined = {symbol for _, symbol in nm(archive, "--defined-only")}
    if not defined or all(symbol.startswith("__gnu_lto") for symbol in defined):
        yield f"{archive.name}:1: defines no symbol that nm can read; build without LTO"
        return
    for member, symbol in nm(archive, "--undefined-only"):
        if symbol in defined or plain(symbol) in module.tolerates:
            continue
        for family in BANS:
            if family.covers(symbol):
                where = f"{archive.name}({member}):1"
                yield f"{where}: {family.what} ({symbol}); {family.advice}"
                break


def check(lib_dir: Path, root: Path, modules: list[Pure]) -> tuple[int, list[str]]:
    """Check each pure module that has a library, and that each built module has one."""
    seen = 0
    lines: list[str] = []
    for module in modules:
        archive = lib_dir / f"libfoley_{module.name}.a"
        if archive.is_file():
            seen += 1
            lines += check_archive(module, archive)
        elif (root / "src" / module.name / "CMakeLists.txt").is_file():
            lines.append(f"{archive.name}:1: missing; build foley_{module.name} first")
    if seen == 0:
        lines.append(f"{lib_dir.name}:1: looked at no archive; give --lib-dir BUILD/lib")
    return seen, lines


def main() -> int:
    """Run the checker."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lib-dir", type=Path, required=True, help="folder of the archives")
    parser.add_argument("--root", type=Path, default=HERE.parent, help="root of the tree")
    parser.add_argument("--toml", type=Path, default=HERE / "layers.toml", help="the table")
    args = parser.parse_args()
    seen, lines = check(args.lib_dir, args.root, pure_modules(args.toml))
    for line in lines:
        print(line)
    print(f"purity: {seen} archives, {len(lines)} violations")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
