"""Whatever interrupts `--update-baseline`, the file is the old one or the new one, whole."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from foley_command import (
    Data,
    assert_one_line,
    clean_env,
    clip,
    command,
    foley,
    heed_permissions,
    item,
    make_data,
    permissions_bind,
    sanitized,
    write_json,
)

KILLS = 80
LEFTOVER = "baseline.json.tmp-"


def large_data(folder: Path) -> Data:
    """Enough to keep the command busy for some hundredths of a second."""
    data = make_data(folder)
    words = ["rain", "door", "bell", "dog", "creek", "saw", "glass", "metal", "wooden", "distant"]
    chance = random.Random(7)
    corpus = [
        clip(f"clip{n}", " ".join(chance.choices(words, k=9)), ucs_catid="RAIN") for n in range(300)
    ]
    golden = [
        item(f"g{n}", " ".join(chance.choices(words, k=4)), "RAIN", {f"ring0:clip{n}": 2})
        for n in range(300)
    ]
    write_json(data.corpus, corpus)
    write_json(data.golden, golden)
    return data


def update(data: Data, date: str) -> list[str]:
    return [command(), "retrieval", *data.inputs, "--baseline", str(data.baseline),
            "--update-baseline", "--updated-at", date]  # fmt: skip


def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    data = large_data(tmp_path)
    assert data.retrieval("--update-baseline", "--updated-at", "2026-01-02").code == 0
    whole = {data.baseline.read_bytes()}
    begin = time.monotonic()
    assert data.retrieval("--update-baseline", "--updated-at", "2027-01-02").code == 0
    lasts = time.monotonic() - begin
    whole.add(data.baseline.read_bytes())
    assert len(whole) == 2
    chance = random.Random(20260102)
    killed = 0
    for n in range(KILLS):
        process = subprocess.Popen(
            update(data, f"{2026 + n % 2}-01-02"),
            env=clean_env(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # Half of the kills fall into the last fifth, where the file is written.
        share = chance.uniform(0.0, 1.1) if n % 2 else chance.uniform(0.8, 1.1)
        time.sleep(share * lasts)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        assert data.baseline.read_bytes() in whole, f"torn after kill {n}"
    assert killed > 0, "no kill came in time: the data is too small"
    assert data.retrieval("--update-baseline", "--updated-at", "2026-01-02").code == 0
    assert data.read_baseline()["updated_at"] == "2026-01-02"


def test_two_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    for _ in range(10):
        writers = [
            subprocess.Popen(update(data, date), env=clean_env(), stdout=subprocess.DEVNULL)
            for date in ("2026-01-02", "2027-01-02", "2028-01-02", "2029-01-02")
        ]
        assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
        assert data.read_baseline()["golden"]["n_items"] == 4
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "baseline.json", "corpus.json", "golden.json"]  # fmt: skip


def small_files(size: int, ignored: bool) -> Callable[[], None]:
    def apply() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return apply


@pytest.mark.parametrize("size", [0, 1, 10, 300])
@pytest.mark.parametrize("ignored", [True, False], ids=["ignored", "default"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, size: int, ignored: bool) -> None:
    """A file size limit stands in for a full disk, also where its signal was not ignored."""
    data = make_data(tmp_path)
    before = data.baseline.read_bytes()
    answer = data.retrieval(
        "--update-baseline", "--updated-at", "2030-01-02", preexec=small_files(size, ignored)
    )
    assert data.baseline.read_bytes() == before
    assert not [p.name for p in tmp_path.iterdir() if p.name.startswith(LEFTOVER)]
    assert_one_line(answer, "baseline.json", "old file is whole", code=3)


def test_a_full_disk_leaves_no_half_new_file(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    data.baseline.unlink()
    answer = data.retrieval("--update-baseline", preexec=small_files(10, ignored=True))
    assert_one_line(answer, code=3)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus.json", "golden.json"]


@pytest.mark.skipif(sanitized(), reason="sanitizers need descriptors of their own")
def test_no_descriptor_left(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    before = data.baseline.read_bytes()

    def apply() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))

    answer = data.retrieval("--update-baseline", preexec=apply)
    assert answer.code != 0
    assert data.baseline.read_bytes() == before


def test_output_that_cannot_be_written_still_leaves_a_whole_file(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    with Path("/dev/full").open("wb") as full:
        answer = foley(*update(data, "2030-01-02")[1:], stdout=full)
    assert_one_line(answer, code=3)
    assert data.read_baseline()["updated_at"] in ("2026-01-02", "2030-01-02")


def test_a_file_that_may_not_be_read_is_not_replaced(tmp_path: Path) -> None:
    if not permissions_bind(tmp_path):
        pytest.skip("root may read and write everything here")
    data = make_data(tmp_path)
    data.baseline.chmod(0)
    answer = data.retrieval("--update-baseline", preexec=heed_permissions)
    data.baseline.chmod(0o600)
    assert_one_line(answer, "permissions", code=3)
    assert data.read_baseline()["updated_at"] == "2026-01-02"


@pytest.mark.parametrize("term", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_other_signals_leave_it_whole_too(tmp_path: Path, term: signal.Signals) -> None:
    data = large_data(tmp_path)
    before = data.baseline.read_bytes()
    process = subprocess.Popen(
        update(data, "2030-01-02"), env=clean_env(), stdout=subprocess.DEVNULL
    )
    time.sleep(0.01)
    process.send_signal(term)
    process.wait()
    now = data.baseline.read_bytes()
    assert now == before or data.read_baseline()["updated_at"] == "2030-01-02"
