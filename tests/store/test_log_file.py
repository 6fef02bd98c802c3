"""The JSONL log: appended, rotated, repaired, and patient with a full disk."""

import errno
import os
import stat
from pathlib import Path

import pytest

from gasoline.store.log_file import LogFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "logs.jsonl"


def lines_of(path: Path) -> list[bytes]:
    return list(LogFile(path).load())


def test_what_was_appended_is_there_after_a_restart(path: Path) -> None:
    log = LogFile(path)
    log.append([b"1", b"2"])
    log.append([b"3"])
    assert lines_of(path) == [b"1", b"2", b"3"]


def test_only_the_user_may_read_it(path: Path) -> None:
    LogFile(path).append([b"1"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_incomplete_last_line_is_removed_and_the_file_continues(path: Path) -> None:
    log = LogFile(path)
    log.append([b"1"])
    log.close()
    with path.open("ab") as file:
        file.write(b'{"half')
    log = LogFile(path)
    assert list(log.load()) == [b"1"]
    log.append([b"2"])
    assert path.read_bytes() == b"1\n2\n"


# SRV-06
def test_the_count_rotates_and_one_older_file_is_kept(path: Path) -> None:
    log = LogFile(path, max_entries=2)
    for line in (b"1", b"2", b"3", b"4", b"5"):
        log.append([line])
    assert lines_of(path) == [b"3", b"4", b"5"]
    assert path.read_bytes() == b"5\n"


def test_the_size_rotates_as_well(path: Path) -> None:
    log = LogFile(path, max_bytes=10)
    log.append([b"x" * 8])
    log.append([b"y"])
    assert path.read_bytes() == b"y\n"


def test_the_count_continues_after_a_restart(path: Path) -> None:
    LogFile(path).append([b"1", b"2"])
    log = LogFile(path, max_entries=2)
    list(log.load())
    log.append([b"3"])
    assert path.read_bytes() == b"3\n"


def test_a_full_disk_costs_lines_and_is_reported_until_there_is_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = LogFile(path)
    log.append([b"1"])
    write = os.write

    def full(fd: int, data: bytes) -> int:
        if len(data) > 1:
            return write(fd, data[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    log.append([b"lost", b"lost"])
    assert (log.problem, log.lost_lines) == ("No space left on device", 2)
    monkeypatch.undo()
    log.append([b"2"])
    assert (log.problem, path.read_bytes()) == ("", b"1\n2\n")


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = LogFile(tmp_path / "file" / "logs.jsonl")
    log.append([b"1"])
    assert log.lost_lines == 1
    assert log.problem


def test_a_folder_in_the_place_of_the_file_is_reported_and_nothing_more(path: Path) -> None:
    path.mkdir(parents=True)
    log = LogFile(path)
    assert list(log.load()) == []
    log.append([b"1"])
    log.clear()
    assert (log.lost_lines, bool(log.problem)) == (1, True)


def test_clearing_removes_both_files(path: Path) -> None:
    log = LogFile(path, max_entries=1)
    log.append([b"1"])
    log.append([b"2"])
    log.clear()
    assert not path.exists()
    assert lines_of(path) == []
    log.append([b"3"])
    assert lines_of(path) == [b"3"]
