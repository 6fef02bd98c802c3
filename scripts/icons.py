"""Draws extension/icons/*.png from scripts/icon.svg with Chromium: a drop of fuel with an eye in it."""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SIZES = (16, 32, 48, 128)
BROWSER = os.environ.get("GASOLINE_BROWSER", "/usr/bin/chromium")


def main() -> None:
    svg = (ROOT / "scripts/icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
            page.screenshot(path=ROOT / f"extension/icons/{size}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
