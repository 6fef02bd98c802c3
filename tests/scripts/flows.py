"""What a person does in each application, how it ends, and the words of the error that its bug brings."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

A_MOMENT_MS = 600
"""A person looks at a page before acting; the extension takes its picture of the page meanwhile and sees what stays."""


@dataclass(frozen=True)
class Flow:
    path: str
    error: str
    drive: Callable[[Page], None]
    end: str
    """What the page, or the frame in it, shows at last where it has no bug."""

    def wait_for_the_end(self, page: Page) -> None:
        page.frames[-1].locator(self.end).wait_for()


def order_tea(page: Page) -> None:
    page.get_by_test_id("email-input").fill("a@example.com")
    page.get_by_label("Password").fill("secret")
    page.get_by_label("Quantity").fill("12")
    page.get_by_label("Kind").select_option("black")
    page.get_by_label("Gift").check()
    page.get_by_role("button", name="Place order").click()


def read_reviews(page: Page) -> None:
    page.get_by_role("link", name="Tea").click()
    page.get_by_role("button", name="Reviews").wait_for()
    page.wait_for_timeout(A_MOMENT_MS)
    page.go_back()
    page.get_by_role("heading", name="Shop").wait_for()
    page.wait_for_timeout(A_MOMENT_MS)
    page.go_forward()
    page.get_by_role("button", name="Reviews").click()


def delete_the_second(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").nth(1).click()


def export(page: Page) -> None:
    page.get_by_text("Export").click()


def rate_the_second(page: Page) -> None:
    page.locator("#second").get_by_role("button").click()


def pay(page: Page) -> None:
    inner = page.frame_locator("#pay")
    inner.locator("#holder").fill('O\'Neill \\ "Ann"')
    inner.get_by_role("button", name="Pay").click()


def build_report(page: Page) -> None:
    page.get_by_label("Build report").click()


def choose_by_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.type("o")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def sign_in(page: Page) -> None:
    page.get_by_label("User").fill("ann")
    page.get_by_label("Password").fill("secret")
    page.get_by_role("button", name="Sign in").click()


FLOWS = {
    "form": Flow("/form", "reading 'percent'", order_tea, "text=Thank you for black tea"),
    "spa": Flow("/spa", "reading 'list'", read_reviews, "text=0 reviews"),
    "list": Flow("/list", "is not in the list", delete_the_second, "li:nth-child(2):has-text('White')"),
    "cssinjs": Flow("/cssinjs", "reading 'map'", export, "text=3 rows"),
    "shadow": Flow("/shadow", "setting 'textContent'", rate_the_second, "text=Rated 17"),
    "frame": Flow("/frame", "reading 'number'", pay, "text=Paid 17"),
    "delayed": Flow("/delayed", "no template", build_report, "text=3 pages"),
    "keyboard": Flow("/keyboard", "/api/nothing", choose_by_keyboard, "text=Done: order"),
    "signin": Flow("/signin", "reading 'roles'", sign_in, "text=Signed in as Ann"),
}


def search(page: Page) -> None:
    page.get_by_label("Search").press_sequentially("red", delay=100)


def rename(page: Page) -> None:
    page.get_by_label("Name").fill("Black Forest")
    page.get_by_role("button", name="Rename").click()


SILENT_FLOWS = {
    "search": Flow("/search", "", search, "text=1 found"),
    "rename": Flow("/rename", "", rename, "text=All changes saved"),
}
"""Their bugs bring no error: the page shows something else."""
