"""The installed package: its command, its data, its headers, and a project that uses it."""

from __future__ import annotations

import shutil
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from math import log2
from pathlib import Path

import pytest
from foley_command import (
    ROOT,
    assert_one_line,
    build_dir,
    foley,
    heed_permissions,
    permissions_bind,
    sanitized,
)

CONSUMER = ROOT / "tests/consumer"
HEADERS = sorted((ROOT / "include").rglob("*.hpp"))

pytestmark = pytest.mark.skipif(
    sanitized() or not (build_dir() / "CMakeCache.txt").is_file(),
    reason="needs a build folder without sanitizers",
)


def cached(name: str) -> str:
    for line in (build_dir() / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return line.partition("=")[2]
    return ""


def run(*args: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run(args, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{args}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix with blanks")
    run("cmake", "--install", build_dir(), "--prefix", folder)
    return folder


@pytest.fixture(scope="module")
def consumer(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("consumer")
    run(
        "cmake", "-G", "Ninja", "-S", CONSUMER, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={cached('CMAKE_CXX_COMPILER') or 'c++'}",
    )  # fmt: skip
    run("cmake", "--build", folder, "--parallel", "2")
    return folder


@pytest.mark.parametrize("name", ["consumer_of_all", "consumer_of_retrieval"])
def test_a_consumer_project_builds_and_counts_right(consumer: Path, name: str) -> None:
    metric, value = run(consumer / name).split()
    assert metric == "ndcg@10"
    expected = (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    assert float(value) == pytest.approx(expected, abs=1e-11)


def test_what_is_installed(prefix: Path) -> None:
    installed = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert "bin/foley-eval" in installed
    headers = {f"include/{path.relative_to(ROOT / 'include')}" for path in HEADERS}
    assert headers <= installed
    data = {
        f"share/foley-eval/data/{path.relative_to(ROOT / 'data')}"
        for path in (ROOT / "data").rglob("*")
        if path.is_file()
    }
    assert data <= installed
    assert any(name.endswith("foley-eval-config.cmake") for name in installed)
    strays = [name for name in installed if name.endswith((".orig", ".pyc", ".o", "~"))]
    assert strays == []


def test_no_path_of_the_build_in_the_package_files(prefix: Path) -> None:
    for path in prefix.rglob("*.cmake"):
        text = path.read_text(encoding="utf-8")
        assert str(build_dir()) not in text, path
        assert str(ROOT) not in text, path


def test_the_installed_command_finds_its_own_data(prefix: Path, tmp_path: Path) -> None:
    binary = prefix / "bin/foley-eval"
    for args in (["retrieval", "--gate"], ["golden", "check"], ["doctor"], ["search", "rain"]):
        answer = foley(*args, env={}, cwd=tmp_path, program=binary)
        assert (answer.code, answer.err) == (0, ""), args
    document = foley("retrieval", "--json", env={}, cwd=tmp_path, program=binary).document
    data = (prefix / "share/foley-eval/data").resolve()
    assert Path(document["inputs"]["golden"]["path"]).resolve() == data / "golden/seed.json"


def test_it_finds_them_through_a_link_and_after_a_move(prefix: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(prefix, moved)
    link = tmp_path / "fe"
    link.symlink_to(moved / "bin/foley-eval")
    document = foley("retrieval", "--json", env={}, cwd=tmp_path, program=link).document
    assert str(moved.resolve()) in str(Path(document["inputs"]["corpus"]["path"]).resolve())


def test_an_installation_that_may_not_be_written_says_so(prefix: Path) -> None:
    if not permissions_bind(prefix):
        pytest.skip("root may read and write everything here")
    folder = prefix / "share/foley-eval/data/golden"
    mode = stat.S_IMODE(folder.stat().st_mode)
    folder.chmod(0o555)
    program = prefix / "bin/foley-eval"
    answer = foley("retrieval", "--update-baseline", env={}, program=program,
                   preexec=heed_permissions)  # fmt: skip
    folder.chmod(mode)
    assert_one_line(answer, "baseline.json", "permissions", code=3)


def test_every_public_header_compiles_alone(tmp_path: Path) -> None:
    compiler = cached("CMAKE_CXX_COMPILER") or shutil.which("g++")
    if not compiler:
        pytest.skip("no compiler")

    def complaint(header: Path) -> str:
        name = header.relative_to(ROOT / "include")
        source = tmp_path / (str(name).replace("/", "_") + ".cpp")
        source.write_text(f'#include "{name}"\n#include "{name}"\n', encoding="utf-8")
        done = subprocess.run(
            [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
             "-I", ROOT / "include", source],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return "" if done.returncode == 0 else f"{name}: {done.stderr[:500]}"

    with ThreadPoolExecutor(max_workers=2) as pool:
        assert [text for text in pool.map(complaint, HEADERS) if text] == []
