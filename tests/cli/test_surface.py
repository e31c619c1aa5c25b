"""Help, examples, wrong use, colours, locales and pipes."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from foley_command import (
    BUNDLED,
    Answer,
    assert_one_line,
    clean_env,
    clip,
    command,
    foley,
    write_json,
)

COMMANDS = [
    "",
    "retrieval",
    "golden",
    "golden check",
    "search",
    "fuse",
    "trec",
    "score",
    "compare",
    "tie-report",
    "explain",
    "measures",
    "agreement",
    "agreement plan",
    "calibrate",
    "fidelity",
    "fidelity compare",
    "fidelity leaderboard",
    "fidelity statistics",
    "doctor",
    "version",
    "completion",
]
SAMPLES = ["retrieval --gate", "golden check", "golden check --rules", "search door", "doctor",
           "version", "retrieval --json", "search door --json"]  # fmt: skip


def help_of(name: str) -> str:
    answer = foley(*name.split(), "--help")
    assert answer.code == 0
    assert answer.err == ""
    return answer.out


def examples_of(text: str) -> list[str]:
    """The command lines below `Examples:` or `Start here:`, without the words that explain them."""
    below = re.split(r"^(?:Examples?|Start here):\n", text, maxsplit=1, flags=re.MULTILINE)[-1]
    if below == text:
        return []
    lines = below.partition("\n\n")[0].splitlines()
    return [re.split(r" {3,}", line.strip())[0] for line in lines if line.startswith("  ")]


ALL_EXAMPLES = sorted({line for name in COMMANDS for line in examples_of(help_of(name))})


def write_example_files(folder: Path) -> None:
    """The files that examples name, so that each of them runs as it stands."""
    for name, source in (("g", "seed"), ("c", "corpus"), ("b", "baseline")):
        shutil.copy(BUNDLED / f"golden/{source}.json", folder / f"{name}.json")
    run = "q1 Q0 d 1 2 mine\nq1 Q0 e 2 1 mine\n"
    (folder / "my.run").write_text(run, encoding="utf-8")
    (folder / "my.run.gz").write_bytes(gzip.compress(run.encode()))
    (folder / "other.run").write_text("q1 Q0 e 1 1 other\n", encoding="utf-8")
    (folder / "my.qrels").write_text("q1 0 d 2\nq1 0 e 0\n", encoding="utf-8")
    write_rating_files(folder)
    for name, source in (("real", "reference"), ("made", "generator_a"), ("other", "generator_b")):
        shutil.copy(BUNDLED / f"fidelity/{source}.npz", folder / f"{name}.npz")
    made = foley("fidelity", "statistics", folder / "real.npz", "--out", folder / "ref.npz")
    assert made.code == 0, made.err


def write_rating_files(folder: Path) -> None:
    """Raters who agree well enough for a judge among them to pass."""
    ratings = ["unit,genre,rater,value"]
    humans, judge, labels = ["unit,ann,bob"], ["unit,model"], ["unit,ann,bob"]
    words = ("poor", "fair", "good")
    for i in range(60):
        grade = i % 3
        other = 1 if i % 30 == 0 else grade
        genre = "wind" if i % 2 else "rain"
        ratings += [f"u{i},{genre},ann,{grade}", f"u{i},{genre},bob,{other}"]
        humans.append(f"u{i},{grade},{other}")
        judge.append(f"u{i},{grade}")
        labels.append(f"u{i},{words[grade]},{words[other]}")
    for name, lines in (("ratings", ratings), ("humans", humans), ("judge", judge),
                        ("labels", labels)):  # fmt: skip
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches_with_an_example(name: str) -> None:
    text = help_of(name)
    assert examples_of(text), "no example"
    assert all(len(line) <= 100 for line in text.splitlines())
    assert help_of(name) == foley(*name.split(), "-h").out


@pytest.mark.parametrize("line", [line for line in ALL_EXAMPLES if "COMMAND" not in line])
def test_each_example_runs(line: str, tmp_path: Path) -> None:
    write_example_files(tmp_path)
    binary = Path(command())
    line = line.removesuffix("| source")  # fish's way; bash reads no script from a pipe
    env = clean_env(PATH=f"{binary.parent}:{os.environ['PATH']}", HOME=str(tmp_path))
    bash = f"fpath=({shlex.quote(str(tmp_path))}); set -o pipefail; {line.replace('[1]', '[0]')}"
    done = subprocess.run(
        ["bash", "-c", bash], env=env, cwd=tmp_path, capture_output=True, check=False
    )
    # The example of a strict check finds the near misses that are there on purpose.
    assert done.returncode in ((0, 1) if "--strict" in line else (0,)), done.stderr.decode()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "--help"),
        ("retreival", "'retrieval'"),
        ("serach door", "'search'"),
        ("golden", "golden --help"),
        ("golden chekc", "'check'"),
        ("nonsense", "nonsense"),
        ("retrieval --gaet", "--gaet"),
        ("retrieval --goldn x", "--goldn"),
        ("version --jsno", "--jsno"),
        ("retrieval extra", "extra"),
        ("search a b", "b"),
        ("completion tcsh", "bash"),
        ("completion", "shell"),
        ("--nope", "--nope"),
        ("retrieval --gate=maybe", "--gate"),
    ],
)
def test_wrong_use_is_one_line(words: str, says: str) -> None:
    line = assert_one_line(foley(*words.split()), says)
    assert "--help" in line


@pytest.mark.parametrize("word", ["\x1b[31mred", "a\nb", "\u202eevil", "x" * 100_000])
def test_what_was_typed_cannot_steer_the_terminal(word: str) -> None:
    assert_one_line(foley(word))
    assert_one_line(foley("retrieval", word))
    assert_one_line(foley("retrieval", f"--{word}"))
    assert_one_line(foley("retrieval", "-k", word))
    assert_one_line(foley("retrieval", "--metrics", word))
    assert_one_line(foley("completion", word))
    assert_one_line(foley("search", "--similar", word))


def test_version() -> None:
    short = foley("--version").out
    long = foley("version").out
    document = foley("version", "--json").document
    number = re.search(r"\d+\.\d+\.\d+", short)
    assert number
    assert number[0] in long
    assert document["version"] == number[0]
    assert isinstance(document["score_version"], int)
    assert document["schema"] == "foley-eval/version/1"


@pytest.mark.parametrize("line", SAMPLES)
def test_a_pipe_gets_no_colours(line: str) -> None:
    assert b"\x1b" not in foley(*line.split()).raw_out
    assert b"\x1b" not in foley(*line.split(), env=clean_env(CLICOLOR_FORCE="1")).raw_out


def on_a_terminal(words: list[str], **extra: str) -> bytes:
    try:
        primary, secondary = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine lends no terminal: {error}")
    with subprocess.Popen(
        [command(), *words],
        env={**clean_env(TERM="xterm-256color"), **extra},
        stdin=subprocess.DEVNULL,
        stdout=secondary,
        stderr=secondary,
    ) as process:
        os.close(secondary)
        out = b""
        while True:
            try:
                block = os.read(primary, 65536)
            except OSError:  # the terminal is gone with the process
                break
            if not block:
                break
            out += block
        process.wait()
    os.close(primary)
    return out


def test_a_terminal_gets_colours_unless_told_otherwise() -> None:
    words = ["retrieval", "--gate"]
    assert b"\x1b[" in on_a_terminal(words)
    assert b"\x1b" not in on_a_terminal(words, NO_COLOR="1")
    assert b"\x1b[" in on_a_terminal(words, NO_COLOR="")  # no-color.org: only when not empty
    assert b"\x1b" not in on_a_terminal(words, TERM="dumb")
    assert b"\x1b" not in on_a_terminal(["retrieval", "--json"])


def test_tables_stay_within_a_terminal() -> None:
    out = on_a_terminal(["search", "rain on the window glass"], NO_COLOR="1").decode()
    widest = max(len(line) for line in out.splitlines())
    assert widest <= 120


@pytest.mark.parametrize("line", [*SAMPLES, "retrieval --help", "completion bash"])
def test_a_reader_that_goes_away_is_no_crash(line: str) -> None:
    script = f'{shlex.quote(command())} {line} | head -c 1 >/dev/null; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script], env=clean_env(), capture_output=True, text=True, check=True
    )
    assert int(done.stdout) in (0, 3), done.stderr
    assert done.stderr.count("\n") <= 1


def test_standard_output_that_is_closed_is_no_crash() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{shlex.quote(command())} retrieval >&-"],
        env=clean_env(), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 3)


@pytest.mark.parametrize("line", SAMPLES)
def test_locales_change_no_byte(line: str) -> None:
    plain = foley(*line.split())
    for extra in (
        {"LC_ALL": "C"},
        {"LC_ALL": "", "LANG": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"},
        {"LC_ALL": "tr_TR.UTF-8"},
        {"LC_ALL": "nonsense"},
        {"TZ": "Asia/Kolkata"},
    ):
        again = foley(*line.split(), env=clean_env(**extra))
        assert (again.code, again.raw_out) == (plain.code, plain.raw_out), extra


def test_an_empty_environment_is_enough() -> None:
    answer = foley("retrieval", "--gate", env={})
    assert answer.code == 0
    assert answer.err == ""


def search(*words: str) -> Answer:
    return foley("search", *words)


def test_a_search_shows_a_ranked_table() -> None:
    answer = search("rain against a window pane", "-k", "3")
    lines = answer.out.splitlines()
    assert lines[0].split() == ["rank", "clip", "fused", "vector", "keyword", "caption"]
    assert [line.split()[0] for line in lines[1:]] == ["1", "2", "3"]
    document = search("rain against a window pane", "-k", "3", "--json").document
    assert document["schema"] == "foley-eval/search/1"
    assert [hit["clip"] for hit in document["hits"]] == [line.split()[1] for line in lines[1:]]
    scores = [hit["rrf_score"] for hit in document["hits"]]
    assert scores == sorted(scores, reverse=True)


def test_similar_clips() -> None:
    clips = json.loads((BUNDLED / "golden/corpus.json").read_bytes())
    name = "ring0:" + clips[0]["file"].removesuffix(".wav")
    hits = search("--similar", name, "-k", "5", "--json").document["hits"]
    assert len(hits) == 5
    assert name not in [hit["clip"] for hit in hits]
    assert "similarity" in search("--similar", name).out
    assert_one_line(search("--similar", "ring0:no_such_clip"), "ring0:no_such_clip")


def test_a_refusal_recommends_nothing_that_fails_too() -> None:
    line = assert_one_line(search("--similar", "ring0:no_such_clip"))
    for name in re.findall(r"ring0:\w+", line.partition(";")[2]):
        assert search("--similar", name).code == 0, f"the advice names {name}, which is not there"


def test_filters(tmp_path: Path) -> None:
    corpus = write_json(
        tmp_path / "c.json",
        [
            clip("free", "door slam", ucs_catid="DOORWood"),
            clip("by", "door creak", ucs_catid="DOORMetl", license_id="CC-BY-4.0"),
            clip("nc", "door bang", ucs_catid="DOORWood", license_id="CC-BY-NC-4.0"),
        ],
    )

    def found(*words: str) -> set[str]:
        document = search("door", "--corpus", str(corpus), "--json", *words).document
        return {hit["clip"] for hit in document["hits"]}

    assert "ring0:nc" not in found()
    assert found("--ucs-category", "DOORMetl") <= {"ring0:by"}
    assert found("--commercial-ok") <= {"ring0:free", "ring0:by"}
    nothing = search("door", "--ucs-category", "NoSuch", "--corpus", str(corpus))
    assert nothing.code == 0
    assert "nothing found" in nothing.out


@pytest.mark.parametrize("query", ["?!", "\x1b[31m", "雨", "x" * 100_000, "-", "a\nb"])
def test_odd_queries(query: str) -> None:
    answer = search("--", query)
    assert answer.code == 0
    assert b"\x1b" not in answer.raw_out
    assert search("--json", "--", query).document["query"] == query


def test_a_query_of_wrong_bytes() -> None:
    for answer in (foley("search", b"door \xff\xfe"), foley("search", b"\xc3(", "--json")):
        answer.out.encode()
        assert answer.code in (0, 2)


def test_doctor_is_content_with_the_bundled_data() -> None:
    answer = foley("doctor")
    assert answer.code == 0
    assert "FAULT" not in answer.out
    document = foley("doctor", "--json").document
    assert document["schema"] == "foley-eval/doctor/1"
    assert all(check["ok"] for check in document["checks"])
    algebra = [check for check in document["checks"] if check["name"] == "linear algebra"]
    assert len(algebra) == 1
    assert "BLAS" in algebra[0]["found"]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(BUNDLED, tmp_path / "data")
    return tmp_path / "data"


def doctor(folder: Path) -> Answer:
    return foley("doctor", env=clean_env(FOLEY_EVAL_DATA=str(folder)))


def test_doctor_sees_what_is_missing(copied: Path) -> None:
    assert doctor(copied).code == 0
    next(copied.glob("ring0/*.wav")).unlink()
    answer = doctor(copied)
    assert answer.code == 3
    assert "1 of 32 sound files are missing" in answer.out
    (copied / "golden/seed.json").write_bytes(b"{")
    (copied / "golden/corpus.json").unlink()
    answer = doctor(copied)
    assert answer.code == 3
    assert answer.out.count("FAULT") >= 3
    assert answer.err == ""


def test_data_that_is_nowhere(tmp_path: Path) -> None:
    env = clean_env(FOLEY_EVAL_DATA=str(tmp_path / "nowhere"))
    assert_one_line(foley("retrieval", env=env), "FOLEY_EVAL_DATA", "nowhere")
    assert_one_line(foley("search", "door", env=env), "FOLEY_EVAL_DATA")
    assert doctor(tmp_path / "nowhere").code in (2, 3)
    assert_one_line(foley("retrieval", env=clean_env(FOLEY_EVAL_DATA=str(tmp_path))), "seed.json")
