"""Our own Firefox profile: how Firefox is started in it, and its preferences."""

import json
import os
from pathlib import Path

from gasoline.commands.firefox_debugger import PREFERENCES as OF_DEBUGGER

PREFERENCES = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    **OF_DEBUGGER,
}


def prepare_profile(profile: Path, extension: Path, uuid: str) -> None:
    """`uuid` is of the extension's origin, which Firefox would choose at random otherwise."""
    profile.mkdir(mode=0o700, exist_ok=True)
    manifest = json.loads((extension / "manifest.json").read_text("utf-8"))
    ids = json.dumps({manifest["browser_specific_settings"]["gecko"]["id"]: uuid})
    wanted = {**PREFERENCES, "extensions.webextensions.uuids": ids}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items()]
    (profile / "user.js").write_text("".join(lines), "utf-8")


def firefox_command(browser: Path, profile: Path, door: Path, *, headless: bool) -> list[str]:
    """`door` is where its debugger listens, for `load_extension`."""
    command = [os.fspath(browser), "--no-remote", "--profile", str(profile), "--start-debugger-server", str(door)]
    return [*command, *(["--headless"] if headless else []), "about:blank"]
