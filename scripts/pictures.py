"""Makes the pictures in docs/images: our own pages after a purchase that failed in the demo shop, also in the sizes
that the store wants, and the demo as it runs in a terminal."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Page

from picture_stage import ROOT, Stage, stage
from smaller_png import smaller_png
from terminal_cast import cast_of_the_demo

from dashboard import Dashboard  # isort: skip

IMAGES = ROOT / "docs" / "images"
Scheme = Literal["light", "dark"]
BOTH: tuple[Scheme, ...] = ("light", "dark")
ONE: tuple[Scheme, ...] = ("light",)


@dataclass(frozen=True)
class Picture:
    name: str
    open: Callable[[Stage], Page]
    width: int
    height: int | None = None
    """None: as high as the page is."""
    schemes: tuple[Scheme, ...] = BOTH
    dots: int = 2
    """For each pixel of the page."""

    def files(self) -> dict[str, Scheme]:
        if self.schemes == ONE:
            return {f"{self.name}.png": "light"}
        return {f"{self.name}-{scheme}.png": scheme for scheme in self.schemes}


def _popup(scene: Stage) -> Page:
    page = scene.browser.extension_page("popup.html")
    page.locator("#errors[data-any=true]").wait_for()
    page.wait_for_function("document.getElementById('queued').textContent === '0'")
    return page


def _options(scene: Stage) -> Page:
    return scene.browser.extension_page("options.html")


def _developer_mode(scene: Stage) -> Page:
    """Where an unpacked extension is loaded."""
    page = scene.browser.open("chrome://extensions")
    switch = page.locator("#devMode")
    if switch.get_attribute("aria-pressed") != "true":
        switch.click()
    page.locator("#loadUnpacked").wait_for()
    return page


def _dashboard(view: str, row: str = "") -> Callable[[Stage], Page]:
    """One view, with the row that has these words looked into; without words the newest one."""

    def open_view(scene: Stage) -> Page:
        dashboard = Dashboard(scene.browser.context, scene.daemon)
        dashboard.show(view)
        if dashboard.page.get_by_role("listbox").count() or row:
            dashboard.rows.filter(has_text=row).first.click()
            dashboard.detail.wait_for()
        return dashboard.page

    return open_view


def _pilot(scene: Stage) -> Page:
    scene.let_the_assistant_act()
    return _dashboard("pilot", "highlight")(scene)


def _tile(scene: Stage) -> Page:
    """The name and what it is for, beside the icon."""
    icon = base64.b64encode((ROOT / "scripts" / "icon.svg").read_bytes()).decode()
    page = scene.browser.open("about:blank")
    page.set_content(TILE.replace("ICON", f"data:image/svg+xml;base64,{icon}"))
    return page


TILE = """<!doctype html><style>
body { margin: 0; height: 100vh; display: grid; grid-template-columns: 150px 1fr; align-items: center;
  background: #fbf4ef; color: #1c1f26; font-family: system-ui, "DejaVu Sans", sans-serif; }
img { width: 96px; height: 96px; margin-left: 36px; }
h1 { font-size: 36px; margin: 0 0 8px; } p { font-size: 18px; line-height: 1.4; margin: 0 24px 0 0; }
</style><img src="ICON" alt=""><div><h1>Gasoline</h1><p>Eyes on the browser<br>for AI coding assistants</p></div>"""


def _for_the_store(name: str, open: Callable[[Stage], Page]) -> Picture:
    """In the size that the store wants."""
    return Picture(f"store-{name}", open, width=1280, height=800, schemes=ONE, dots=1)


VIEWS = {
    "errors": "TypeError",
    "network": "/api/orders",
    "websocket": "live",
    "server": "StockUnknown",
    "contracts": "/api/products",
    "security": "",
    "performance": "/reports",
    "sessions": "the coupon",
    "clients": "",
    "streaming": "",
}
"""The other views of the dashboard, each with the row that its picture shows."""

PICTURES = (
    Picture("popup", _popup, width=340),
    Picture("options", _options, width=680),
    Picture("developer-mode", _developer_mode, width=860, height=420, schemes=ONE),
    Picture("dashboard", _dashboard("timeline", "TypeError"), width=1200, height=760),
    *(
        Picture(f"view-{view}", _dashboard(view, row), width=1080, height=600, schemes=ONE)
        for view, row in VIEWS.items()
    ),
    _for_the_store("1-timeline", _dashboard("timeline", "TypeError")),
    _for_the_store("2-error", _dashboard("errors", "TypeError")),
    _for_the_store("3-server", _dashboard("server", "StockUnknown")),
    _for_the_store("4-performance", _dashboard("performance", "/reports")),
    _for_the_store("5-options", _options),
    Picture("store-tile", _tile, width=440, height=280, schemes=ONE, dots=1),
    Picture("view-pilot", _pilot, width=1080, height=600, schemes=ONE),
)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with stage() as scene:
        for picture in PICTURES:
            _take(picture, scene)
            print(picture.name, flush=True)
    (IMAGES / "demo.svg").write_text(cast_of_the_demo(ROOT / "demo" / "run.py"), "utf-8")


def _take(picture: Picture, scene: Stage) -> None:
    page = picture.open(scene)
    page.set_viewport_size({"width": picture.width, "height": picture.height or 1})
    height = picture.height or page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": picture.width, "height": height})
    workshop = scene.browser.open("about:blank")
    for name, scheme in picture.files().items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        taken = page.screenshot(animations="disabled", scale="device" if picture.dots > 1 else "css")
        (IMAGES / name).write_bytes(smaller_png(taken, workshop))
    workshop.close()
    page.close()


if __name__ == "__main__":
    main()
