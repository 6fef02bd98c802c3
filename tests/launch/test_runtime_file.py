"""`runtime.json` and the token."""

import stat
from pathlib import Path

import pytest

from gasoline.launch.runtime_file import Runtime, load_or_create_token, read_runtime, remove_runtime, write_runtime

RUNTIME = Runtime(pid=4321, port=7890, version="1.2.3", socket="/tmp/s", token="ab" * 32)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_runtime(tmp_path, RUNTIME)
    found = read_runtime(tmp_path)
    assert found is not None
    assert found.as_dict() == RUNTIME.as_dict()


# SRV-14
def test_only_its_owner_reads_it_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_runtime(tmp_path, RUNTIME)
    assert [path.name for path in tmp_path.iterdir()] == ["runtime.json"]
    assert stat.S_IMODE((tmp_path / "runtime.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "7",
        "[" * 100_000,
        '{"pid": 1, "port": 7890}',
        '{"pid": -1, "port": 7890, "version": "1", "socket": "s", "token": "t"}',
        '{"pid": true, "port": 7890, "version": "1", "socket": "s", "token": "t"}',
        '{"pid": 1, "port": 7890, "version": "1", "socket": 5, "token": "t"}',
    ],
)
def test_a_damaged_file_reads_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "runtime.json").write_text(text)
    assert read_runtime(tmp_path) is None


def test_a_daemon_removes_its_own_file_and_not_its_successors(tmp_path: Path) -> None:
    write_runtime(tmp_path, RUNTIME)
    remove_runtime(tmp_path, pid=1)
    assert read_runtime(tmp_path) is not None
    remove_runtime(tmp_path, pid=4321)
    remove_runtime(tmp_path, pid=4321)
    assert read_runtime(tmp_path) is None


def test_the_token_is_made_once_and_is_for_its_owner(tmp_path: Path) -> None:
    token = load_or_create_token(tmp_path)
    assert len(bytes.fromhex(token)) == 32
    assert load_or_create_token(tmp_path) == token
    assert stat.S_IMODE((tmp_path / "token").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "short", "g" * 64, "\xff" * 64])
def test_a_damaged_token_is_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "token").write_bytes(text.encode("latin-1"))
    assert len(bytes.fromhex(load_or_create_token(tmp_path))) == 32
