"""verify_fix and diff_sessions see a page without a captured error change: its text and its responses."""

from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab", "bodies_on")

INVOICE = """<!doctype html><title>Invoice</title><link rel="icon" href="data:,"><header>Shop</header>
<nav aria-label="Pages">Home <a href="#">Invoices</a></nav>
<main><h1>Invoice 2</h1><p>Paid: <b id="paid">…</b></p><button id="pay">Pay</button><input type="password" value="pw">
<p hidden>hidden text</p><p style="visibility:hidden">invisible text</p><script>// code</script>
<shop-total></shop-total></main><div role="status" id="status"></div><script>
customElements.define("shop-total", class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<p>Total: <slot>12 EUR</slot></p>"; }
});
pay.onclick = async () => {
  const invoice = await (await fetch("/invoice.json")).json();
  paid.textContent = invoice.paidAt ?? "never";
  status.textContent = "Saved";
};
const status = document.getElementById("status");
</script>"""
WRONG = '{"id": 2, "paidAt": null}'
RIGHT = '{"id": 2, "paidAt": "2026-01-02"}'


@pytest.fixture
def invoice(page: Page, site: Site, captured: Daemon) -> Page:
    """The invoice was paid, and the page says otherwise, without any error."""
    site.page("/invoice.json", WRONG, "application/json")
    page.goto(site.page("/invoice", INVOICE))
    pay(page, captured, answers=1)
    return page


def pay(page: Page, daemon: Daemon, *, answers: int) -> None:
    """And waits until the response has been captured as often as it was received."""
    with page.expect_response("**/invoice.json"):
        page.get_by_role("button", name="Pay").click()
    page.get_by_text("Saved").wait_for()

    def captured() -> bool:
        found = daemon.call("observe", what="network_bodies", url_filter="/invoice.json")
        return sum(bool(each["responseBody"]) for each in found) == answers

    wait_until(captured, "the body of the response")


def start(daemon: Daemon, **arguments: Any) -> str:
    return str(daemon.call("verify_fix", action="start", **arguments)["session_id"])


def compare(daemon: Daemon, session: str, **arguments: Any) -> Any:
    return daemon.call("verify_fix", action="compare", session_id=session, **arguments)["result"]


def fix_and_pay(invoice: Page, daemon: Daemon, site: Site) -> None:
    site.page("/invoice.json", RIGHT, "application/json")
    invoice.reload()
    pay(invoice, daemon, answers=2)


# FIX-11, FIX-12, FIX-14
def test_a_change_without_an_error_is_listed(invoice: Page, captured: Daemon, site: Site) -> None:
    session = start(captured)
    fix_and_pay(invoice, captured, site)
    changes = compare(captured, session)["page_changes"]
    assert changes["changed"] == [{"landmark": "main", "before": "Paid: never", "after": "Paid: 2026-01-02"}]
    assert (changes["appeared"], changes["disappeared"], changes["reordered"]) == ([], [], [])
    assert changes["responses"] == [
        {"source": "GET /invoice.json", "field": "paidAt", "before": "null", "after": "string"}
    ]
    assert changes["not_compared"] == []
    reply = captured.reply("verify_fix", action="compare", session_id=session, output="text")
    assert reply["content"][0]["text"].startswith(f"no error to compare: the page changed as follows · {session}\n")
    captured.call("verify_fix", action="cancel", session_id=session)


# FIX-11, FIX-12
def test_two_runs_differ_in_what_the_page_shows(invoice: Page, captured: Daemon, site: Site) -> None:
    captured.call("diff_sessions", action="capture", name="wrong")
    fix_and_pay(invoice, captured, site)
    answer = captured.call("diff_sessions", action="compare", compare_a="wrong", compare_b="current")
    page = answer["diff"]["page"]
    assert (answer["summary"]["verdict"], page["count"]) == ("unchanged", 2)
    assert page["changed"] == [{"landmark": "main", "before": "Paid: never", "after": "Paid: 2026-01-02"}]
    assert [(row["field"], row["before"], row["after"]) for row in page["responses"]] == [("paidAt", "null", "string")]
    captured.call("diff_sessions", action="delete", name="wrong")


# FIX-13
@pytest.mark.parametrize("expect", ["Paid: 2026", "!Paid: never", "css=shop-total >>> slot"])
def test_what_is_expected_decides(invoice: Page, captured: Daemon, site: Site, expect: str) -> None:
    session = start(captured, expect=expect)
    before = compare(captured, session)
    fix_and_pay(invoice, captured, site)
    after = compare(captured, session)
    is_always_there = expect.startswith("css=")
    verdicts = ("no_issues_detected",) * 2 if is_always_there else ("unchanged", "fixed")
    assert (before["verdict"], after["verdict"]) == verdicts
    assert after["expectation"]["before"] is is_always_there
    captured.call("verify_fix", action="cancel", session_id=session)


def test_the_text_is_what_a_person_can_read_by_landmark(invoice: Page, captured: Daemon, site: Site) -> None:
    session = start(captured)
    invoice.goto(site.page("/empty", "<!doctype html><title>Empty</title>"))
    changes = compare(captured, session)["page_changes"]
    assert [(line["landmark"], line["text"]) for line in changes["disappeared"]] == [
        ("banner", "Shop"),
        ("navigation “Pages”", "Home Invoices"),
        ("main", "Invoice 2"),
        ("main", "Paid: never"),
        ("main", "Pay"),
        ("main", "Total: 12 EUR"),
        ("status", "Saved"),
    ]
    assert changes["page"] == {"before": "/invoice", "after": "/empty"}
    captured.call("verify_fix", action="cancel", session_id=session)
