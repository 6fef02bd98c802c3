"""What a person does in a real browser is recorded: each thing once, as a script needs it."""

from typing import Any

from daemon import Daemon, wait_until
from playwright.sync_api import Dialog, Page
from recorded import actions, content, everything, kinds, told
from site_for_tests import Site

from browser import Browser, subset
from gasoline.model.wire import MAX_ACTIONS


# ACT-01
def test_a_click_says_what_where_and_on_which_words(form: Page, captured: Daemon) -> None:
    form.click("#show")
    (click,) = actions(captured)
    assert click["type"] == "click" and click["text"] == "Show"
    assert click["selectors"]["role"] == {"role": "button", "name": "Show"}
    assert click["selectors"]["cssPath"] == "#show"
    box = form.locator("#show").bounding_box()
    assert box is not None
    assert abs(click["position"]["x"] - (box["x"] + box["width"] / 2)) <= 1
    assert click["url"] == form.url and click["timestamp"] > 1.6e12 and isinstance(click["tabId"], int)


# ACT-02
def test_enter_that_clicks_and_submits_is_one_step(form: Page, captured: Daemon) -> None:
    form.fill("#email", "a@b.c")
    form.press("#email", "Enter")
    typed, enter, submit = actions(captured)
    assert (typed["type"], enter["type"], enter["key"]) == ("input", "keypress", "Enter")
    assert enter["selectors"]["id"] == "email"
    assert submit["type"] == "submit" and submit["causedBy"]
    assert (submit["formAction"], submit["method"]) == (form.url.replace("/form", "/done"), "post")


def test_a_click_that_submits_is_one_step(form: Page, captured: Daemon) -> None:
    form.fill("#email", "a@b.c")
    form.click("#go")
    _, click, submit = actions(captured)
    assert (click["type"], submit["type"]) == ("click", "submit") and submit["causedBy"]


def test_a_label_that_clicks_its_checkbox_is_one_step(form: Page, captured: Daemon) -> None:
    form.locator("#terms-label").click(position={"x": 50, "y": 8})
    (click,) = actions(captured)
    assert told(click) == {"type": "click", "inputType": "checkbox", "checked": True}
    assert click["selectors"]["role"] == {"role": "checkbox", "name": "I agree"}
    form.focus("#terms")
    form.keyboard.press("Space")
    assert [each["checked"] for each in actions(captured)] == [True, False]


def test_a_checkbox_that_the_page_keeps_from_changing_says_so(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, '<input type="checkbox" onclick="event.preventDefault()">')
    page.locator("input").click()
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert actions(captured)[0]["checked"] is False


def test_a_double_click_is_one_step_and_a_third_click_another(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, '<button id="b">Add</button>')
    page.dblclick("#b")
    assert kinds(captured) == [("dblclick", "b")]
    page.click("#b", click_count=3)
    assert kinds(captured) == [("dblclick", "b"), ("dblclick", "b"), ("click", "b")]


def test_a_click_belongs_to_the_button_not_to_the_icon_in_it(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        '<button id="b" aria-label="Close"><svg width="40" height="40"><rect width="40" height="40"/></svg></button>',
    )
    page.locator("rect").click()
    (click,) = actions(captured)
    assert click["selectors"]["ariaLabel"] == "Close" and click["selectors"]["id"] == "b"


def test_an_element_is_described_as_it_was_before_the_click_changed_it(
    page: Page, site: Site, captured: Daemon
) -> None:
    content(page, site, """<button id="b" onclick="this.textContent = 'Stop'; this.id = 'c'">Start</button>""")
    page.click("#b")
    (click,) = actions(captured)
    assert (click["text"], click["selectors"]["id"]) == ("Start", "b")


def clicks(daemon: Daemon) -> list[Any]:
    return [action for action in daemon.call("observe", what="actions") if action["type"] == "click"]


def test_a_click_is_known_while_its_handler_still_runs(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, """<button id="b" onclick="confirm('Sure?')">Ask</button>""")
    seen: list[Any] = []

    def look(dialog: Dialog) -> None:
        seen.extend(wait_until(lambda: clicks(captured), "the click"))
        dialog.accept()

    page.once("dialog", look)
    page.click("#b")
    assert seen[-1]["selectors"]["id"] == "b"


