"""docs/clients.md: how each AI client that `gasoline install` knows is set up, from the table that it uses."""

import base64
import json
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote

from gasoline.commands.install import jsonc_edit
from gasoline.commands.install.ai_clients import CLIENTS, Client
from gasoline.commands.install.platform_paths import PlatformPaths

SYSTEMS = {
    "Linux": PlatformPaths("linux", PurePosixPath("~"), {}),
    "macOS": PlatformPaths("darwin", PurePosixPath("~"), {}),
    "Windows": PlatformPaths(
        "win32", PureWindowsPath("%USERPROFILE%"), {"APPDATA": "%APPDATA%", "LOCALAPPDATA": "%LOCALAPPDATA%"}
    ),
}
COMMAND, ARGS = "gasoline", ["mcp"]
BUTTONS = {"cursor": "Add to Cursor", "vscode": "Add to VS Code"}
"""Clients with a link that adds a server. The program has to be installed before."""

HEAD = """# AI clients

`gasoline install` finds the clients on this machine and adds Gasoline to each; `gasoline install CLIENT` adds it to
one. `--dry-run` shows the change, `--uninstall` removes it. Everything else in the file stays, comments included, and
the first change keeps a backup beside it. If `GASOLINE_PORT` or `GASOLINE_STATE_DIR` is set, the entry passes it on.
Restart the client afterwards.

Below is what it writes, for those who prefer to do it themselves. If the client does not find `gasoline`, write the
complete path that `command -v gasoline` prints.

Any other client: a server over stdio with the command `gasoline mcp`; or over HTTP, while the server runs, at
`http://127.0.0.1:7890/mcp`. On Linux, your programs need nothing else. On macOS and Windows,
with `--auth strict`, and inside a browser, the client must also send the header `X-Gasoline-Token: …` (or
`Authorization: Bearer …`) with the text of the file `token` in the state directory ([why](security.md#the-guard)); a
browser also needs `--allow-origin`.
"""


def client_page(generated: str) -> str:
    return f"<!-- {generated} -->\n{HEAD}\n" + "\n".join(_section(client) for client in CLIENTS)


def _section(client: Client) -> str:
    rows = [f"| {system} | {_files(client, machine)} |" for system, machine in SYSTEMS.items()]
    kind = "json" if client.format is jsonc_edit else "toml"
    slot = client.slots[0]
    text = client.format.put("", (*slot.path, "gasoline"), slot.shape(COMMAND, ARGS))
    parts = [f"## {client.title}", "", f"`gasoline install {client.id}`", ""]
    if client.id in BUTTONS:
        link = f"[{BUTTONS[client.id]}]({_link(client.id)})"
        parts += [f"Once `gasoline` is installed, this link does the same: {link}", ""]
    parts += ["| system | file |", "|---|---|", *rows, "", f"```{kind}", text.strip(), "```", ""]
    return "\n".join(parts)


def _files(client: Client, machine: PlatformPaths) -> str:
    return " or ".join(f"`{file}`" for file in client.files(machine))


def _link(client: str) -> str:
    """A page of the client's maker that opens the client: GitHub removes links with the client's own scheme."""
    entry = json.dumps({"command": COMMAND, "args": ARGS}, separators=(",", ":"))
    if client == "cursor":
        return f"https://cursor.com/en/install-mcp?name=gasoline&config={quote(base64.b64encode(entry.encode()))}"
    return f"https://insiders.vscode.dev/redirect/mcp/install?name=gasoline&config={quote(entry)}"
