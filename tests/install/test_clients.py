"""Where each client keeps its configuration, on every platform."""

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from gasoline.commands.install.ai_clients import BY_ID
from gasoline.commands.install.platform_paths import PlatformPaths

LINUX = PlatformPaths("linux", PurePosixPath("/home/ada"), {})
MAC = PlatformPaths("darwin", PurePosixPath("/Users/ada"), {})
WINDOWS = PlatformPaths("win32", PureWindowsPath(r"C:\Users\Ada"), {})

PLACES = {
    "claude-code": ("~/.claude.json", "~/.claude.json", r"~\.claude.json"),
    "claude-desktop": (
        "~/.config/Claude/claude_desktop_config.json",
        "~/Library/Application Support/Claude/claude_desktop_config.json",
        r"~\AppData\Roaming\Claude\claude_desktop_config.json",
    ),
    "cursor": ("~/.cursor/mcp.json", "~/.cursor/mcp.json", r"~\.cursor\mcp.json"),
    "vscode": (
        "~/.config/Code/User/mcp.json",
        "~/Library/Application Support/Code/User/mcp.json",
        r"~\AppData\Roaming\Code\User\mcp.json",
    ),
    "windsurf": (
        "~/.codeium/windsurf/mcp_config.json",
        "~/.codeium/windsurf/mcp_config.json",
        r"~\.codeium\windsurf\mcp_config.json",
    ),
    "zed": (
        "~/.config/zed/settings.json",
        "~/.config/zed/settings.json",
        r"~\AppData\Roaming\Zed\settings.json",
    ),
    "gemini": ("~/.gemini/settings.json", "~/.gemini/settings.json", r"~\.gemini\settings.json"),
    "codex": ("~/.codex/config.toml", "~/.codex/config.toml", r"~\.codex\config.toml"),
    "opencode": (
        "~/.config/opencode/opencode.jsonc",
        "~/.config/opencode/opencode.jsonc",
        r"~\.config\opencode\opencode.jsonc",
    ),
    "continue": (
        "~/.continue/mcpServers/gasoline.json",
        "~/.continue/mcpServers/gasoline.json",
        r"~\.continue\mcpServers\gasoline.json",
    ),
}


@pytest.mark.parametrize("client_id", BY_ID)
def test_a_client_is_looked_for_where_its_documentation_says(client_id):
    for machine, place in zip((LINUX, MAC, WINDOWS), PLACES[client_id], strict=True):
        expected = place.replace("~", str(machine.home))
        assert str(BY_ID[client_id].files(machine)[0]) == expected


@pytest.mark.parametrize(
    ("client_id", "variable", "expected"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/x/.claude.json"),
        ("claude-desktop", "XDG_CONFIG_HOME", "/x/Claude/claude_desktop_config.json"),
        ("vscode", "XDG_CONFIG_HOME", "/x/Code/User/mcp.json"),
        ("zed", "XDG_CONFIG_HOME", "/x/zed/settings.json"),
        ("gemini", "GEMINI_CLI_HOME", "/x/.gemini/settings.json"),
        ("codex", "CODEX_HOME", "/x/config.toml"),
        ("opencode", "XDG_CONFIG_HOME", "/x/opencode/opencode.jsonc"),
        ("continue", "CONTINUE_GLOBAL_DIR", "/x/mcpServers/gasoline.json"),
    ],
)
def test_a_variable_moves_the_configuration(client_id, variable, expected):
    machine = PlatformPaths("linux", LINUX.home, {variable: "/x"})
    assert str(BY_ID[client_id].files(machine)[0]) == expected


def test_the_packaged_claude_desktop_on_windows_has_separate_folders():
    files = [str(file) for file in BY_ID["claude-desktop"].files(WINDOWS)]
    assert files[1].endswith(r"AppData\Local\Packages\Claude_*\LocalCache\Roaming\Claude\claude_desktop_config.json")
    assert files[2].endswith(r"AppData\Local\Claude-Data\claude_*\claude_desktop_config.json")
