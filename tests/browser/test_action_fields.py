"""What is entered into fields: one action for each field in one go, and nothing that is secret."""

from pathlib import Path

import pytest
from daemon import Daemon
from playwright.sync_api import Page
from recorded import actions, content, everything, told
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")


def test_typing_is_one_action_with_the_final_value(form: Page, captured: Daemon) -> None:
    form.click("#email")
    form.keyboard.type("ann@example.org")
    form.keyboard.press("Backspace")
    click, typed = actions(captured)
    assert click["type"] == "click"
    assert told(typed) == {"type": "input", "inputType": "email", "value": "ann@example.or"}
    form.keyboard.type("g")
    assert [each.get("value") for each in actions(captured)] == [None, "ann@example.org"], "updated in place"


def test_coming_back_to_a_field_is_another_action(form: Page, captured: Daemon) -> None:
    form.fill("#email", "a@b.c")
    form.fill("#pass", "x")
    form.fill("#email", "d@e.f")
    assert [each["value"] for each in actions(captured, "input")] == ["a@b.c", "[redacted]", "d@e.f"]


# ACT-07
def test_a_password_never_leaves_the_page_even_when_it_is_shown(form: Page, captured: Daemon) -> None:
    form.click("#show")
    form.click("#pass")
    form.keyboard.type("hunter2")
    assert form.locator("#pass").get_attribute("type") == "text"
    assert actions(captured, "input")[0]["value"] == "[redacted]"
    assert "hunter" not in str(everything(captured))


def test_a_password_that_a_shortcut_shows_never_leaves_the_page(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<div id="host"></div><script>
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = '<input type="password">';
        root.addEventListener("keydown", (event) => { if (event.key === "F2") root.firstChild.type = "text"; });
        </script>""",
    )
    page.focus("input")
    page.keyboard.press("F2")
    page.keyboard.type("hunter2")
    assert page.locator("input").get_attribute("type") == "text"
    assert [each["value"] for each in actions(captured, "input")] == ["[redacted]"]


# ACT-07
@pytest.mark.parametrize(
    "attributes",
    ['name="card_number"', 'id="otp"', 'autocomplete="one-time-code"', 'autocomplete="cc-csc"', 'name="apiToken"'],
)
def test_a_field_whose_name_says_so_is_secret(page: Page, site: Site, captured: Daemon, attributes: str) -> None:
    content(page, site, f"<input {attributes}>")
    page.locator("input").press_sequentially("4111")
    assert [each["value"] for each in actions(captured, "input")] == ["[redacted]"]


@pytest.mark.parametrize("name", ["businessName", "className", "addressNumber", "hotPink", "discardDraft"])
def test_a_field_with_such_letters_inside_other_words_is_shown(
    page: Page, site: Site, captured: Daemon, name: str
) -> None:
    content(page, site, f'<input name="{name}">')
    page.locator("input").press_sequentially("plain")
    assert [each["value"] for each in actions(captured, "input")] == ["plain"]


def test_choices_of_a_select(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<select id="one" aria-label="Color"><option value="r">Red</option><option value="g">Green</option></select>
        <select id="many" multiple><option>a</option><option>b</option><option>c</option></select>""",
    )
    page.focus("#one")
    page.keyboard.press("g")
    page.select_option("#many", ["a", "c"])
    one, many = actions(captured)
    assert told(one) == {"type": "select", "selectedValue": "g", "selectedText": "Green"}
    assert one["selectors"]["role"] == {"role": "combobox", "name": "Color"}
    assert told(many) == {"type": "select", "selectedValue": "a", "selectedText": "a", "selectedValues": ["a", "c"]}


def test_values_that_are_chosen_rather_than_typed(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<input type="date" id="day"><input type="range" id="much" value="50"><input type="color" id="tone">""",
    )
    page.focus("#day")
    page.keyboard.type("01022024")
    page.focus("#much")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.fill("#tone", "#ff0000")
    assert [told(each) for each in actions(captured)] == [
        {"type": "input", "inputType": "date", "value": "2024-01-02"},
        {"type": "input", "inputType": "range", "value": "52"},
        {"type": "input", "inputType": "color", "value": "#ff0000"},
    ]


def test_radio_buttons_by_keyboard(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, '<input type="radio" name="r" id="a"><input type="radio" name="r" id="b">')
    page.focus("#a")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert [(each["type"], each["selectors"]["id"], each["checked"]) for each in actions(captured)] == [
        ("click", "a", True),
        ("click", "b", True),
    ]


def test_of_files_only_the_names(page: Page, site: Site, captured: Daemon, tmp_path: Path) -> None:
    content(page, site, '<input type="file" id="f" multiple>')
    names = ["a.txt", "b.txt"]
    for name in names:
        (tmp_path / name).write_text("private words")
    page.set_input_files("#f", [tmp_path / name for name in names])
    (chosen,) = actions(captured)
    assert told(chosen) == {"type": "input", "inputType": "file", "files": names}


def test_rich_text_keeps_its_lines(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, '<div id="e" contenteditable="true" role="textbox" aria-label="Note"></div>')
    page.click("#e")
    page.keyboard.type("one")
    page.keyboard.press("Enter")
    page.keyboard.type("two")
    (typed,) = actions(captured, "input", "keypress")
    assert told(typed) == {"type": "input", "inputType": "contenteditable", "value": "one\ntwo"}


def test_enter_in_a_text_is_a_step_only_if_the_page_takes_it(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<textarea id="chat" onkeydown="if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault(); this.value = ''; }"></textarea>""",
    )
    page.click("#chat")
    page.keyboard.type("hi")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("you")
    page.keyboard.press("Enter")
    page.keyboard.type("bye")
    assert [(each["type"], each.get("value"), each.get("key")) for each in actions(captured)[1:]] == [
        ("input", "hi\nyou", None),
        ("keypress", None, "Enter"),
        ("input", "bye", None),
    ]
