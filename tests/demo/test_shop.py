"""The demo shop in a real browser, without the extension: it sells, and it has exactly the bug it is for."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from gasoline.commands.find_browser import find_browser

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "demo" / "shop"))

from server import Shop  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WAIT_MS = 10_000


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=str(find_browser()), args=FLAGS)
    yield browser
    browser.close()


def open_shop(browser: Browser, *, fixed: bool, counted: bool = False) -> Iterator[Page]:
    shop = Shop(0, fixed=fixed, counted=counted)
    thread = threading.Thread(target=shop.serve_forever)
    thread.start()
    page = browser.new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(shop.url)
    try:
        yield page
    finally:
        page.close()
        shop.shutdown()
        shop.server_close()
        thread.join()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    yield from open_shop(browser, fixed=False)


@pytest.fixture
def fixed_page(browser: Browser) -> Iterator[Page]:
    yield from open_shop(browser, fixed=True)


@pytest.fixture
def working_page(browser: Browser) -> Iterator[Page]:
    yield from open_shop(browser, fixed=True, counted=True)


def add(page: Page, product: str) -> None:
    page.get_by_role("button", name=f"Add {product} to the cart").click()


def buy(page: Page) -> None:
    page.get_by_role("button", name="Buy").click()


def test_the_shelf_is_filled_from_the_server(page):
    page.get_by_role("heading", name="Gooseneck Kettle").wait_for()
    assert page.locator("#products li").count() == 6


def test_quantities_and_total_follow_the_buttons(page):
    add(page, "Stoneware Mug")
    add(page, "Morning Blend")
    page.get_by_role("button", name="One Stoneware Mug more").click()
    assert page.locator("#total").inner_text() == "€50.50"
    page.get_by_role("button", name="One Morning Blend less").click()
    assert page.locator("#total").inner_text() == "€36.00"
    assert page.locator("#count").inner_text() == "2"


def test_a_healthy_product_is_bought(page):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    add(page, "Stoneware Mug")
    page.get_by_label("Coupon").fill("SLOW10")
    buy(page)
    page.get_by_text("Thank you! You paid €16.20.").wait_for()
    assert page.locator("#count").inner_text() == "0"
    assert errors == []


@pytest.mark.parametrize(("product", "coupon", "status"), [("Moka Pot", "", 500), ("Stoneware Mug", "SPRING24", 422)])
def test_a_refused_order_makes_the_page_throw(page, product, coupon, status):
    add(page, product)
    page.get_by_label("Coupon").fill(coupon)
    with page.expect_event("pageerror") as thrown, page.expect_response("**/api/orders") as answer:
        buy(page)
    assert answer.value.status == status
    assert "error" in answer.value.json()
    assert str(thrown.value) == "Cannot read properties of undefined (reading 'total')"
    assert "/app.js:1:" in (thrown.value.stack or ""), "the bundle is one line: only its map knows more"
    assert page.locator("#buy").inner_text() == "Placing your order…"


FIND_ORIGINAL = """
const { SourceMap } = require("node:module");
const map = new SourceMap(JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")));
const { originalSource, originalLine } = map.findEntry(0, Number(process.argv[2]) - 1);
console.log(`${originalSource}:${originalLine + 1}`);
"""


def test_the_source_map_leads_to_the_line_with_the_bug(page):
    add(page, "Moka Pot")
    with page.expect_event("pageerror") as thrown:
        buy(page)
    column = re.search(r"app\.js:1:(\d+)", thrown.value.stack or "")
    assert column
    command = ["node", "-e", FIND_ORIGINAL, str(ROOT / "demo/shop/dist/app.js.map"), column[1]]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()
    file, line = found.rsplit(":", 1)
    assert file.endswith("src/checkout.ts")
    source = (ROOT / "demo/shop/src/checkout.ts").read_text().splitlines()
    assert "order.receipt.total" in source[int(line) - 1]


@pytest.mark.parametrize(
    ("product", "coupon", "said"),
    [("Moka Pot", "", "stock of the Moka Pot is unknown"), ("Stoneware Mug", "SPRING24", "ended in May 2024")],
)
def test_the_fixed_page_says_why(fixed_page, product, coupon, said):
    errors: list[str] = []
    fixed_page.on("pageerror", lambda error: errors.append(str(error)))
    add(fixed_page, product)
    fixed_page.get_by_label("Coupon").fill(coupon)
    buy(fixed_page)
    fixed_page.get_by_text(said).wait_for()
    assert fixed_page.locator("#buy").inner_text() == "Buy"
    assert errors == []


def test_the_fixed_shop_sells_the_moka_pot(working_page):
    add(working_page, "Moka Pot")
    buy(working_page)
    working_page.get_by_text("Thank you! You paid €39.00.").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_passes_axe(page, scheme):
    page.emulate_media(color_scheme=scheme)
    add(page, "Moka Pot")
    page.add_script_tag(path=str(ROOT / "node_modules" / "axe-core" / "axe.min.js"))
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.nodes[0].html}`)")
    assert found == []
