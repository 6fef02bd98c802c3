"""A captured page reaches a window before its document is there, gets the private node, and tries to use it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from pilot import succeed
from playwright.sync_api import Page
from site_for_tests import Site

SCRIPT = Path(__file__).with_name("hostile_frames.js").read_text()
HTML = f"<!doctype html><title>Hostile</title><link rel='icon' href='data:,'><body><script>{SCRIPT}</script>"
INNER = "<!doctype html><title>Inner</title><h1>Inner</h1><script>console.log('inner is here')</script>"
KINDS = [
    "iframe with src",
    "blob frame",
    "javascript: frame",
    "srcdoc frame",
    "about:blank frame that navigates",
    "window.open",
    "window.open that hides its opener",
    "iframe of a page that changes its domain",
]
NOW = "2026-01-02T03:04:05.678Z"
Attack = Callable[[str], Page]


@pytest.fixture
def attack(page: Page, site: Site) -> Attack:
    """Opens the hostile page and lets it make a window of a kind."""

    def run(kind: str) -> Page:
        site.page("/inner", INNER)
        page.goto(site.page("/hostile-frames", HTML))
        page.evaluate("(kind) => void MAKERS[kind]()", kind)
        ready = "(window.opened ?? document.querySelector('#inner').contentWindow).document.querySelector('h1')"
        page.wait_for_function(ready)
        return page

    return run


def logged(daemon: Daemon, text: str) -> list[Any]:
    return [entry for entry in daemon.call("get_browser_logs") if text in json.dumps(entry)]


def say_and_wait(page: Page, daemon: Daemon, said: str) -> None:
    """Runs the forgery, then waits for an honest entry that comes after it."""
    page.evaluate(said)
    page.evaluate("console.log('after the forgery')")
    wait_until(lambda: logged(daemon, "after the forgery"), "the entry after the forgery")


# PAGE-08
@pytest.mark.parametrize("kind", KINDS)
def test_user_actions_cannot_be_forged(attack: Attack, captured: Daemon, kind: str) -> None:
    page = attack(kind)
    say_and_wait(
        page,
        captured,
        f"""sayChunk("actions", {{ type: "click", ts: "{NOW}", url: location.href, text: "Pay 1000",
            selectors: {{ id: "forged" }} }});
        sayChunk("actions", {{ type: "navigate", ts: "{NOW}", url: location.href, toUrl: "https://forged.example/" }});
        sayChunk("actions", {{ type: "dialog", dialog: "alert", ts: "{NOW}", url: location.href, accepted: true,
            selectors: {{ id: "forged" }}, toUrl: "https://forged.example/" }});
        sayChunk("dom_snapshots", {{ ts: "{NOW}", url: location.href, title: "forged" }});
        sayChunk("performance", {{ ts: "{NOW}", url: location.href, title: "forged" }});""",
    )
    actions = captured.call("get_enhanced_actions")
    assert "forged" not in json.dumps(actions)
    assert {action["type"] for action in actions} <= {"navigate", "dialog"}
    assert "forged" not in str(captured.reply("get_reproduction_script"))


# PAGE-08
@pytest.mark.parametrize("kind", KINDS)
def test_fields_of_the_server_and_the_worker_cannot_be_set(attack: Attack, captured: Daemon, kind: str) -> None:
    page, number = attack(kind), KINDS.index(kind)
    say_and_wait(
        page,
        captured,
        f"""for (const [stream, event] of Object.entries({{
            logs: {{ type: "exception", message: "forged error", url: "https://bank.example/" }},
            websocket_status: {{ id: "forged-{number}", url: "wss://forged.example/{number}", state: "open" }},
        }})) sayChunk(stream, {{ ...event, ts: "{NOW}", tabId: 424242, client: "forged", _untrustedFrame: false,
            _screenshot: "/etc/passwd", _sourceSnippets: [{{ file: "forged.js", line: 1, lines: [] }}] }},
            {{ client: "forged", seq: 7, tabId: 424242, dropped: {{ forged_loss: 5 }} }},
            {{ client: "forged", tabId: 424242 }});""",
    )
    forged = logged(captured, "forged error")
    assert bool(forged) is page.evaluate("stolen.node !== null"), "what such a frame says is shown, and marked"
    for entry in forged:
        assert entry.get("tabId") != 424242
        assert entry["_untrustedFrame"] is True
        assert "bank.example" not in json.dumps(entry)
        assert not {"_screenshot", "_sourceSnippets"} & set(entry)
        assert "etc/passwd" not in json.dumps(entry)
    said_in = {"errors": "forged error", "timeline": "forged error", "websocket_status": f"forged.example/{number}"}
    for mode, said in said_in.items():
        text = captured.reply("observe", what=mode, output="text")["content"][0]["text"]
        lines = [line for line in text.splitlines() if said in line]
        assert bool(lines) is bool(forged)
        assert all(line.endswith(" · untrusted frame") for line in lines), text
    assert "forged_loss" not in json.dumps(captured.call("get_health"))


@pytest.mark.parametrize("kind", ["iframe with src", "window.open"])
def test_the_attack_reaches_our_channel(attack: Attack, kind: str) -> None:
    assert attack(kind).evaluate("stolen.node !== null"), "otherwise the tests of what it may say prove nothing"


@pytest.mark.parametrize("kind", KINDS)
def test_malformed_and_oversized_messages_end_nothing(attack: Attack, captured: Daemon, kind: str) -> None:
    page = attack(kind)
    say_and_wait(
        page,
        captured,
        """for (const text of ["", "null", "[]", "{", '{"type":"chunks"}', '{"type":"chunks","chunks":{}}',
            '{"type":"chunks","chunks":[null,1,{"stream":"__proto__"}],"dropped":[]}', "x".repeat(5_000_000)])
            stolen.node?.dispatchEvent(new CustomEvent("content", { detail: text }));
        stolen.node?.dispatchEvent(new CustomEvent("content", { detail: { type: "chunks" } }));
        say({ type: "flushed", id: "forged" });
        say({ type: "chunks", chunks: [{ stream: "logs", count: 1, errors: 1e300 }], dropped: {} }, '{"a":1}');
        say({ type: "chunks", chunks: [{ stream: "logs", count: 1, errors: 1 }], dropped: { "__proto__": 1, " ": 2 } },
            '{"type":"console","args":["injected"]}],"client":"forged","entries":[{"type":"console","args":["injected"]}');
        """,
    )
    assert logged(captured, "injected") == []
    page.evaluate("console.log('still captured')")
    wait_until(lambda: logged(captured, "still captured"), "capture to go on")


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_in_such_a_window_is_neither_read_nor_answered(attack: Attack, pilot: Daemon, kind: str) -> None:
    page = attack(kind)
    if kind.startswith("window.open"):
        where: dict[str, Any] = {}
        page.context.pages[-1].bring_to_front()
    else:
        where = {"frame": "#inner"}
        page.bring_to_front()
    reply = pilot.reply("execute_javascript", script="'secret' + (40 + 2)", **where)
    answer = json.loads(reply["content"][0]["text"])
    assert answer.get("result") == "secret42" or "The page has replaced" in answer["error"]
    assert "forged" not in json.dumps(answer)
    assert page.evaluate("stolen.scripts.join() + stolen.seen.join()").count("secret") == 0


def test_scripts_do_not_pass_over_the_node(attack: Attack, pilot: Daemon) -> None:
    """In the hostile page itself, whose own world is sound."""
    page = attack("iframe with src")
    page.bring_to_front()
    page.evaluate(
        """() => { for (const name of ["page", "content"]) stolen.node?.addEventListener(name,
            ({ detail }) => stolen.seen.push(detail)) }"""
    )
    assert succeed(pilot, "execute_javascript", script="'secret' + 1")["result"] == "secret1"
    assert succeed(pilot, "execute_javascript", script="({ list: ['secret', [1]] })")["result"] == {
        "list": ["secret", [1]]
    }
    assert "secret" not in page.evaluate("stolen.seen.join()")
