"""What a person does in each of the six applications, what an assistant must be told, and what proves a fix."""

from collections.abc import Callable
from dataclasses import dataclass

from case_server import ORIGINAL, Version
from playwright.sync_api import Page, expect

ORDERS_SENT = (
    "(count) => performance.getEntriesByType('resource')"
    ".filter((entry) => entry.name.endsWith('/api/orders')).length === count"
)


@dataclass(frozen=True)
class Case:
    """One application and its bug."""

    name: str
    steps: tuple[Callable[[Page, Version], None], ...]
    """What the person does, each until the page shows what came of it in that version."""
    place: tuple[str, str]
    """The file, and the code on the line that the answer must name."""
    reason: str
    """A regular expression of the sentence that says why."""
    expect: str
    """What the person knows to be right."""
    unsure: str
    """What is said of the fake fix if nobody knows what is right."""
    seen_on_failure: str
    """In the report of the generated test."""
    is_hot: bool = False
    """The page works until a hot update, and is never loaded again."""

    @property
    def line(self) -> str:
        """`Invoices.tsx:20`"""
        file, code = self.place
        lines = (ORIGINAL / self.name / file).read_text().split("\n")
        [number] = [number for number, text in enumerate(lines, 1) if code in text]
        return f"{file.replace('.broken', '')}:{number}"


def pay(page: Page, version: Version) -> None:
    button = page.get_by_role("button", name="Pay INV-2")
    if version == "broken":
        with page.expect_event("pageerror"):
            button.click()
        return
    button.click()
    page.get_by_text("INV-2 was paid on").wait_for()


def search(page: Page, version: Version) -> None:
    """The answer to one letter comes last."""
    with page.expect_response(lambda response: response.url.endswith("?q=r")):
        page.get_by_label("Search").press_sequentially("ros", delay=80)
    page.get_by_text("Rose petal").wait_for(state="visible" if version == "fixed" else "hidden")


def watch_prices(page: Page, version: Version) -> None:
    button = page.get_by_role("button", name="Watch prices")
    if version == "broken":
        with page.expect_event("pageerror"):
            button.click()
        return
    button.click()
    page.get_by_text("Assam costs 4.75" if version == "fixed" else "Assam costs –").wait_for()


def choose_two(page: Page, version: Version) -> None:
    button = page.get_by_role("button", name="Two packs")
    if version == "broken":
        with page.expect_event("pageerror"):
            button.click()
        return
    button.click()
    page.get_by_text("To pay: 9.00" if version == "fixed" else "To pay: 0.00").wait_for()


def order(page: Page, version: Version) -> None:
    """An impatient click more, as people do."""
    page.get_by_role("button", name="Place order").dblclick()
    page.wait_for_function(ORDERS_SENT, arg=1 if version == "fixed" else 2)
    page.get_by_text("2 placed" if version == "broken" else "1 placed").wait_for()


def take_a_note(page: Page, version: Version) -> None:
    box = page.get_by_label("Note")
    box.fill("Water plants")
    page.get_by_role("button", name="Add note").click()
    expect(box).to_have_value("")
    page.get_by_text("Water plants").wait_for(state="hidden" if version == "broken" else "visible")


def refresh(page: Page, version: Version) -> None:
    """The list that is loaded again lacks the note, unless the server is asked."""
    with page.expect_response("**/api/notes?*"):
        page.get_by_role("button", name="Refresh").click()
    page.get_by_text("Water plants").wait_for(state="visible" if version == "fixed" else "hidden")


ALL = (
    Case(
        name="invoices",
        steps=(pay,),
        place=("Invoices.tsx", "paid.paidAt.slice"),
        reason=r"`paidAt` was null in the answer of PATCH /api/invoices/2, [\d.]+ ms before",
        expect="was paid on 2026-03-05",
        unsure="the page may only hide it",
        seen_on_failure="paidAt: expect.any(String)",
    ),
    Case(
        name="teas",
        steps=(search,),
        place=("Search.vue", "fetch("),
        reason=r"answers out of order: r\d+ GET /api/teas\?q=r was sent before r\d+ GET /api/teas\?q=ros",
        expect="Rose petal",
        unsure="no error to compare: the page changed as follows",
        seen_on_failure="Rose petal",
    ),
    Case(
        name="prices",
        steps=(watch_prices,),
        place=("prices.ts", "message.price.toFixed"),
        reason=r"`price` messages of /api/prices changed from w\d+ to w\d+: `price`: number → object",
        expect="Assam costs 4.75",
        unsure="the page may only hide it",
        seen_on_failure="message.price.toFixed is not a function",
    ),
    Case(
        name="cart",
        steps=(choose_two,),
        place=("total.broken.ts", "discount.percent / 100"),
        reason=r"first seen [\d.]+ m?s after a hot update of .*/cart/total\.ts",
        expect="To pay: 9.00",
        unsure="so its effect cannot be verified",
        seen_on_failure="Cannot read properties of undefined",
        is_hot=True,
    ),
    Case(
        name="orders",
        steps=(order,),
        place=("Orders.tsx", 'fetch("/api/orders"'),
        reason=r"the same change was sent twice: r\d+ POST /api/orders and r\d+ \d+ ms later while the first was under",
        expect="1 placed",
        unsure="It still happens: ",
        seen_on_failure="1 placed",
    ),
    Case(
        name="notes",
        steps=(take_a_note, refresh),
        place=("Notes.tsx", 'fetch("/api/notes?sort=oldest"'),
        reason=r"an old answer from a cache in the browser: r\d+ GET /api/notes\?sort=oldest was not sent, although",
        expect="Water plants",
        unsure="It still happens: ",
        seen_on_failure="Water plants",
    ),
)
CASES = {case.name: case for case in ALL}
