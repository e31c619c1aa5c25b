"""Each code-base checker finds a planted violation and passes a clean small tree."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"

STATS_HPP = '#pragma once\n#include "foley/core/a.hpp"\n/// Twice.\nint twice(int value);\n'
STATS_CMAKE = "foley_module(stats\n  SOURCES twice.cpp  # listed\n  DEPS core)\n"
CLEAN = {
    "CMakeLists.txt": "project(tiny VERSION 1.2.3 LANGUAGES CXX)\n",
    "pyproject.toml": '[project]\nname = "tiny"\nversion = "1.2.3"\n',
    "CHANGELOG.md": "# Changes\n\n## [Unreleased]\n\n## [1.2.3]\n",
    "include/foley/core/a.hpp": "#pragma once\n#include <tl/expected.hpp>\n#include <vector>\n",
    "include/foley/stats/twice.hpp": STATS_HPP,
    "src/core/a.cpp": '#include "foley/core/a.hpp"\n#include <openssl/evp.h>\n',
    "src/core/CMakeLists.txt": "foley_module(core SOURCES a.cpp)\n",
    "src/stats/twice.cpp": '#include "foley/stats/twice.hpp"\n#include "inner.hpp"\n',
    "src/stats/inner.hpp": "#pragma once\n",
    "src/stats/CMakeLists.txt": STATS_CMAKE,
    "apps/foley-eval/main.cpp": '#include "foley/stats/twice.hpp"\n#include <CLI/CLI.hpp>\n',
}
Tree = dict[str, str]


def plant(root: Path, changes: Tree) -> Path:
    """Write the clean tree with some files changed or added."""
    for name, text in (CLEAN | changes).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def run(checker: str, *options: str | Path) -> tuple[int, str]:
    """Run a checker; return its exit code and output."""
    command = [sys.executable, str(TOOLS / checker), *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def header(body: str) -> Tree:
    """Return a public header of stats with this body."""
    return {
        "include/foley/stats/more.hpp": f"#pragma once\nnamespace foley::stats {{\n{body}\n}}\n"
    }


LAYER_VIOLATIONS = [
    pytest.param(
        {"src/core/a.cpp": '#include "foley/stats/twice.hpp"\n'},
        "src/core/a.cpp:1: core may not know stats",
        id="arrow upward by include",
    ),
    pytest.param(
        {"src/dsp/d.cpp": '#include "foley/stats/twice.hpp"\n'},
        "src/dsp/d.cpp:1: dsp may not know stats",
        id="arrow sideways by include",
    ),
    pytest.param(
        {"include/foley/store/s.hpp": '#pragma once\n#include "foley/golden/g.hpp"\n'},
        "include/foley/store/s.hpp:2: store may not know golden",
        id="known only through another module",
    ),
    pytest.param(
        {"src/stats/CMakeLists.txt": STATS_CMAKE.replace("core)", "core\n  search)")},
        "src/stats/CMakeLists.txt:1: DEPS search: stats may not know it",
        id="arrow by DEPS",
    ),
    pytest.param(
        {"src/stats/CMakeLists.txt": "foley_module(stats SOURCES twice.cpp)\n"},
        "include/foley/stats/twice.hpp:2: includes core, which DEPS",
        id="included but not linked",
    ),
    pytest.param(
        {
            "src/stats/CMakeLists.txt": STATS_CMAKE
            + "target_link_libraries(foley_stats\n PRIVATE foley::search)\n"
        },
        "src/stats/CMakeLists.txt:4: links a module past foley_module",
        id="linked past the table",
    ),
    pytest.param(
        {"src/stats/CMakeLists.txt": "file(GLOB all *.cpp)\n" + STATS_CMAKE},
        "src/stats/CMakeLists.txt:1: globs files",
        id="globbed sources",
    ),
    pytest.param(
        {"src/stats/extra.cpp": "// extra.cpp\n"},
        "src/stats/extra.cpp:1: not in src/stats/CMakeLists.txt",
        id="unlisted source",
    ),
    pytest.param(
        {"src/stats/CMakeLists.txt": STATS_CMAKE.replace("SOURCES", "SOURCES # ")},
        "src/stats/twice.cpp:1: not in src/stats/CMakeLists.txt",
        id="source listed in a comment",
    ),
    pytest.param(
        {"src/dsp/d.cpp": "\n"}, "src/dsp/CMakeLists.txt:1: missing", id="module without CMake"
    ),
    pytest.param(
        {"src/misc/m.cpp": "\n"}, "src/misc/m.cpp:1: module misc has no row", id="unknown module"
    ),
    pytest.param(
        {"include/foley/store/s.hpp": "#pragma once\n#include <sqlite3.h>\n"},
        "include/foley/store/s.hpp:2: third-party header sqlite3.h in a public header",
        id="third-party header in a public header",
    ),
    pytest.param(
        {"src/stats/inner.hpp": '#pragma once\n#include "sqlite3.h"\n'},
        "src/stats/inner.hpp:2: only store may include sqlite3.h",
        id="third-party header of another module",
    ),
    pytest.param(
        {"src/stats/inner.hpp": "#pragma once\n#include <gsl/gsl>\n"},
        "src/stats/inner.hpp:2: gsl/gsl is not of the project and has no row",
        id="third-party header without a row",
    ),
    pytest.param(
        {"apps/foley-eval/main.cpp": '#include "stats/inner.hpp"\n'},
        'main.cpp:1: "stats/inner.hpp" is a private header of stats',
        id="private header of another module",
    ),
]


@pytest.mark.parametrize(("changes", "expected"), LAYER_VIOLATIONS)
def test_layers_finds(tmp_path: Path, changes: Tree, expected: str) -> None:
    code, output = run("check_layers.py", "--root", plant(tmp_path, changes))
    assert code == 1
    assert expected in output


def test_layers_passes_a_clean_tree(tmp_path: Path) -> None:
    code, output = run("check_layers.py", "--root", plant(tmp_path, {}))
    assert (code, output) == (0, "layers: 6 files, 3 modules, 0 violations\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("core = { layer = 0, knows = []", 'core = { layer = 0, knows = ["io"]', "higher layer"),
        ('dsp = { layer = 1, knows = ["core"]', 'dsp = { layer = 1, knows = ["no"]', "no row"),
        (
            'search = { layer = 2, knows = ["core"',
            'search = { layer = 2, knows = ["judge"',
            "itself",
        ),
    ],
)
def test_layers_checks_its_own_table(tmp_path: Path, old: str, new: str, expected: str) -> None:
    toml = tmp_path / "layers.toml"
    text = (TOOLS / "layers.toml").read_text(encoding="utf-8")
    assert old in text
    toml.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, output = run("check_layers.py", "--root", plant(tmp_path, {}), "--toml", toml)
    assert code == 1
    assert expected in output


STYLE_VIOLATIONS = [
    pytest.param({"src/core/a.cpp": "//\n" * 401}, "a.cpp:401: 401 lines", id="long source"),
    pytest.param({"tests/core/t.cpp": "//\n" * 501}, "t.cpp:501: 501 lines", id="long test"),
    pytest.param({"docs/a.md": "see /" + "work/a.txt\n"}, "docs/a.md:1: machine path", id="path"),
    pytest.param({"a.cmake": "\n-I/" + "root/inc\n"}, "a.cmake:2: machine path", id="path of -I"),
    pytest.param(
        {"web/package-lock.json": '"resolved"' + ': "https://mirror.example/x.tgz"\n'},
        "package-lock.json:1: names where packages come from",
        id="package source",
    ),
    pytest.param(
        {"include/foley/core/b.hpp": "\n"}, "b.hpp:1: no #pragma once", id="no pragma once"
    ),
    pytest.param(header("int f();"), "more.hpp:3: no /// before `int f();`", id="bare function"),
    pytest.param(header("/// One.\n\nstruct A {"), "more.hpp:5: no ///", id="comment apart"),
    pytest.param(
        header("/// One.\nint f();\nclass B {"), "more.hpp:5: no /// before `class B", id="second"
    ),
    pytest.param(
        header("template <class T>\nT f(T a);"), "more.hpp:3: no /// before", id="bare template"
    ),
    pytest.param(
        {"pyproject.toml": '[project]\nversion = "1.2.4"\n'},
        "pyproject.toml:1: version 1.2.4",
        id="version of Python",
    ),
    pytest.param({"CHANGELOG.md": "## [1.2.2]\n"}, "CHANGELOG.md:1: newest", id="changelog"),
    pytest.param({"CMakeLists.txt": "project(tiny)\n"}, "no project(", id="no version"),
]


@pytest.mark.parametrize(("changes", "expected"), STYLE_VIOLATIONS)
def test_style_finds(tmp_path: Path, changes: Tree, expected: str) -> None:
    code, output = run("check_style.py", "--root", plant(tmp_path, changes))
    assert code == 1
    assert expected in output


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"src/core/a.cpp": "//\n" * 400, "tests/core/t.cpp": "//\n" * 500},
        {"tools/x": "dir=$(mktemp -d /" + "tmp/x.XXXX)\ncd build/" + "tmp/a; cd ../" + "work/b\n"},
        {"pyproject.toml": '[project]\ndynamic = ["version"]\n'},
        {"CHANGELOG.md": "## [Unreleased] 1.2.3\n"},
        header("/// One.\ntemplate <class T>\n[[nodiscard]] T f(T a,\n    T b);\n\nclass B;"),
        header("namespace detail {\nint f();\n}  // namespace detail\n\n/// One.\nint g();"),
        header("inline int A::f() const {\n  return 1;\n}\n/// One.\nenum class E { kA };"),
    ],
)
def test_style_passes(tmp_path: Path, changes: Tree) -> None:
    code, output = run("check_style.py", "--root", plant(tmp_path, changes))
    assert code == 0, output


def build_archive(root: Path, module: str, source: str) -> Path:
    """Compile a source into build/lib/libfoley_<module>.a; return that folder."""
    lib = root / "build" / "lib"
    lib.mkdir(parents=True, exist_ok=True)
    cpp, obj = root / f"{module}.cpp", root / f"{module}.o"
    cpp.write_text(source, encoding="utf-8")
    subprocess.run(["g++", "-std=c++20", "-O1", "-c", cpp, "-o", obj], check=True)
    subprocess.run(["ar", "rcs", lib / f"libfoley_{module}.a", obj], check=True)
    return lib


PURE = """#include <algorithm>
#include <thread>
#include <vector>
double best(std::vector<double>& v) {
  std::thread other([&] { std::sort(v.begin(), v.end()); });
  other.join();
  return v.at(0);
}
"""
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


@needs_compiler
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('#include <cstdio>\nint f(int i) { return std::printf("%d", i); }', "prints (printf)"),
        ("#include <iostream>\nvoid f() { std::cerr << 'a'; }", "prints (std::cerr)"),
        ('#include <fstream>\nvoid f() { std::ifstream in("a"); }', "opens a file"),
        ("#include <chrono>\nauto f() { return std::chrono::steady_clock::now(); }", "a clock"),
        ("#include <ctime>\nauto f() { return std::time(nullptr); }", "a clock"),
        ('#include <cstdlib>\nauto f() { return std::getenv("A"); }', "environment (getenv)"),
        ("#include <random>\nauto f() { return std::random_device()(); }", "unseeded"),
        ("#include <cstdlib>\nvoid f() { std::exit(1); }", "ends the process (exit)"),
        ("#include <string>\nauto f(const char* a) { return std::stod(a); }", "locale (strtod)"),
        ("#include <sstream>\nvoid f(std::ostringstream& s) { s << 1.5; }", "on the locale"),
        ("// nothing\n", "defines no symbol"),
    ],
)
def test_purity_finds(tmp_path: Path, source: str, expected: str) -> None:
    lib = build_archive(plant(tmp_path, {}), "core", source)
    build_archive(tmp_path, "stats", PURE)
    code, output = run("check_purity.py", "--root", tmp_path, "--lib-dir", lib)
    assert code == 1
    assert expected in output
    assert "libfoley_stats" not in output


@needs_compiler
def test_purity_passes_pure_libraries_and_tolerated_symbols(tmp_path: Path) -> None:
    lib = build_archive(plant(tmp_path, {}), "core", PURE)
    build_archive(tmp_path, "stats", PURE)
    line = '#include <cstdio>\nint f(char* a, int i) { return std::snprintf(a, 9, "%x", i); }\n'
    build_archive(tmp_path, "report", line)
    code, output = run("check_purity.py", "--root", tmp_path, "--lib-dir", lib)
    assert (code, output) == (0, "purity: 3 archives, 0 violations\n")


@needs_compiler
def test_purity_misses_an_archive(tmp_path: Path) -> None:
    lib = build_archive(plant(tmp_path, {}), "core", PURE)
    code, output = run("check_purity.py", "--root", tmp_path, "--lib-dir", lib)
    assert code == 1
    assert "libfoley_stats.a:1: missing" in output


@pytest.mark.parametrize("checker", ["check_layers.py", "check_style.py", "check_purity.py"])
def test_a_checker_that_looked_at_nothing_fails(tmp_path: Path, checker: str) -> None:
    lib_dir = ["--lib-dir", str(tmp_path)] if checker == "check_purity.py" else []
    code, output = run(checker, "--root", tmp_path, *lib_dir)
    assert code == 1
    assert "looked at no" in output
