"""Whether a process is a web browser, or another program that loads web pages (Linux)."""

import os
from pathlib import Path

PROGRAMS = frozenset(
    {
        "brave", "brave-browser", "chrome", "chrome-headless-shell", "chromium", "chromium-browser", "epiphany",
        "falkon", "firefox", "firefox-bin", "firefox-esr", "firefox.real", "floorp", "google-chrome", "headless_shell",
        "konqueror", "librewolf", "microsoft-edge", "msedge", "opera", "palemoon", "seamonkey", "thorium", "vivaldi",
        "vivaldi-bin", "waterfox", "zen", "zen-bin",
    }
)  # fmt: skip
NETWORK_SERVICE = b"network.mojom.NetworkService"
"""Every program that is built on Chromium, whatever its name, does its requests in a process with this argument."""
ENGINES = (b"libxul.so", b"WebEngineCore", b"libwebkit2gtk", b"libwebkitgtk", b"libjavascriptcoregtk", b"libcef.so")


def is_browser(pid: int) -> bool:
    """Raises OSError for a process that may not be looked at."""
    process = Path("/proc") / str(pid)
    program = os.readlink(process / "exe").removesuffix(" (deleted)")  # noqa: PTH115 - a browser after its update
    if Path(program).name in PROGRAMS or NETWORK_SERVICE in (process / "cmdline").read_bytes():
        return True
    libraries = (process / "maps").read_bytes()
    return any(engine in libraries for engine in ENGINES)
