"""The AI clients that `gasoline install` supports: one row each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import ModuleType
from typing import Any

from gasoline.commands.install import jsonc_edit, toml_edit
from gasoline.commands.install.platform_paths import PlatformPaths

Entry = dict[str, Any]
Path = tuple[str, ...]
Shape = Callable[[str, list[str]], Entry]


@dataclass(frozen=True)
class Slot:
    """Where the servers are in the document, and how an entry is written there."""

    path: Path
    shape: Shape
    env_key: str = "env"
    """The key of an entry's environment variables."""


def _nothing(_machine: PlatformPaths) -> list[PurePath]:
    return []


@dataclass(frozen=True)
class Client:
    id: str
    title: str
    files: Callable[[PlatformPaths], list[PurePath]]
    """Its configuration files, best first. A `*` stands for any folder name."""
    slots: tuple[Slot, ...]
    """New entries use the first slot; a later slot is used in a file that already has its path."""
    signs: Callable[[PlatformPaths], list[PurePath]] = _nothing
    """Folders whose existence means that the client is installed. A file's own folder also counts, except home."""
    format: ModuleType = jsonc_edit
    one_of_files: bool = False
    """Only the first existing file is written; if none exists, the last one is created."""


def plain(command: str, args: list[str]) -> Entry:
    return {"command": command, "args": args}


def stdio(command: str, args: list[str]) -> Entry:
    return {"type": "stdio", "command": command, "args": args}


def opencode_v1(command: str, args: list[str]) -> Entry:
    return {"type": "local", "command": [command, *args], "enabled": True}


def opencode_v2(command: str, args: list[str]) -> Entry:
    return {"type": "local", "command": [command, *args]}


def _claude_code(machine: PlatformPaths) -> list[PurePath]:
    return [machine.folder("CLAUDE_CONFIG_DIR", machine.home) / ".claude.json"]


def _claude_desktop(machine: PlatformPaths) -> list[PurePath]:
    """Since 2026 the Windows build is packaged and reads from its own container."""
    folders = [machine.app_data / "Claude"]
    if machine.platform == "win32":
        packaged = machine.local / "Packages" / "Claude_*" / "LocalCache" / "Roaming" / "Claude"
        folders += [packaged, machine.local / "Claude-Data" / "claude_*"]
    return [folder / "claude_desktop_config.json" for folder in folders]


def _vs_code(machine: PlatformPaths) -> list[PurePath]:
    return [machine.app_data / name / "User" / "mcp.json" for name in ("Code", "Code - Insiders")]


def _zed(machine: PlatformPaths) -> list[PurePath]:
    if machine.platform == "win32":
        return [machine.roaming / "Zed" / "settings.json"]
    config = machine.home / ".config" if machine.platform == "darwin" else machine.xdg_config
    return [config / "zed" / "settings.json"]


def _opencode(machine: PlatformPaths) -> list[PurePath]:
    """The same folder on every platform. The file with comments is read last and takes precedence."""
    return [machine.xdg_config / "opencode" / name for name in ("opencode.jsonc", "opencode.json")]


def _continue_home(machine: PlatformPaths) -> PurePath:
    return machine.folder("CONTINUE_GLOBAL_DIR", machine.home / ".continue")


def _in_home(*parts: str) -> Callable[[PlatformPaths], list[PurePath]]:
    return lambda machine: [machine.home.joinpath(*parts)]


_SERVERS = Slot(("mcpServers",), plain)

CLIENTS = (
    Client("claude-code", "Claude Code", _claude_code, (Slot(("mcpServers",), stdio),), _in_home(".claude")),
    Client("claude-desktop", "Claude Desktop", _claude_desktop, (_SERVERS,)),
    Client("cursor", "Cursor", _in_home(".cursor", "mcp.json"), (_SERVERS,)),
    Client("vscode", "VS Code", _vs_code, (Slot(("servers",), stdio),)),
    Client("windsurf", "Windsurf", _in_home(".codeium", "windsurf", "mcp_config.json"), (_SERVERS,)),
    Client("zed", "Zed", _zed, (Slot(("context_servers",), plain),)),
    Client(
        "gemini",
        "Gemini CLI",
        lambda machine: [machine.folder("GEMINI_CLI_HOME", machine.home) / ".gemini" / "settings.json"],
        (_SERVERS,),
    ),
    Client(
        "codex",
        "Codex",
        lambda machine: [machine.folder("CODEX_HOME", machine.home / ".codex") / "config.toml"],
        (Slot(("mcp_servers",), plain),),
        format=toml_edit,
    ),
    Client(
        "opencode",
        "OpenCode",
        _opencode,
        # Version 2 also reads the first file, so it works for both versions; version 1 rejects the second.
        (Slot(("mcp",), opencode_v1, "environment"), Slot(("mcp", "servers"), opencode_v2, "environment")),
        one_of_files=True,
    ),
    Client(
        "continue",
        "Continue",
        lambda machine: [_continue_home(machine) / "mcpServers" / "gasoline.json"],
        (_SERVERS,),
        lambda machine: [_continue_home(machine)],
    ),
)

BY_ID: Mapping[str, Client] = {client.id: client for client in CLIENTS}
