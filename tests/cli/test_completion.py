"""Completion scripts, tried in the shells themselves where they are installed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from foley_command import clean_env, command, foley

COMMANDS = {"retrieval", "golden", "search", "doctor", "version", "completion"}
bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def script_of(shell: str) -> str:
    answer = foley("completion", shell)
    assert answer.code == 0
    assert answer.err == ""
    return answer.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_accepts_its_script(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = tmp_path / "script"
    path.write_text(script_of(shell), encoding="utf-8")
    done = subprocess.run([shell, "-n", path], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def in_bash(*words: str, settings: str = "") -> set[str]:
    """What bash offers for the last word."""
    typed = " ".join(shlex.quote(word) for word in ("foley-eval", *words))
    lines = [
        settings,
        f"source <({shlex.quote(command())} completion bash)",
        f"COMP_WORDS=({typed})",
        f"COMP_CWORD={len(words)}",
        "function=$(complete -p foley-eval | sed 's/.*-F \\([^ ]*\\) .*/\\1/')",
        f'"$function" foley-eval {shlex.quote(words[-1])} {shlex.quote((*words, "")[-2])}',
        'printf "%s\\n" "${COMPREPLY[@]}"',
    ]
    done = subprocess.run(
        ["bash", "--norc", "-c", "\n".join(lines)],
        env=clean_env(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@bash
def test_commands() -> None:
    assert in_bash("re") == {"retrieval"}
    assert in_bash("") >= COMMANDS
    assert in_bash("golden", "ch") == {"check"}
    assert in_bash("golden", "check", "--st") == {"--strict"}
    assert in_bash("nonsense", "re") == {"retrieval"} or not in_bash("nonsense", "re")


@bash
def test_options() -> None:
    assert in_bash("retrieval", "--ga") == {"--gate"}
    assert in_bash("retrieval", "--gate", "--up") == {"--update-baseline", "--updated-at"}
    assert in_bash("search", "door", "--ucs") == {"--ucs-category"}
    assert in_bash("search", "golden", "--sim") == {"--similar"}
    assert in_bash("version", "--js") == {"--json"}


@bash
def test_values_with_a_fixed_set() -> None:
    assert in_bash("completion", "z") == {"zsh"}


@bash
@pytest.mark.parametrize("settings", ["set -u", "set -e", "set -f", "shopt -s nullglob"])
def test_settings_of_the_user_do_not_break_it(settings: str) -> None:
    assert in_bash("golden", "ch", settings=settings) == {"check"}


@bash
def test_a_word_of_the_shell_is_not_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    in_bash("retrieval", f"$(touch {mark})")
    in_bash(f"`touch {mark}`", "--ga")
    assert not mark.exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_the_help_is_in_the_script(shell: str) -> None:
    script = script_of(shell)
    for name in ("retrieval", "golden check", "search", "doctor", "version"):
        text = foley(*name.split(), "--help").out
        for long in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.MULTILINE):
            shown = f"-l {long[2:]} " if shell == "fish" else long
            assert shown in script, f"{name} {long}"
        for short in re.findall(r"^  -(\w) ", text, re.MULTILINE):
            shown = f"-s {short} " if shell == "fish" else f" -{short}"
            assert shown in script, f"{name} -{short}"


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes() -> None:
    lines = f"{shlex.quote(command())} completion fish | source\ncomplete -C 'foley-eval golden ch'"
    done = subprocess.run(["fish", "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("check")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_takes_it_as_a_function_of_its_path(tmp_path: Path) -> None:
    (tmp_path / "_foley-eval").write_text(script_of("zsh"), encoding="utf-8")
    lines = "fpath=($1 $fpath); autoload -U compinit; compinit -D; print $_comps[foley-eval]"
    done = subprocess.run(
        ["zsh", "-f", "-c", lines, "zsh", tmp_path], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip()
