"""What a person does in each application: by hand for the tape, and as a drive of a real page."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page
from tape import Tape, role


@dataclass(frozen=True)
class Flow:
    """`record` writes what happens; in the application with the bug it ends with the error."""

    path: str
    error: str
    record: Callable[[Tape, bool], None]
    drive: Callable[[Page], None]


def record_form(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.show("Order tea")
    tape.act("input", selectors={"testId": "email-input"}, inputType="email", value="a@example.com")
    tape.act("input", selectors=role("textbox", "Password"), inputType="password", value="[redacted]")
    tape.act("input", selectors=role("spinbutton", "Quantity"), inputType="number", value="12")
    tape.act("select", selectors={"ariaLabel": "Kind"}, selectedValue="black", selectedText="Black")
    tape.act("click", selectors=role("checkbox", "Gift"), inputType="checkbox", checked=True)
    tape.act("click", selectors=role("button", "Place order"), text="Place order")
    tape.at_once("submit", selectors={"id": "order"})
    tape.call("POST", "/api/orders")
    if buggy:
        tape.fail("Cannot read properties of undefined (reading 'percent')", rejection=True)
        # Nothing seemed to happen, so the person tried again.
        tape.act("click", selectors=role("button", "Place order"), text="Place order")


def drive_form(page: Page) -> None:
    page.get_by_test_id("email-input").fill("a@example.com")
    page.get_by_label("Password").fill("secret")
    page.get_by_label("Quantity").fill("12")
    page.get_by_label("Kind").select_option("black")
    page.get_by_label("Gift").check()
    page.get_by_role("button", name="Place order").click()


def record_spa(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.show("Shop")
    tape.act("click", selectors=role("link", "Tea"))
    tape.route("/spa/products/2")
    tape.call("GET", "/api/items/2")
    tape.show("Tea")
    tape.now_ms += 900
    tape.path = "/spa"
    tape.act("navigate", trigger="popstate", fromUrl=f"{tape.origin}/spa/products/2", toUrl=f"{tape.origin}/spa")
    tape.now_ms += 900
    tape.path = "/spa/products/2"
    tape.act("navigate", trigger="popstate", fromUrl=f"{tape.origin}/spa", toUrl=f"{tape.origin}/spa/products/2")
    tape.call("GET", "/api/items/2")
    tape.act("click", selectors=role("button", "Reviews"))
    tape.route("/spa/products/2/reviews")
    if buggy:
        tape.fail("Cannot read properties of undefined (reading 'list')")
    else:
        tape.show("Reviews", 550)


def drive_spa(page: Page) -> None:
    page.get_by_role("link", name="Tea").click()
    page.get_by_role("button", name="Reviews").wait_for()
    page.wait_for_timeout(600)
    page.go_back()
    page.get_by_role("heading", name="Shop").wait_for()
    page.wait_for_timeout(600)
    page.go_forward()
    page.get_by_role("button", name="Reviews").click()


def record_list(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.call("GET", "/api/items")
    tape.show("Basket")
    tape.act("click", selectors=role("button", "Delete", 1))
    tape.at_once("dialog", dialog="confirm", accepted=True)
    tape.call("DELETE", "/api/items/2")
    if buggy:
        tape.fail("Item 1769860801234 is not in the list", rejection=True)


def drive_list(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").nth(1).click()


def record_cssinjs(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.show("Panel")
    tape.act("click", selectors={"text": "Export", "cssPath": "body > div > div:nth-child(2)"})
    tape.call("GET", "/api/items")
    if buggy:
        tape.fail("Cannot read properties of undefined (reading 'map')", rejection=True)


def drive_cssinjs(page: Page) -> None:
    page.get_by_text("Export").click()


def record_shadow(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.show("Rate it")
    tape.act("click", selectors=role("button", "Five stars"), shadow=["#second"])
    tape.call("POST", "/api/orders")
    if buggy:
        tape.fail("Cannot set properties of null (setting 'textContent')", rejection=True)


def drive_shadow(page: Page) -> None:
    page.locator("#second").get_by_role("button").click()


def record_frame(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.show("Payment")
    tape.act("input", selectors={"id": "holder"}, frame=["#pay"], inputType="text", value='O\'Neill \\ "Ann"')
    tape.act("click", selectors=role("button", "Pay"), frame=["#pay"])
    tape.call("POST", "/api/orders")
    if buggy:
        tape.fail("Cannot read properties of undefined (reading 'number')", rejection=True)


def drive_frame(page: Page) -> None:
    inner = page.frame_locator("#pay")
    inner.locator("#holder").fill('O\'Neill \\ "Ann"')
    inner.get_by_role("button", name="Pay").click()


def record_delayed(tape: Tape, buggy: bool) -> None:
    tape.load()
    tape.call("GET", "/api/items", 710)
    tape.show("Report")
    tape.now_ms += 2_000
    tape.act("click", selectors={"ariaLabel": "Build report"})
    if buggy:
        tape.log_error("Report failed:", {"name": "Error", "message": "no template", "stack": "…"}, after_ms=1_500)


def drive_delayed(page: Page) -> None:
    page.get_by_label("Build report").click()


def record_keyboard(tape: Tape, buggy: bool) -> None:
    field = role("textbox", "Command")
    tape.load()
    tape.show("Commands")
    tape.act("keypress", selectors={"cssPath": "body"}, key="Tab")
    tape.act("input", selectors=field, inputType="text", value="o")
    tape.act("keypress", selectors=field, key="ArrowDown")
    tape.act("keypress", selectors=field, key="Enter")
    if buggy:
        tape.fail_request("POST", "/api/nothing")
    else:
        tape.call("POST", "/api/orders")


def drive_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.type("o")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


FLOWS = {
    "form": Flow("/form", "reading 'percent'", record_form, drive_form),
    "spa": Flow("/spa", "reading 'list'", record_spa, drive_spa),
    "list": Flow("/list", "is not in the list", record_list, drive_list),
    "cssinjs": Flow("/cssinjs", "reading 'map'", record_cssinjs, drive_cssinjs),
    "shadow": Flow("/shadow", "setting 'textContent'", record_shadow, drive_shadow),
    "frame": Flow("/frame", "reading 'number'", record_frame, drive_frame),
    "delayed": Flow("/delayed", "no template", record_delayed, drive_delayed),
    "keyboard": Flow("/keyboard", "POST /api/nothing 404", record_keyboard, drive_keyboard),
}
