"""The peer that start-up and size are compared with: chrome-devtools-mcp, installed on demand into bench/.peers."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from gasoline.commands.find_browser import find_browser

PACKAGE, VERSION = "chrome-devtools-mcp", "1.11.0"
FOLDER = Path(__file__).parent / ".peers"
PROGRAM = FOLDER / "node_modules" / PACKAGE / "build" / "src" / "bin" / f"{PACKAGE}.js"
INSTALL_WAIT_S = 180
BROWSER_FLAGS = [
    "--headless",
    "--isolated",
    "--no-page-id-routing",
    "--chromeArg=--no-sandbox",
    "--chromeArg=--disable-gpu",
]
# No statistics are sent from a bench, and no update is looked for; both make the peer quicker, not slower.
QUIET = {"CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS": "1", "CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS": "1"}


@cache
def peer_command() -> list[str] | None:
    """How to start it; None where it cannot be installed."""
    node = shutil.which("node")
    if node is None or not (PROGRAM.is_file() or _install()):
        return None
    return [node, str(PROGRAM)]


def peer_with_browser() -> list[str] | None:
    """The same with the browser that we use, for calls that need one."""
    command = peer_command()
    return command and [*command, *BROWSER_FLAGS, f"--executablePath={find_browser()}"]


def peer_environment() -> dict[str, str]:
    return {**os.environ, **QUIET}


def _install() -> bool:
    FOLDER.mkdir(exist_ok=True)
    command = ["npm", "i", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
    try:
        subprocess.run(
            [*command, f"{PACKAGE}@{VERSION}"],
            env={**os.environ, "PUPPETEER_SKIP_DOWNLOAD": "1"},
            check=True,
            capture_output=True,
            timeout=INSTALL_WAIT_S,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return PROGRAM.is_file()
