"""Installing and uninstalling leave every sample file as it was."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sample_files import ARGS, COMMAND, samples, text_of

from gasoline.commands.install import apply, edit_config, jsonc_edit
from gasoline.commands.install.ai_clients import BY_ID, CLIENTS, Client
from gasoline.commands.install.config_files import backup_of
from gasoline.commands.install.targets import Target

ids = [f"{client.id}/{file.name}" for client, file in samples()]
every_sample = pytest.mark.parametrize(("client", "file"), samples(), ids=ids)


def install(target: Target) -> apply.Result:
    return apply.install(target, COMMAND, ARGS, dry_run=False)


def uninstall(target: Target) -> apply.Result:
    return apply.uninstall(target, dry_run=False)


def entry_in(client: Client, text: str) -> Any:
    document = client.format.read(text)
    return next(found for path in edit_config._paths(client) if (found := edit_config._lookup(document, path)))


def test_every_client_has_a_sample():
    assert {client.id for client, _ in samples()} == set(BY_ID)


# CLI-06
@every_sample
def test_a_sample_is_byte_identical_after_install_and_uninstall(client, file, tmp_path):
    target = Target(client, Path(shutil.copy(file, tmp_path)))
    had_entry = edit_config.is_installed(client, text_of(file))

    assert install(target).action == ("updated" if had_entry else "installed")
    assert entry_in(client, text_of(target.file))
    assert backup_of(target.file).read_bytes() == file.read_bytes()

    assert uninstall(target).action == "removed"
    assert not backup_of(target.file).exists()
    if not had_entry:
        assert target.file.read_bytes() == file.read_bytes()


@every_sample
def test_a_second_run_touches_nothing(client, file, tmp_path):
    target = Target(client, Path(shutil.copy(file, tmp_path)))
    install(target)
    before = target.file.stat()
    assert install(target).action == "already installed"
    after = target.file.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (before.st_ino, before.st_mtime_ns, before.st_mode)


CHANGED_WITHIN_A_LINE = {"mcp.json", "other-gasoline.json", "other-gasoline.toml", "one-line.json", "inline.toml"}
by_lines = [pair for pair in samples() if pair[0].id == "vscode" or pair[1].name not in CHANGED_WITHIN_A_LINE]


@pytest.mark.parametrize(("client", "file"), by_lines, ids=lambda part: getattr(part, "id", getattr(part, "name", "")))
def test_every_line_of_a_sample_survives(client, file):
    edited = iter(edit_config.install(client, text_of(file), COMMAND, ARGS, {}).splitlines())
    for line in text_of(file).splitlines():
        assert any(line.replace(",", "") == other.replace(",", "") for other in edited), line


@every_sample
def test_a_later_change_survives_the_uninstall(client, file, tmp_path):
    """The user adds a server after us: only our entry goes."""
    target = Target(client, Path(shutil.copy(file, tmp_path)))
    install(target)
    path = (*edit_config._slot(client, client.format.read(text_of(target.file))).path, "later")
    later = client.format.put(text_of(target.file), path, {"command": "later"})
    target.file.write_bytes(later.encode())

    assert uninstall(target).action == "removed"
    document = client.format.read(text_of(target.file))
    assert edit_config._lookup(document, path) == {"command": "later"}
    assert not edit_config.is_installed(client, text_of(target.file))


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
@pytest.mark.parametrize("content", ["", "{}", "{ }\n", "\ufeff{\r\n}\r\n", "{}\n\n"])
def test_an_empty_file_is_filled_and_emptied_again(client, content, tmp_path):
    if client.format is not jsonc_edit:
        content = content.replace("{", "").replace("}", "").replace(" ", "")
    target = Target(client, tmp_path / "config")
    target.file.write_bytes(content.encode())
    assert install(target).action == "installed"
    assert uninstall(target).action == "removed"
    assert target.file.read_bytes().decode() == content


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_a_file_that_we_created_is_removed_on_uninstall(client, tmp_path):
    target = Target(client, tmp_path / "folder" / "config")
    assert install(target).action == "installed"
    assert not backup_of(target.file).exists()
    assert uninstall(target).action == "removed"
    assert not target.file.parent.exists()


def test_an_older_entry_is_updated_and_its_own_settings_stay(tmp_path):
    sample = next(file for client, file in samples() if file.match("cursor/other-gasoline.json"))
    edited = edit_config.install(BY_ID["cursor"], text_of(sample), COMMAND, ARGS, {})
    assert jsonc_edit.read(edited)["mcpServers"]["gasoline"] == {
        "command": COMMAND,
        "args": ARGS,
        "env": {"GASOLINE_PORT": "7999"},
    }
    changed = set(edited.splitlines()) ^ set(text_of(sample).splitlines())
    assert len(changed) == 4, "two lines, each before and after"


def test_an_entry_for_a_remote_server_is_replaced_completely():
    text = '{"mcpServers": {"gasoline": {"url": "http://127.0.0.1:7890/mcp"}}}'
    edited = edit_config.install(BY_ID["cursor"], text, COMMAND, ARGS, {})
    assert jsonc_edit.read(edited)["mcpServers"]["gasoline"] == {"command": COMMAND, "args": ARGS}


def test_codex_keeps_what_the_user_set_and_its_comments():
    sample = next(file for client, file in samples() if file.match("codex/other-gasoline.toml"))
    edited = edit_config.install(BY_ID["codex"], text_of(sample), COMMAND, ARGS, {})
    entry = tomllib.loads(edited)["mcp_servers"]["gasoline"]
    assert entry == {
        "command": COMMAND,
        "args": ARGS,
        "startup_timeout_sec": 20,
        "env": {"GASOLINE_PORT": "7999"},
    }
    assert "# from last year" in edited
    assert edit_config.uninstall(BY_ID["codex"], edited, None) == "# mine\n[tui]\nnotifications = true\n"


def test_opencode_is_written_in_the_shape_its_file_has():
    one, two = (text_of(file) for client, file in samples() if client.id == "opencode")
    read = jsonc_edit.read
    opencode = BY_ID["opencode"]
    assert read(edit_config.install(opencode, one, COMMAND, ARGS, {}))["mcp"]["gasoline"]["enabled"] is True
    assert "gasoline" in read(edit_config.install(opencode, two, COMMAND, ARGS, {}))["mcp"]["servers"]
    server_called_servers = '{"mcp": {"servers": {"type": "local", "command": ["x"]}}}'
    assert "gasoline" in read(edit_config.install(opencode, server_called_servers, COMMAND, ARGS, {}))["mcp"]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_a_port_is_written_where_the_client_reads_variables_and_others_stay(client, tmp_path):
    target = Target(client, tmp_path / "config")
    apply.install(target, COMMAND, ARGS, {"GASOLINE_STATE_DIR": "/kept"}, dry_run=False)
    apply.install(target, COMMAND, ARGS, {"GASOLINE_PORT": "7999"}, dry_run=False)
    key = "environment" if client.id == "opencode" else "env"
    assert entry_in(client, text_of(target.file))[key] == {"GASOLINE_STATE_DIR": "/kept", "GASOLINE_PORT": "7999"}
    assert uninstall(target).action == "removed"
    assert not target.file.exists() or "GASOLINE" not in text_of(target.file)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_only_the_folders_that_we_made_are_removed(client, depth, tmp_path):
    folders = [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]
    folders[depth].mkdir(parents=True, exist_ok=True)
    target = Target(client, folders[-1] / "config")
    install(target)
    uninstall(target)
    assert [folder.exists() for folder in folders] == [index <= depth for index in range(3)]
    assert list(folders[depth].iterdir()) == []


def test_a_folder_that_is_used_by_then_stays(tmp_path):
    target = Target(BY_ID["claude-desktop"], tmp_path / "Claude" / "config.json")
    install(target)
    (target.file.parent / "log.txt").touch()
    uninstall(target)
    assert [file.name for file in target.file.parent.iterdir()] == ["log.txt"]


def test_variables_in_a_separate_toml_table_are_updated_in_place(tmp_path):
    target = Target(BY_ID["codex"], tmp_path / "config.toml")
    text = '[mcp_servers.gasoline]\ncommand = "old"\nargs = []\n\n[mcp_servers.gasoline.env]\nOTHER = "1" # kept\n'
    target.file.write_text(text)
    apply.install(target, COMMAND, ARGS, {"GASOLINE_PORT": "7999"}, dry_run=False)
    edited = text_of(target.file)
    assert 'OTHER = "1" # kept' in edited
    assert tomllib.loads(edited)["mcp_servers"]["gasoline"]["env"] == {"OTHER": "1", "GASOLINE_PORT": "7999"}
