"""query_dom through the real extension: what it shows, where it looks, and what it says when it cannot."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Error, Page, Playwright
from site_for_tests import Site

from browser import Browser, subset

LIST = """<!doctype html><title>Team</title><style>li { display: flex; color: rgb(1, 2, 3) }</style>
<ul id="user-list" style="margin: 0; padding: 0">
  <li class="user-item active" data-id="42"><span class="name">Alice Johnson</span> <b>Online</b></li>
  <li>Bob</li><li style="display: none">Carol</li><li style="opacity: 0">Dan</li><li style="visibility: hidden">Eve</li>
</ul><p id="7.x">odd id</p>
<input type="password" name="pw" value="hunter2">"""


def dom(daemon: Daemon, selector: str, **more: Any) -> Any:
    return daemon.call("query_dom", selector=selector, **more)


def failure(daemon: Daemon, selector: str = "p", **more: Any) -> Any:
    reply = daemon.reply("observe", what="dom", selector=selector, **more)
    assert reply["isError"], reply
    return json.loads(reply["content"][0]["text"])


def test_a_match_has_every_documented_field(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/team", LIST))
    answer = dom(captured, "li", include_styles=True, include_children=True)
    assert set(answer) == {"url", "title", "matches", "matchCount", "returnedCount"}
    assert subset({"url": f"{site.url}/team", "title": "Team", "matchCount": 5, "returnedCount": 5}, answer)
    alice = answer["matches"][0]
    assert subset(
        {
            "selector": "#user-list > li:nth-child(1)",
            "tag": "li",
            "attributes": {"class": "user-item active", "data-id": "42"},
            "text": "Alice Johnson Online",
            "visible": True,
            "styles": {"display": "flex", "color": "rgb(1, 2, 3)", "position": "static"},
            "children": [
                {"tag": "span", "attributes": {"class": "name"}, "text": "Alice Johnson"},
                {"tag": "b", "attributes": {}, "text": "Online"},
            ],
        },
        alice,
    ), alice
    box = page.locator("li").first.bounding_box()
    assert box is not None and alice["boundingBox"] == pytest.approx(box)
    assert [match["visible"] for match in answer["matches"]] == [True, True, False, False, False]
    assert set(alice["styles"]) == {
        *("display", "position", "width", "height", "margin", "padding", "flex", "grid", "visibility", "opacity"),
        *("overflow", "z-index", "color", "background-color", "font-size"),
    }


def test_only_the_properties_asked_for_are_shown(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/team", LIST))
    answer = dom(captured, "li:first-child", properties=["color", "fontSize", "no-such-property"])
    assert answer["matches"][0]["styles"] == {"color": "rgb(1, 2, 3)", "fontSize": "16px"}


# DOM-05
def test_a_password_is_never_shown(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/team", LIST))
    page.fill("input", "typed-secret")
    text = captured.reply("query_dom", selector="body, input", include_children=True)["content"][0]["text"]
    assert "hunter2" not in text and "typed-secret" not in text and "[redacted]" in text


# DOM-04
def test_every_selector_in_an_answer_finds_its_element_again(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(
        site.page(
            "/shadow",
            """<!doctype html><title>Shadow</title><div><div><x-card></x-card></div><p id="7.x">odd</p></div>
            <script>
            const card = document.querySelector("x-card").attachShadow({ mode: "open" });
            card.innerHTML = "<div><div><button>Deep</button></div><button>Shallow</button></div><x-inner></x-inner>";
            card.querySelector("x-inner").attachShadow({ mode: "open" }).innerHTML = "<button>Inner</button>";
            document.body.append(document.createElement("x-closed"));
            document.querySelector("x-closed").attachShadow({ mode: "closed" }).innerHTML = "<button>Closed</button>";
            </script>""",
        )
    )
    buttons = dom(captured, "button")["matches"]
    assert [button["text"] for button in buttons] == ["Deep", "Shallow", "Inner"]
    assert all(" >>> " in button["selector"] for button in buttons)
    for match in [*buttons, *dom(captured, "body *")["matches"]]:
        again = dom(captured, match["selector"])
        assert [found["selector"] for found in again["matches"]] == [match["selector"]]
    host = dom(captured, "x-card", include_children=True, max_depth=9)["matches"][0]
    assert [child["tag"] for child in host["shadowRoot"]] == ["div", "x-inner"]


# DOM-03
def test_a_deep_tree_ends_at_five_levels_whatever_is_asked(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/deep", "<!doctype html><title>Deep</title>" + "<div>" * 10))
    node, depth = dom(captured, "body > div", include_children=True, max_depth=99)["matches"][0], 0
    while node.get("children"):
        node, depth = node["children"][0], depth + 1
    assert depth == 5


def test_a_same_origin_frame_is_asked_by_number_selector_or_address(page: Page, captured: Daemon, site: Site) -> None:
    site.page("/inner", "<!doctype html><title>Inner</title><h1>Inside</h1><iframe srcdoc='<p>Nested</p>'></iframe>")
    other = f"http://127.0.0.1:{site.port}/inner"
    page.goto(
        site.page("/outer", f"<!doctype html><title>Outer</title><iframe id=f src=/inner></iframe><iframe src={other}>")
    )
    for frame in ("0", "#f", "/inner"):
        answer = dom(captured, "h1", frame=frame)
        assert (answer["title"], answer["matches"][0]["text"]) == ("Inner", "Inside")
    assert dom(captured, "p", frame="#f >>> 0")["matches"][0]["text"] == "Nested"
    assert dom(captured, "h1")["matchCount"] == 0
    assert captured.call("observe", what="page", frame="0")["headings"] == ["Inside"]
    assert failure(captured, frame="1")["error"] == "frame_cross_origin"
    missing = failure(captured, frame="2")
    assert missing["error"] == "frame_not_found" and "There are 2" in missing["message"]
    assert "selector=iframe" in missing["hint"]


@pytest.mark.parametrize("selector", ["[", "p:nope(", "a >>> ]"])
def test_an_invalid_selector_is_said_so(page: Page, captured: Daemon, site: Site, selector: str) -> None:
    page.goto(site.page("/team", LIST))
    assert failure(captured, selector)["error"] == "invalid_selector"


def test_nothing_found_is_an_answer_with_a_note(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/team", LIST))
    json_text, note = captured.reply("query_dom", selector="#nowhere")["content"]
    assert subset({"matches": [], "matchCount": 0, "returnedCount": 0}, json.loads(json_text["text"]))
    assert "Nothing matches" in note["text"]


# DOM-06
def test_pages_that_are_closed_to_us_are_distinguished(browser: Browser, captured: Daemon, site: Site) -> None:
    tab_of = """async () => (await chrome.tabs.query({})).find((tab) => tab.active).id"""
    browser.open("chrome://version").bring_to_front()
    assert failure(captured, tab_id=browser.worker.evaluate(tab_of))["error"] == "page_not_allowed"
    dead = browser.context.new_page()
    with pytest.raises(Error, match="ERR_UNSAFE_PORT"):
        dead.goto("http://localhost:1/")
    dead.bring_to_front()
    dead_tab = browser.worker.evaluate(tab_of)
    wait_until(lambda: failure(captured, tab_id=dead_tab)["error"] == "page_not_allowed", "the error page")
    browser.open("data:text/html,<p>not a site").bring_to_front()
    assert failure(captured, tab_id=browser.worker.evaluate(tab_of))["error"] == "site_not_captured"


def test_a_tab_that_was_closed_is_said_so(browser: Browser, captured: Daemon, site: Site) -> None:
    page = browser.open(site.page("/gone", "<!doctype html><title>Gone</title><p>here"))
    tab = next(tab for tab in captured.call("get_tabs") if tab["title"] == "Gone")
    assert dom(captured, "p", tab_id=tab["tabId"])["matchCount"] == 1
    page.close()
    assert failure(captured, tab_id=tab["tabId"])["error"] == "tab_closed"


# DOM-06
def test_a_tab_that_sleeps_is_said_so_and_not_waited_for(browser: Browser, captured: Daemon, site: Site) -> None:
    browser.open(site.page("/sleeper", "<!doctype html><title>Sleeper</title><p>here"))
    tab = next(tab for tab in captured.call("get_tabs") if tab["title"] == "Sleeper")["tabId"]
    browser.open(site.page("/awake", "<!doctype html><title>Awake</title>")).bring_to_front()
    tab = browser.worker.evaluate("async (tab) => (await chrome.tabs.discard(tab)).id", tab)
    refused = failure(captured, tab_id=tab)
    assert refused["error"] == "tab_asleep" and "click the tab" in refused["hint"]
    browser.worker.evaluate("(tab) => chrome.tabs.remove(tab)", tab)


def test_without_a_captured_tab_the_answer_says_so(browser: Browser, captured: Daemon) -> None:
    for page in browser.context.pages[1:]:
        page.close()
    refused = failure(captured)
    assert refused["error"] == "no_tab" and "Open the page" in refused["hint"]
    assert failure(captured, tab_id=987_654_321)["error"] == "tab_closed"


# DOM-07
def test_a_hung_tab_ends_with_a_timeout_and_leaves_the_others_alone(
    playwright: Playwright, tmp_path: Path, site: Site
) -> None:
    daemon = Daemon(tmp_path / "state", QUERY_TIMEOUT_S=1.5)
    browser = Browser(playwright, tmp_path / "profile")
    try:
        browser.connect(daemon)
        # Another site, so that the two tabs do not share a process.
        well = browser.open(site.page("/well", "<!doctype html><title>Well</title><p>well"))
        site.page("/hung", "<!doctype html><title>Hung</title><p>hung")
        hung = browser.open(f"http://127.0.0.1:{site.port}/hung")
        tabs = {tab["title"]: tab["tabId"] for tab in daemon.call("get_tabs")}
        hung.evaluate("setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }); null")
        start = time.monotonic()
        refused = failure(daemon, tab_id=tabs["Hung"])
        assert refused["error"] == "timeout" and "reload" in refused["hint"]
        assert time.monotonic() - start < 1.5
        assert dom(daemon, "p", tab_id=tabs["Well"])["matches"][0]["text"] == "well"
        assert not well.is_closed()
    finally:
        browser.close()
        daemon.stop()