# ACT-01
def test_what_scripts_do_is_not_what_a_person_does(form: Page, captured: Daemon) -> None:
    form.evaluate("""() => {
        document.querySelector("#show").click();
        const email = document.querySelector("#email");
        email.value = "script";
        email.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        email.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""")
    assert actions(captured) == []


def test_keys_that_are_actions_and_keys_that_are_text(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<input id="text"><input id="list" role="combobox" aria-label="Town">
        <div id="tabs" role="tablist" tabindex="0">Tabs</div><div id="box" role="checkbox" tabindex="0">Box</div>""",
    )
    page.focus("#text")
    for key in ("a", "ArrowLeft", "Control+a", "Control+c", "Control+k", "Shift+Tab", "Escape"):
        page.locator("#text").press(key)
    page.locator("#list").press("ArrowDown")
    page.locator("#list").press("ArrowLeft")
    page.locator("#tabs").press("ArrowRight")
    page.locator("#box").press("Space")
    assert [
        (each["selectors"]["id"], each["key"], each.get("modifiers")) for each in actions(captured, "keypress")
    ] == [
        ("text", "k", ["Control"]),
        ("text", "Tab", ["Shift"]),
        ("text", "Escape", None),
        ("list", "ArrowDown", None),
        ("tabs", "ArrowRight", None),
        ("box", " ", None),
    ]


def test_keyboard_alone(form: Page, captured: Daemon) -> None:
    form.focus("#email")
    for key in ("Tab", "Tab", "Enter", "Tab", "Space", "Tab", "Enter"):
        form.keyboard.press(key)
    assert kinds(captured) == [
        ("keypress", "email"),
        ("keypress", "pass"),
        ("keypress", "show"),
        ("keypress", "show"),
        ("click", "terms"),
        ("keypress", "terms"),
        ("keypress", "go"),
        ("submit", "signup"),
    ]


def test_drag_and_drop(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<div id="card" draggable="true" style="height: 40px">Card</div>
        <div id="done" style="height: 80px" ondragover="event.preventDefault()">Done</div>""",
    )
    page.drag_and_drop("#card", "#done")
    (drag,) = actions(captured)
    assert (drag["type"], drag["selectors"]["id"], drag["targetSelectors"]["id"]) == ("drag", "card", "done")


