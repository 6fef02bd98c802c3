"""The six bugs: how a user meets each one, the calls that lead to its cause, and the words that name the cause."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

Arguments = dict[str, Any]
Call = tuple[str, Arguments]


@dataclass(frozen=True)
class Cost:
    bytes: int
    tokens: int


@dataclass(frozen=True)
class Bug:
    name: str
    symptom: str
    """What the user would tell the assistant."""
    use: Callable[[Page], None]
    """What the user does until the bug has happened."""
    calls: tuple[Call, ...]
    cause: tuple[str, ...]
    """What the answers must contain, or the cause cannot be known from them."""
    before: Cost
    """What the answers to the same calls cost before there were text answers, measured with the last such server."""


def _add_to_cart(page: Page) -> None:
    page.get_by_role("button", name="Add to cart").click()
    page.wait_for_function("window.done")


def _look_at_total(page: Page) -> None:
    page.wait_for_function("document.querySelector('#total').textContent")


def _type_quickly(page: Page) -> None:
    page.get_by_label("Search").press_sequentially("te")
    page.wait_for_function("window.answers === 2")


def _wait_for_close(page: Page) -> None:
    page.wait_for_function("document.querySelector('#state').textContent === 'offline'")


def _save(page: Page) -> None:
    page.get_by_label("Quantity").fill("2 pcs")
    page.get_by_role("button", name="Save").click()
    page.wait_for_function("window.done")


def _look(page: Page) -> None:
    page.wait_for_selector("form")


ALL = (
    Bug(
        "exception",
        "Nothing happens when I click “Add to cart”.",
        _add_to_cart,
        (("observe", {"what": "errors"}),),
        ("TypeError", "/exception/cart.js:4", "product.price.amount", "`product.price` is undefined", "Add to cart"),
        Cost(2_104, 691),
    ),
    Bug(
        "wrong-data",
        "The total of my cart is far too high.",
        _look_at_total,
        (
            ("observe", {"what": "dom", "selector": "#total"}),
            ("observe", {"what": "network_bodies", "url_filter": "/api/cart"}),
        ),
        ("19.905", '"shipping":"5.00"'),
        Cost(971, 309),
    ),
    Bug(
        "race",
        "When I type quickly, the search shows results of something else.",
        _type_quickly,
        (
            ("observe", {"what": "network", "url_filter": "/api/search"}),
            ("observe", {"what": "dom", "selector": "#results"}),
        ),
        ("q=te ", "answered before", "results for t"),
        Cost(1_096, 395),
    ),
    Bug(
        "websocket",
        "Prices stop updating after a moment.",
        _wait_for_close,
        (("observe", {"what": "websocket_events"}),),
        ("close 1008", "subscription expired: send renew", "renewBefore"),
        Cost(2_381, 891),
    ),
    Bug(
        "failed-request",
        "My quantity is not saved.",
        _save,
        (
            ("observe", {"what": "errors"}),
            ("observe", {"what": "network_bodies", "status_min": 400}),
        ),
        ("→ 422", "quantity must be an integer", '"quantity":"2 pcs"'),
        Cost(1_701, 559),
    ),
    Bug(
        "accessibility",
        "A user of a screen reader cannot sign in.",
        _look,
        (
            ("analyze", {"what": "accessibility"}),
            ("observe", {"what": "dom", "selector": "form *"}),
        ),
        ("critical button-name", "critical label", 'type="password"'),
        Cost(3_605, 964),
    ),
)
