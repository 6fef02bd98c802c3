"""Another user of the machine makes our state directory first, or leaves files in it: nothing of theirs is used."""

import json
import os
from pathlib import Path

import pytest
from home import Home, home
from other_user import OtherUser, other_user

from gasoline.launch.check_private import NotPrivate, check_private
from gasoline.launch.connect import NoAnswer, accepts, ask
from gasoline.launch.runtime_file import Runtime

__all__ = ["home", "other_user"]

TOKEN = "a" * 64
COMMANDS = (["serve"], ["status"], ["open", "--print"], ["call", "observe", "what=health"], ["mcp"], ["pair"])


def runtime_text(address: str) -> str:
    return json.dumps(Runtime(pid=1, port=1, version="0.1.0", socket=address, token=TOKEN).as_dict())


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_directory_of_another_user_is_refused_by_every_command(
    home: Home, other_user: OtherUser, words: list[str]
) -> None:
    other_user.run(
        f"mkdir -m 777 state; printf {TOKEN} > state/token; printf '{runtime_text('x')}' > state/runtime.json"
    )
    home.env["GASOLINE_STATE_DIR"] = str(other_user.folder / "state")
    done = home.run(*words)
    assert done.returncode == 2
    assert "belongs to another user (uid 65534" in done.stderr
    assert TOKEN not in done.stdout
    assert sorted(file.name for file in (other_user.folder / "state").iterdir()) == ["runtime.json", "token"]


# SRV-14
@pytest.mark.parametrize("name", ["token", "runtime.json", "daemon.log", "logs.jsonl", "daemon.lock"])
def test_a_file_of_another_user_in_our_directory_is_refused(home: Home, other_user: OtherUser, name: str) -> None:
    """It was written while the directory was open to all."""
    directory = other_user.folder / "state"
    directory.mkdir()
    directory.chmod(0o777)
    other_user.run(f"printf {TOKEN} > state/{name}; chmod 600 state/{name}")
    directory.chmod(0o700)
    home.env["GASOLINE_STATE_DIR"] = str(directory)
    done = home.run("status")
    assert done.returncode == 2
    assert f"{name} belongs to another user" in done.stderr


# SRV-14
@pytest.mark.parametrize(
    "name", ["extension", "browser-extension", "browser", "screenshots", "capsules", "dashboard-1.html", "unknown"]
)
def test_whatever_else_another_user_left_in_our_directory_is_refused(other_user: OtherUser, name: str) -> None:
    """The key would be written into the copy of the extension, and a page of theirs opened."""
    directory = other_user.folder / "state"
    directory.mkdir()
    directory.chmod(0o777)
    other_user.run(f"cd state; {'printf x >' if '.' in name else 'mkdir -m 777'} {name}")
    directory.chmod(0o700)
    with pytest.raises(NotPrivate, match=f"{name} belongs to another user"):
        check_private(str(directory))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="has no modes")
def test_a_folder_that_others_can_write_to_is_refused_and_a_file_of_the_person_is_not(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "notes.txt").touch()
    (tmp_path / "notes.txt").chmod(0o666)
    (tmp_path / "nothing").symlink_to(tmp_path / "gone")
    check_private(str(tmp_path))
    (tmp_path / "extension").mkdir()
    (tmp_path / "extension").chmod(0o770)
    with pytest.raises(NotPrivate, match=r"extension is open to other users .*`chmod go-w"):
        check_private(str(tmp_path))


def test_a_link_to_a_file_of_another_user_is_refused(home: Home, other_user: OtherUser) -> None:
    other_user.run(f"printf {TOKEN} > theirs; chmod 600 theirs")
    directory = other_user.folder / "state"
    directory.mkdir(mode=0o700)
    (directory / "token").symlink_to(other_user.folder / "theirs")
    with pytest.raises(NotPrivate, match="another user"):
        check_private(str(directory))


def test_the_token_is_not_sent_to_a_socket_of_another_user(other_user: OtherUser) -> None:
    """Sockets with a long path are in the temporary folder, which the system may clean while nothing runs."""
    program = (
        "import os, socket; s = socket.socket(socket.AF_UNIX); s.bind('daemon.sock'); os.chmod('daemon.sock', 0o777)"
    )
    other_user.run(f'mkdir -m 777 gone; cd gone; python3 -c "{program}"')
    address = str(other_user.folder / "gone" / "daemon.sock")
    runtime = Runtime(pid=1, port=1, version="0.1.0", socket=address, token=TOKEN)
    assert not accepts(runtime)
    with pytest.raises(NoAnswer, match="belongs to another user"):
        ask(runtime, "status")


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o702])
def test_a_directory_that_others_can_write_to_is_refused_with_the_command_that_closes_it(
    tmp_path: Path, mode: int
) -> None:
    tmp_path.chmod(mode)
    with pytest.raises(NotPrivate, match=f"chmod go-w {tmp_path}"):
        check_private(str(tmp_path))
    tmp_path.chmod(mode & ~0o022)
    check_private(str(tmp_path))


@pytest.mark.parametrize(("name", "mode"), [("token", 0o640), ("runtime.json", 0o602), ("daemon.lock", 0o620)])
def test_a_file_that_others_can_use_is_refused(tmp_path: Path, name: str, mode: int) -> None:
    file = tmp_path / name
    file.touch()
    file.chmod(mode)
    with pytest.raises(NotPrivate, match=r"open to other users .*chmod go-"):
        check_private(str(tmp_path))
    file.chmod(0o600)
    check_private(str(tmp_path))


def test_what_the_server_writes_passes_its_own_check(home: Home) -> None:
    assert home.run("status").returncode in (0, 1)
    assert home.run("call", "observe", "what=health").returncode == 0
    socket_file = home.state_dir / "daemon.sock"
    assert socket_file.is_socket()
    check_private(str(home.state_dir))
    assert home.run("status").returncode == 0
