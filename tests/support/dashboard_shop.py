"""A page whose button fails, for dashboards that are to show it."""

import pytest
from playwright.sync_api import Page
from site_for_tests import Site

from dashboard import Dashboard

SHOP = """<!doctype html><title>Shop</title><link rel='icon' href='data:,'><button id="pay">Pay now</button>
<script src="/dashboard-shop.js"></script>"""
SHOP_SCRIPT = """document.querySelector("#pay").onclick = async () => {
  console.warn("paying");
  await fetch("/status/500?for=payment");
  null.total;
};
"""


@pytest.fixture
def breaking_shop(page: Page, site: Site) -> Page:
    site.script("/dashboard-shop.js", SHOP_SCRIPT)
    page.goto(site.page("/dashboard-shop", SHOP))
    return page


def break_the_shop(shop: Page, dashboard: Dashboard) -> None:
    with shop.expect_event("pageerror"):
        shop.click("#pay")
    dashboard.look()
