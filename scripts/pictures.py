"""Makes the pictures in docs/images: pages of ours in light and dark, about a failed purchase in the demo shop, and the
demo as it runs in a terminal."""

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from gasoline.launch.port import DEFAULT_PORT
from smaller_png import smaller_png
from terminal_cast import cast_of_the_demo

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "demo"), str(ROOT / "demo" / "shop")]

from daemon import Daemon  # noqa: E402
from dashboard import Dashboard  # noqa: E402
from home import free_port  # noqa: E402

from browser import Browser  # noqa: E402
from gasoline.launch.bind_port import PortTaken, bind_port  # noqa: E402
from server import Shop  # noqa: E402

IMAGES = ROOT / "docs" / "images"
TUTORIAL_PORT = 8080
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Scene:
    """A purchase has failed in the shop, and the extension has told the server."""

    browser: Browser
    daemon: Daemon


@dataclass(frozen=True)
class Picture:
    name: str
    open: Callable[[Scene], Page]
    width: int
    height: int | None = None
    """None: as high as the page is."""


def _popup(scene: Scene) -> Page:
    page = scene.browser.extension_page("popup.html")
    page.locator("#errors[data-any=true]").wait_for()
    page.wait_for_function("document.getElementById('queued').textContent === '0'")
    return page


def _options(scene: Scene) -> Page:
    return scene.browser.extension_page("options.html")


def _dashboard(view: str) -> Callable[[Scene], Page]:
    """One view, with its newest row looked into."""

    def open_view(scene: Scene) -> Page:
        dashboard = Dashboard(scene.browser.context, scene.daemon)
        dashboard.show(view)
        dashboard.rows.first.click()
        dashboard.detail.wait_for()
        return dashboard.page

    return open_view


PICTURES = (
    Picture("popup", _popup, width=340),
    Picture("options", _options, width=680),
    Picture("dashboard", _dashboard("timeline"), width=1200, height=760),
)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, _shop() as url:
        daemon = Daemon(Path(folder) / "state", port=_free(DEFAULT_PORT))
        browser = Browser(playwright, Path(folder) / "profile", dots_per_pixel=2)
        try:
            browser.connect(daemon)
            _fail_to_buy(browser, url)
            for picture in PICTURES:
                _take(picture, Scene(browser, daemon))
        finally:
            browser.close()
            daemon.stop()
    (IMAGES / "demo.svg").write_text(cast_of_the_demo(ROOT / "demo" / "run.py"), "utf-8")


@contextmanager
def _shop() -> Iterator[str]:
    """The shop with its bug, at the address of the tutorial."""
    server = Shop(_free(TUTORIAL_PORT), fixed=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.url.replace("127.0.0.1", "localhost")
    server.shutdown()
    server.server_close()


def _free(usual: int) -> int:
    """The default port, if it is free."""
    try:
        bind_port(usual).close()
    except (OSError, PortTaken):
        return free_port()
    return usual


def _fail_to_buy(browser: Browser, url: str) -> None:
    page = browser.open(url)
    page.get_by_role("button", name="Add Moka Pot to the cart").click()
    with page.expect_event("pageerror"):
        page.get_by_role("button", name="Buy").click()


def _take(picture: Picture, scene: Scene) -> None:
    page = picture.open(scene)
    page.set_viewport_size({"width": picture.width, "height": picture.height or 1})
    height = picture.height or page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": picture.width, "height": height})
    workshop = scene.browser.open("about:blank")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        taken = page.screenshot(animations="disabled")
        (IMAGES / f"{picture.name}-{scheme}.png").write_bytes(smaller_png(taken, workshop))
    workshop.close()
    page.close()


if __name__ == "__main__":
    main()