# ACT-09
def test_scrolling_of_the_page_and_of_a_box_in_it(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<div id="box" style="height: 100px; overflow: auto"><div style="height: 2000px"></div></div>
        <div style="height: 5000px"></div>""",
    )
    page.mouse.move(50, 50)
    page.mouse.wheel(0, 300)
    page.wait_for_function("document.querySelector('#box').scrollTop === 300")
    page.mouse.move(50, 300)
    for down in (400, 800):
        page.mouse.wheel(0, 400)
        page.wait_for_function(f"scrollY === {down}")
    wait_until(lambda: len(actions(captured)) == 2, "both scrolls")
    assert [told(each) for each in actions(captured)] == [
        {"type": "scroll", "scrollX": 0, "scrollY": 300, "target": "#box"},
        {"type": "scroll", "scrollX": 0, "scrollY": 800, "target": "window"},
    ]


def test_the_address_of_a_single_page_application(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, '<a id="hash" href="#there">There</a>', "/spa")
    page.evaluate("history.pushState({}, '', '/spa/list')")
    page.evaluate("history.replaceState({}, '', '/spa/list?q=a')")
    page.evaluate("history.replaceState({}, '', '/spa/list?q=ab')")
    page.evaluate("history.replaceState({ scroll: 1 }, '')")
    page.click("#hash")
    page.go_back()
    page.reload()
    base = site.url
    loads_and_routes = [(each["trigger"], each.get("fromUrl"), each["toUrl"]) for each in actions(captured, "navigate")]
    assert loads_and_routes[1:-1] == [
        ("pushState", f"{base}/spa", f"{base}/spa/list"),
        ("replaceState", f"{base}/spa/list", f"{base}/spa/list?q=ab"),
        ("hashchange", f"{base}/spa/list?q=ab", f"{base}/spa/list?q=ab#there"),
        ("popstate", f"{base}/spa/list?q=ab#there", f"{base}/spa/list?q=ab"),
    ]
    assert (loads_and_routes[0][0], loads_and_routes[-1][0]) == ("load", "reload")


def test_loads_of_the_page_and_back_again(page: Page, site: Site, captured: Daemon) -> None:
    first = site.page("/first", '<!doctype html><a href="/second">Next</a><iframe src="/inner"></iframe>')
    site.page("/inner", "<!doctype html>Inner")
    second = site.page("/second", "<!doctype html>Second")
    page.goto(first)
    page.click("a")
    page.wait_for_url(second)
    page.go_back()
    wait_until(lambda: len(actions(captured, "navigate")) == 3, "the way back")
    went = actions(captured, "navigate", "click")
    assert [(each["type"], each.get("trigger"), each.get("toUrl")) for each in went] == [
        ("navigate", "load", first),
        ("click", None, None),
        ("navigate", "load", second),
        ("navigate", "popstate", first),
    ]
    assert went[2]["fromUrl"] == first


def test_dialogs_are_answered_as_the_person_did(page: Page, site: Site, captured: Daemon) -> None:
    content(
        page,
        site,
        """<button id="b" onclick="alert('Hello'); answers = [confirm('Sure?'), confirm('Really?'),
            prompt('Name?'), prompt('Your password?'), prompt('Why?')]">Ask</button>""",
    )
    replies = iter(["", "", None, "Ann", "hunter2", None])

    def answer(dialog: Dialog) -> None:
        reply = next(replies)
        dialog.dismiss() if reply is None else dialog.accept(reply)

    page.on("dialog", answer)
    page.click("#b")
    assert page.evaluate("answers") == [True, False, "Ann", "hunter2", None]
    assert [told(each) for each in actions(captured)] == [
        {"type": "click", "text": "Ask"},
        {"type": "dialog", "dialog": "alert", "text": "Hello", "accepted": True},
        {"type": "dialog", "dialog": "confirm", "text": "Sure?", "accepted": True},
        {"type": "dialog", "dialog": "confirm", "text": "Really?", "accepted": False},
        {"type": "dialog", "dialog": "prompt", "text": "Name?", "accepted": True, "value": "Ann"},
        {"type": "dialog", "dialog": "prompt", "text": "Your password?", "accepted": True, "value": "[redacted]"},
        {"type": "dialog", "dialog": "prompt", "text": "Why?", "accepted": False},
    ]


def test_what_the_page_shows_is_noted_after_load_and_after_a_change_of_route(
    page: Page, site: Site, captured: Daemon
) -> None:
    def count() -> int:
        return int(captured.call("get_health")["buffers"]["dom_snapshots"]["count"])

    content(page, site, "<h1>Cart</h1>")
    wait_until(lambda: count() == 1, "the snapshot after load")
    page.evaluate("history.pushState({}, '', '/actions/2')")
    wait_until(lambda: count() == 2, "the snapshot of the new route")


# ACT-12
def test_the_switch_acts_at_once_in_open_pages(form: Page, browser: Browser, captured: Daemon) -> None:
    with browser.switched("Capture User Actions", on=False):
        form.bring_to_front()
        form.click("#show")
        form.evaluate("alert = alert; history.pushState({}, '', '/form?x')")
        assert actions(captured) == []
    form.bring_to_front()
    form.click("#show")
    assert kinds(captured) == [("click", "show")]


# ACT-08
def test_the_fifty_first_action_evicts_the_oldest(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, "".join(f'<button id="b{n}">{n}</button>' for n in range(MAX_ACTIONS + 1)))
    # Not page.click: it looks at each button for several frames first.
    middle = "(buttons) => buttons.map((b) => b.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + 5])"
    for x, y in page.eval_on_selector_all("button", middle):
        page.mouse.click(x, y)
    found = [each["selectors"]["id"] for each in everything(captured)]
    assert found == [f"b{n}" for n in range(MAX_ACTIONS, 0, -1)]


def test_a_document_that_is_written_anew_is_still_recorded(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, "")
    page.evaluate("""() => { document.open(); document.write("<button id='b'>New</button>"); document.close(); }""")
    page.click("#b")
    assert subset([{"type": "click", "selectors": {"id": "b"}}], actions(captured, "click"))
