"""`gasoline install` from the outside: what it prints, writes, keeps and refuses."""

import argparse
import json
from pathlib import Path

import pytest

from gasoline.commands import install
from gasoline.commands.install import config_files
from gasoline.commands.install.platform_paths import PlatformPaths
from gasoline.commands.install.targets import own_command


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def run(home: Path, *words: str, **env: str) -> int:
    parser = argparse.ArgumentParser()
    install.add(parser)
    executable = home / "bin" / "gasoline"
    executable.parent.mkdir(exist_ok=True)
    executable.touch()
    return install.run(parser.parse_args(words), PlatformPaths("linux", home, env), str(executable))


def settings(home: Path, text: str = "{}") -> Path:
    file = home / ".cursor" / "mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


# CLI-06
def test_only_the_clients_that_are_here_are_written(home, capsys):
    settings(home)
    (home / ".continue").mkdir()
    (home / ".claude").mkdir()
    assert run(home) == 0
    said = capsys.readouterr().out
    assert "Cursor          installed" in said
    assert "Zed" not in said
    assert json.loads((home / ".claude.json").read_text())["mcpServers"]["gasoline"] == {
        "type": "stdio",
        "command": str(home / "bin" / "gasoline"),
        "args": ["mcp"],
    }
    assert (home / ".continue" / "mcpServers" / "gasoline.json").is_file()


def test_a_named_client_is_written_even_where_it_was_not_found(home):
    assert run(home, "zed", "opencode") == 0
    assert (home / ".config" / "zed" / "settings.json").is_file()
    assert (home / ".config" / "opencode" / "opencode.json").is_file()


def test_a_port_that_is_set_is_in_the_written_entry(home):
    file = settings(home)
    assert run(home, GASOLINE_PORT="7999", GASOLINE_BROWSER="chromium") == 0
    assert json.loads(file.read_text())["mcpServers"]["gasoline"]["env"] == {"GASOLINE_PORT": "7999"}


def test_a_folder_that_was_there_before_survives_the_uninstall(home):
    folder = home / ".config" / "Claude"
    folder.mkdir(parents=True)
    assert run(home, "claude-desktop") == 0
    assert run(home, "claude-desktop", "--uninstall") == 0
    assert list(folder.iterdir()) == []


def test_where_no_client_is_found_the_known_ones_are_named(home, capsys):
    assert run(home) == 1
    assert "claude-code, claude-desktop, cursor" in capsys.readouterr().out


def test_an_unknown_client_ends_with_2_and_the_known_ones(home, capsys):
    assert run(home, "emacs") == 2
    assert "unknown client 'emacs'. Known: claude-code" in capsys.readouterr().err


# CLI-07
def test_a_dry_run_shows_a_diff_and_writes_nothing(home, capsys):
    file = settings(home, '{\n  "mcpServers": {}\n}\n')
    assert run(home, "--dry-run") == 0
    said = capsys.readouterr().out
    assert "would be installed" in said
    assert f"--- {file}\n+++ {file}\n" in said
    assert '+    "gasoline": {' in said
    assert file.read_text() == '{\n  "mcpServers": {}\n}\n'
    assert list(file.parent.iterdir()) == [file]


def test_the_answer_as_json_names_file_action_and_backup(home, capsys):
    file = settings(home)
    run(home, "--json")
    answer = json.loads(capsys.readouterr().out)
    assert answer["results"][0] | {"diff": ""} == {
        "client": "cursor",
        "title": "Cursor",
        "file": str(file),
        "action": "installed",
        "diff": "",
        "backup": f"{file}.gasoline-backup",
        "message": None,
    }


def test_a_malformed_file_is_refused_with_its_place_and_stays(home, capsys):
    file = settings(home, '{\n  "mcpServers": {\n    "a": 1\n    "b": 2\n  }\n}')
    before = file.read_bytes()
    assert run(home) == 1
    assert f"{file}:4:5: expected ',' or '}}'" in capsys.readouterr().out
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'model = "x"\n[mcp_servers\n', ":2:"),
        (b"mcp_servers = 3\n", ":1:1"),
        (b'a = "\xff"\n', ":1:6: the file is not UTF-8"),
    ],
)
def test_a_malformed_toml_file_is_refused_with_its_place(home, capsys, content, place):
    file = home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_bytes(content)
    assert run(home) == 1
    assert f"{file}{place}" in capsys.readouterr().out
    assert file.read_bytes() == content


def test_mode_and_link_stay(home):
    real = home / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o640)
    (home / ".cursor").mkdir()
    link = home / ".cursor" / "mcp.json"
    link.symlink_to(real)
    assert run(home) == 0
    assert link.is_symlink()
    assert "gasoline" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640
    assert config_files.backup_of(link).stat().st_mode & 0o777 == 0o640


def test_the_backup_is_from_before_the_first_change(home):
    file = settings(home, '{"first": 1}')
    run(home)
    file.write_text('{"second": 2}')
    run(home)
    assert config_files.backup_of(file).read_text() == '{"first": 1}'


def test_a_file_that_changes_meanwhile_is_read_again(home, monkeypatch):
    file = settings(home, "{}")
    reads = iter(["{}", '{"client": "wrote this"}'])
    real = config_files.read_text

    def racing(path: Path) -> str | None:
        if path == file and (text := next(reads, None)) is not None:
            file.write_text(text)
        return real(path)

    monkeypatch.setattr(config_files, "read_text", racing)
    assert run(home) == 0
    assert json.loads(file.read_text())["client"] == "wrote this"


def test_uninstalling_where_nothing_is_says_so(home, capsys):
    settings(home, '{"mcpServers": {"other": {}}}')
    assert run(home, "--uninstall") == 0
    assert "not configured in any client" in capsys.readouterr().out


def test_the_packaged_claude_desktop_is_found_by_its_folder(home):
    package = home / "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"
    package.mkdir(parents=True)
    parser = argparse.ArgumentParser()
    install.add(parser)
    # Real folders, Windows rules: enough to see that the star is expanded.
    assert install.run(parser.parse_args([]), _WindowsOnPosix("win32", home, {}), "gasoline") == 0
    assert (package / "claude_desktop_config.json").is_file()


class _WindowsOnPosix(PlatformPaths):
    def path(self, text: str) -> Path:
        return Path(text)


def test_the_command_is_the_running_executable(tmp_path):
    executable = tmp_path / "gasoline"
    executable.touch()
    assert own_command(str(executable)) == (str(executable), ["mcp"])
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "gasoline.exe").touch()
    assert own_command(str(tmp_path / "w" / "gasoline"))[0].endswith("gasoline.exe")


def test_run_as_a_module_the_command_is_python(tmp_path):
    module = str(tmp_path / "gasoline" / "__main__.py")
    assert own_command(module, "/usr/bin/python3") == ("/usr/bin/python3", ["-P", "-m", "gasoline", "mcp"])
