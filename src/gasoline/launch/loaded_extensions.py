"""Reads from a browser's command line which extensions it was started with (Linux)."""

import base64
import hashlib
import json
from pathlib import Path

from gasoline.launch.known_browsers import is_browser
from gasoline.launch.pairing_keys import EXTENSION_ID

SWITCH = "--load-extension="
MAX_ANCESTORS = 4  # from a process of a browser up to the one that was started
MAX_MANIFEST_BYTES = 100_000  # larger manifests are not read

PROC = Path("/proc")


def loads_only_ours(pid: int) -> bool:
    """Whether the browser that this process belongs to was started with our extension and no other.

    The everyday browser of a person was not: there, any other extension may be installed.
    """
    try:
        browser = _started_process(pid)
        folders = _folders(browser)
        return bool(folders) and all(_is_ours(PROC / str(browser) / "cwd" / folder) for folder in folders)
    except (OSError, ValueError, RecursionError):  # it has just ended, or a folder has no readable manifest
        return False


def _started_process(pid: int) -> int:
    """The requests come from a child of it."""
    for _ in range(MAX_ANCESTORS):
        parent = _parent(pid)
        if not is_browser(parent):
            break
        pid = parent
    return pid


def _parent(pid: int) -> int:
    # The name in parentheses may contain anything.
    return int((PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])


def _folders(pid: int) -> list[str]:
    """If a switch is repeated, Chromium takes the last one."""
    arguments = (PROC / str(pid) / "cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
    values = [argument.removeprefix(SWITCH) for argument in arguments if argument.startswith(SWITCH)]
    return [folder for folder in values[-1].split(",") if folder] if values else []


def _is_ours(folder: Path) -> bool:
    """Whether the manifest there has our key."""
    with (folder / "manifest.json").open("rb") as file:
        manifest = json.loads(file.read(MAX_MANIFEST_BYTES))
    key = manifest.get("key") if isinstance(manifest, dict) else None
    return isinstance(key, str) and extension_id(key) == EXTENSION_ID


def extension_id(key: str) -> str:
    """The id that Chromium computes from the key in a manifest."""
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    return "".join(chr(ord("a") + int(digit, 16)) for digit in digest)
