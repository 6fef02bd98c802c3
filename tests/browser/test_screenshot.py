"""Pictures of the visible tab, with the permission that Chrome wants for them and without."""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from extension_constants import extension_constant
from forwarder_client import McpClient
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import ROOT, Browser
from gasoline.model.wire import SCREENSHOT_BYTES

RED = "<!doctype html><title>Red</title><body style='background: rgb(255, 0, 0)'>"
NOISE = """<!doctype html><title>Noise</title><style>body { margin: 0 }</style><canvas width=2400 height=1600></canvas>
<script>
const context = document.querySelector("canvas").getContext("2d");
const image = context.createImageData(2400, 1600);
for (let at = 0; at < image.data.length; at += 65536)
    crypto.getRandomValues(image.data.subarray(at, at + 65536));
for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
context.putImageData(image, 0, 0);
</script>"""
LOOK = """async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return [image.naturalWidth, image.naturalHeight, ...context.getImageData(20, 20, 1, 1).data];
}"""


@pytest.fixture(scope="module")
def photo_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("photo-daemon"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def photographer(
    playwright: Playwright, photo_daemon: Daemon, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The build with the permission for all sites, as after ticking "Capture all sites"."""
    folder = tmp_path_factory.mktemp("photo-extension")
    build = ["node", "extension/build.mjs", "--flavour", "all-hosts", "--out", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    browser = Browser(playwright, tmp_path_factory.mktemp("photo-profile"), folder)
    browser.connect(photo_daemon)
    yield browser
    browser.close()


def open_in_front(browser: Browser, url: str) -> Page:
    page = browser.open(url)
    page.bring_to_front()
    return page


def picture(reply: dict[str, Any]) -> tuple[str, Any]:
    """The picture as an address, and what is said of it."""
    image, facts = reply["content"][:2]
    assert image["type"] == "image", reply
    return f"data:{image['mimeType']};base64,{image['data']}", json.loads(facts["text"])


# DOM-10
@pytest.mark.parametrize("wanted", ["jpeg", "png"])
def test_the_visible_tab_is_shown_as_it_is(
    photographer: Browser, photo_daemon: Daemon, site: Site, wanted: str
) -> None:
    page = open_in_front(photographer, site.page("/red", RED))
    source, facts = picture(photo_daemon.reply("observe", what="screenshot", format=wanted))
    assert source.startswith(f"data:image/{wanted};")
    width, height, red, green, blue, _ = page.evaluate(LOOK, source)
    assert facts == {
        "tabId": facts["tabId"],
        "url": f"{site.url}/red",
        "width": width,
        "height": height,
        "format": wanted,
        "bytes": len(base64.b64decode(source.split(",")[1])),
    }
    assert red > 240 and green < 15 and blue < 15
    page.close()


# DOM-10
@pytest.mark.parametrize("wanted", ["jpeg", "png"])
def test_a_picture_that_would_be_too_large_is_made_smaller(
    photographer: Browser, photo_daemon: Daemon, site: Site, wanted: str
) -> None:
    page = photographer.context.new_page()
    page.set_viewport_size({"width": 2400, "height": 1600})
    page.goto(site.page("/noise", NOISE))
    page.bring_to_front()
    source, facts = picture(photo_daemon.reply("take_screenshot", format=wanted))
    assert facts["bytes"] <= SCREENSHOT_BYTES
    assert max(facts["width"], facts["height"]) <= extension_constant("SCREENSHOT_PIXELS")
    assert page.evaluate(LOOK, source)[:2] == [facts["width"], facts["height"]]
    page.close()


def test_pictures_in_a_row_wait_for_chromes_quota(photographer: Browser, photo_daemon: Daemon, site: Site) -> None:
    page = open_in_front(photographer, site.page("/red", RED))
    for _ in range(4):
        picture(photo_daemon.reply("take_screenshot"))
    page.close()


def test_a_tab_in_the_background_is_not_shown_and_neither_is_the_one_before_it(
    photographer: Browser, photo_daemon: Daemon, site: Site
) -> None:
    hidden = photographer.open(site.page("/hidden", "<!doctype html><title>Hidden</title>"))
    tab = next(tab["tabId"] for tab in photo_daemon.call("get_tabs") if tab["title"] == "Hidden")
    front = open_in_front(photographer, site.page("/red", RED))
    reply = photo_daemon.reply("take_screenshot", tab_id=tab)
    assert reply["isError"] and len(reply["content"]) == 1
    refused = json.loads(reply["content"][0]["text"])
    assert refused["error"] == "tab_not_visible" and f"activate tab {tab}" in refused["hint"]
    hidden.close()
    front.close()


def test_an_mcp_client_gets_the_image_first_and_the_json_second(
    photographer: Browser, photo_daemon: Daemon, site: Site, tmp_path: Path
) -> None:
    page = open_in_front(photographer, site.page("/red", RED))
    client = McpClient([sys.executable, "-m", "gasoline", "mcp"], photo_daemon.environment, tmp_path)
    try:
        client.initialize()
        result = client.ask("tools/call", name="observe", arguments={"what": "screenshot", "output": "json"})["result"]
    finally:
        client.discard()
    image, facts = result["content"][:2]
    assert (image["type"], image["mimeType"], facts["type"]) == ("image", "image/jpeg", "text")
    assert base64.b64decode(image["data"]).startswith(b"\xff\xd8") and json.loads(facts["text"])["format"] == "jpeg"
    page.close()


def test_the_shell_writes_the_picture_to_a_file(
    photographer: Browser, photo_daemon: Daemon, site: Site, tmp_path: Path
) -> None:
    page = open_in_front(photographer, site.page("/red", RED))
    call = [sys.executable, "-m", "gasoline", "call", "take_screenshot"]
    done = subprocess.run(call, env=photo_daemon.environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["format"] == "jpeg" and "--out FILE" in done.stderr
    out = tmp_path / "shot.jpg"
    subprocess.run([*call, "--out", str(out)], env=photo_daemon.environment, capture_output=True, check=True)
    assert out.read_bytes().startswith(b"\xff\xd8")
    page.close()


def errors(daemon: Daemon) -> list[Any]:
    return [entry for entry in reversed(daemon.call("get_browser_errors")) if entry["type"] == "exception"]


def throw(page: Page, message: str) -> None:
    page.evaluate(
        "(message) => new Promise((done) => { setTimeout(() => { setTimeout(done); throw new Error(message); }); })",
        message,
    )


# ERR-23
def test_an_exception_gets_its_picture_when_the_person_wants_it(
    photographer: Browser, photo_daemon: Daemon, site: Site
) -> None:
    page = open_in_front(photographer, site.page("/red", RED))
    throw(page, "before")
    popup = photographer.extension_page("popup.html")
    switch = popup.get_by_label("Screenshot on Error")
    expect(switch).not_to_be_checked()
    switch.check()
    stored = "async () => (await chrome.storage.local.get('screenshotOnError')).screenshotOnError"
    wait_until(lambda: photographer.worker.evaluate(stored), "the setting")
    popup.close()
    page.bring_to_front()
    throw(page, "first")
    wait_until(lambda: "_screenshot" in errors(photo_daemon)[1], "the picture")
    throw(page, "second, too soon")
    before, first, second = errors(photo_daemon)
    assert "_screenshot" not in before and "_screenshot" not in second
    file = Path(first["_screenshot"])
    assert file.parent == photo_daemon.state_dir / "screenshots"
    assert file.read_bytes().startswith(b"\xff\xd8\xff") and file.stat().st_mode & 0o777 == 0o600
    photographer.worker.evaluate("chrome.storage.local.set({ screenshotOnError: false })")
    page.close()


# DOM-11
def test_without_permission_the_answer_says_what_to_click(
    browser: Browser, page: Page, captured: Daemon, site: Site
) -> None:
    page.goto(site.page("/red", RED))
    page.bring_to_front()
    reply = captured.reply("take_screenshot")
    assert reply["isError"]
    refused = json.loads(reply["content"][0]["text"])
    assert refused["error"] == "screenshot_not_allowed"
    assert "click the Gasoline icon" in refused["hint"] and "Capture all sites" in refused["hint"]
