"""The one-time link to the dashboard: no other user sees it, and no browser uses it up by fetching ahead."""

import http.client
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from home import Home, eventually, home
from websockets.sync.client import connect

from gasoline.commands.find_browser import find_browser

__all__ = ["home"]

# Keeps a copy of the file, which is removed as soon as it was used.
STARTER = """#!/bin/sh
cp "$(echo "$1" | sed 's|^file://||')" {folder}/copy.html
echo $$ > {folder}/pid
exec {browser} --headless=new --disable-gpu --no-first-run --no-sandbox --disable-background-networking \\
  --user-data-dir={folder}/profile --remote-debugging-port=0 "$1" > {folder}/browser.log 2>&1
"""


@pytest.fixture
def opened(home: Home) -> Iterator[Home]:
    """`gasoline open` with a real browser as the person's."""
    starter = home.folder / "starter"
    starter.write_text(STARTER.format(folder=home.folder, browser=find_browser()))
    starter.chmod(0o755)
    home.env["BROWSER"] = f"{starter} %s &"
    try:
        assert home.run("open").returncode == 0
        yield home
    finally:
        os.kill(int((home.folder / "pid").read_text()), signal.SIGTERM)


def heading_in(home: Home) -> str:
    """The heading of the page that the browser shows; empty while it is not the dashboard."""
    port_file = home.folder / "profile" / "DevToolsActivePort"
    if not port_file.exists():
        return ""
    port = int(port_file.read_text().split()[0])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/json/list")
        targets = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    for target in targets:
        if target["url"].startswith(f"http://127.0.0.1:{home.port}/"):
            with connect(target["webSocketDebuggerUrl"], max_size=None) as page:
                expression = "location.pathname + ' ' + (document.querySelector('h1, h2')?.textContent ?? '')"
                page.send(json.dumps({"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression}}))
                return str(json.loads(page.recv())["result"]["result"].get("value", ""))
    return ""


def all_arguments() -> bytes:
    """Of every process, as any user of the machine can read them."""
    found = b""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                found += (process / "cmdline").read_bytes() + b"\n"
            except OSError:  # it has ended
                continue
    return found


def test_the_dashboard_opens_and_no_process_has_the_link_in_its_arguments(opened: Home) -> None:
    eventually(lambda: "Timeline" in heading_in(opened))
    assert heading_in(opened).startswith("/ ")
    code = re.search(r"link=([\w-]+)", (opened.folder / "copy.html").read_text())
    assert code
    arguments = all_arguments()
    assert b"dashboard-" in arguments, "the browser's own arguments are among them"
    assert code[1].encode() not in arguments
    assert list(opened.state_dir.glob("*.html")) == []


def navigate(home: Home, path: str, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", home.runtime.port, timeout=10)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Sec_Purpose", "prefetch"),
        ("Sec_Purpose", "prefetch;prerender"),
        ("Purpose", "prefetch"),
        ("X_Moz", "prefetch"),
    ],
)
def test_fetching_ahead_is_refused_and_does_not_use_up_the_link(home: Home, name: str, value: str) -> None:
    parts = urlsplit(home.json_of("open", "--print", "--json")["url"])
    address = f"{parts.path}?{parts.query}"
    assert navigate(home, address, **{name: value}) == 403
    assert navigate(home, "/health", **{name: value}) == 403
    assert navigate(home, address) == 303


CROSS_SITE = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}


def test_a_page_gets_nothing_by_way_of_the_entry(home: Home) -> None:
    home.run("call", "observe", "what=health")
    entry = "/dashboard/enter?link=guess"
    assert navigate(home, entry, **CROSS_SITE) == 410
    assert navigate(home, "/", **CROSS_SITE) == 403
    assert navigate(home, entry, **{**CROSS_SITE, "Sec_Fetch_Dest": "iframe"}) == 403
    assert navigate(home, entry, **{**CROSS_SITE, "Sec_Fetch_Mode": "no-cors"}) == 403
    assert navigate(home, entry, **CROSS_SITE, Origin="http://localhost:3000") == 403
    assert navigate(home, "/dashboard/views/errors", **CROSS_SITE) == 403
