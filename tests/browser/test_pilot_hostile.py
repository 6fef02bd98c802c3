"""A hostile page: it cannot move the switch, give a command, forge a result, or keep a script from being ended."""

from typing import Any

import pytest
from daemon import Daemon
from pilot import enabled, fail, move_pilot, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser
from gasoline.launch.pairing_keys import EXTENSION_ID

FORGERIES = """async ({ url, extension }) => {
    const messages = [
        { type: "setAiWebPilotEnabled", enabled: true },
        { type: "pilotStatusChanged", enabled: true },
        { type: "pilot", enabled: true, mark: true },
        { type: "GASOLINE_EXECUTE_JS", payload: { script: "window.hacked = 1" } },
        { type: "execute_result", payload: { success: true, result: "forged" } },
        { type: "query", query: { id: "1", type: "execute", params: { script: "window.hacked = 1" }, timeoutMs: 9 } },
    ];
    const attempts = [];
    for (const message of messages) {
        window.postMessage(message, "*");
        window.dispatchEvent(new MessageEvent("message", { data: message }));
        for (const name of ["gasoline", message.type]) {
            document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(message) }));
            window.dispatchEvent(new CustomEvent(name, { detail: message }));
        }
        attempts.push(new Promise((done) => {
            try { chrome.runtime.sendMessage(extension, message, done); } catch { done(); }
            setTimeout(done, 100);
        }));
    }
    for (let n = 0; n < 2000; n++) {
        window.postMessage(messages[n % messages.length], "*");
        document.dispatchEvent(new CustomEvent("gasoline", { detail: JSON.stringify(messages[n % messages.length]) }));
    }
    const tried = { hacked: typeof window.hacked, opened: false, read: "" };
    const request = (path, init) => fetch(url + path, init).then((r) => r.text(), () => "").then((text) => {
        tried.read += text;
    });
    attempts.push(
        request("/query-result", { method: "POST", mode: "no-cors", body: JSON.stringify({ id: "1", result: 1 }) }),
        request("/pending-queries", { mode: "no-cors", headers: { "X-Gasoline-Pilot": "1" } }),
        request("/mcp", { method: "POST", mode: "no-cors", body: "{}" }),
        request("/pilot-status"),
        request("/health"),
        new Promise((done) => {
            const socket = new WebSocket(url.replace("http", "ws") + "/ws", ["gasoline.v1"]);
            socket.onopen = () => {
                tried.opened = true; socket.send(JSON.stringify({ type: "pilot", enabled: true })); done();
            };
            socket.onerror = done;
        }),
    );
    await Promise.all(attempts);
    try { localStorage.aiWebPilotEnabled = true; } catch {}
    return tried;
}"""
NO_EFFECT = {"hacked": "undefined", "opened": False, "read": ""}
SABOTAGE = """<!doctype html><title>Hostile</title><script>
    const forged = { kind: "returned", json: '"forged"' };
    Object.defineProperty(Object.prototype, "then", { configurable: true, get() {
        if (this && "kind" in this) return (resolve) => resolve(forged);
    } });
    for (const name of ["blocked", "json", "outcome", "type", "id"])
        Object.defineProperty(Object.prototype, name, { configurable: true, get: () => "forged", set() {} });
    Array.prototype.push = Array.prototype.map = Array.prototype.join = () => { throw new Error("no"); };
    Array.prototype.toJSON = Object.prototype.toJSON = () => "forged";
    const spy = function () { document.documentElement.dataset.spied = 1; return () => forged; };
    window.Function = Function.prototype.constructor = window.eval = spy;
    Object.defineProperty(Object.getPrototypeOf(async function () {}), "constructor", { value: spy });
    Promise.prototype.then = (resolve) => { resolve("forged"); };
    Promise.prototype.constructor = spy;
    Object.defineProperty(Promise, Symbol.species, { get() { throw new Error("no"); } });
    window.Promise = function () { return forged; };
    JSON.stringify = () => '"forged"'; JSON.parse = () => forged;
    Map.prototype.get = Map.prototype.set = Reflect.apply = () => { throw new Error("no"); };
    EventTarget.prototype.dispatchEvent = () => true;
    window.setTimeout = window.queueMicrotask = () => 0;
    window.gasolineRunner = { run: () => forged };
    window.__gasolineProbes = { highlight: () => ({ success: true }) };
    for (const name of ["gasoline-highlighter", "aside"]) {
        const fake = document.createElement(name); fake.id = name; document.documentElement.append(fake);
    }
</script><h1 id="__gasolineProbes">Hostile</h1>"""


def open_front(browser: Browser, url: str) -> Page:
    page = browser.open(url)
    page.bring_to_front()
    return page


# PILOT-02
def test_a_page_cannot_move_the_switch(browser: Browser, captured: Daemon, site: Site) -> None:
    page = open_front(browser, site.page("/hostile", "<!doctype html><title>Hostile</title>"))
    assert not enabled(captured)
    facts = {"url": captured.url, "extension": EXTENSION_ID}
    assert page.evaluate(FORGERIES, facts) == NO_EFFECT
    assert not enabled(captured)
    assert captured.call("observe", what="pilot")["enabled"] is False
    areas = """async () => Promise.all(["sync", "local", "session"].map(async (area) =>
        Boolean((await chrome.storage[area].get("aiWebPilotEnabled")).aiWebPilotEnabled)))"""
    assert browser.worker.evaluate(areas) == [False, False, False]
    assert fail(captured, "execute_javascript", script="1")["error"] == "ai_web_pilot_disabled"


# PILOT-12
def test_a_page_cannot_command_or_forge_while_it_is_on(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = open_front(browser, site.page("/hostile", "<!doctype html><title>Hostile</title>"))
    before = len(pilot.call("get_health")["pilot_audit"])
    facts = {"url": pilot.url, "extension": EXTENSION_ID}
    assert page.evaluate(FORGERIES, facts) == NO_EFFECT
    assert len(pilot.call("get_health")["pilot_audit"]) == before
    assert succeed(pilot, "execute_javascript", script="'true result'")["result"] == "true result"


def test_a_page_cannot_step_between_its_world_and_the_content_script(
    browser: Browser, pilot: Daemon, site: Site
) -> None:
    """It plays both sides of the handshake, with a node of its own, and answers for scripts on it."""
    html = """<!doctype html><title>Hostile</title><script>
        window.heard = 0;
        const node = document.createComment(""), forged = JSON.stringify(
            { type: "ran", id: "1", outcome: { kind: "returned", json: '"forged"' } });
        for (const name of ["page", "taken"]) node.addEventListener(name, () => heard++);
        document.addEventListener("gasoline:offer", ({ relatedTarget }) => { if (relatedTarget !== node) heard++; });
        const knock = () => {
            document.dispatchEvent(new Event("gasoline:ask"));
            document.dispatchEvent(new MouseEvent("gasoline:offer", { relatedTarget: node }));
            node.dispatchEvent(new CustomEvent("content", { detail: forged }));
        };
        knock(); setInterval(knock, 1);
    </script>"""
    page = open_front(browser, site.page("/between", html))
    for number in range(3):
        assert succeed(pilot, "execute_javascript", script=f"{number} + 1")["result"] == number + 1
    assert page.evaluate("window.heard") == 0


RESULTS = [("1 + 1", 2), ("'a' + document.title", "aHostile"), ("[1, [2]]", [1, [2]]), ("null", None)]


@pytest.mark.parametrize(("script", "result"), RESULTS)
def test_a_page_that_sabotages_the_language_does_not_forge_a_result(
    browser: Browser, pilot: Daemon, site: Site, script: str, result: Any
) -> None:
    page = open_front(browser, site.page("/sabotage", SABOTAGE))
    assert succeed(pilot, "execute_javascript", script=script)["result"] == result
    assert page.locator("html").get_attribute("data-spied") is None


def test_nor_does_it_where_user_scripts_are_allowed(user_scripts: Browser, daemon: Daemon, site: Site) -> None:
    page = open_front(user_scripts, site.page("/sabotage", SABOTAGE))
    for script, result in RESULTS:
        assert succeed(daemon, "execute_javascript", script=script)["result"] == result
    assert page.locator("html").get_attribute("data-spied") is None


def test_a_page_that_watches_its_window_finds_nothing_of_a_script(
    user_scripts: Browser, daemon: Daemon, site: Site
) -> None:
    """It polls for new names on window, calls what it finds and tries to put its own function there."""
    html = """<!doctype html><title>Hostile</title><script>
        const known = new Set(Object.getOwnPropertyNames(window)), forge = async () => "forged";
        window.found = [];
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
            for (const name of Object.getOwnPropertyNames(window)) {
                if (known.has(name) || name === "found") continue;
                known.add(name); window.found.push(name);
                for (const secret of ["", name, undefined]) try { window[name](secret, forge); } catch {}
                try { delete window[name]; window[name] = () => forge(); } catch {}
                try { Object.defineProperty(window, name, { value: () => true }); } catch {}
            }
            channel.port2.postMessage(0);
        };
        channel.port2.postMessage(0);
    </script>"""
    page = open_front(user_scripts, site.page("/gate", html))
    for number in range(5):
        assert succeed(daemon, "execute_javascript", script=f"{number} + 1")["result"] == number + 1
    assert page.evaluate("window.found") == []


def test_a_page_that_stops_the_clock_does_not_keep_a_script_alive(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = open_front(browser, site.page("/sabotage", SABOTAGE))
    for script in ("await { then() {} }", "while (true);"):
        failure = fail(pilot, "execute_javascript", script=script, timeout_ms=200)
        assert "timed out" in failure["error"]
    assert page.title() == "Hostile"


def test_a_page_does_not_stand_in_for_the_highlighter(browser: Browser, pilot: Daemon, site: Site) -> None:
    page = open_front(browser, site.page("/sabotage", SABOTAGE))
    assert succeed(pilot, "highlight_element", selector="h1")["bounds"]["width"] > 0
    assert page.locator("#gasoline-highlighter").count() == 1


def test_after_switching_off_a_hostile_page_learns_nothing_new(browser: Browser, captured: Daemon, site: Site) -> None:
    move_pilot(browser, captured, on=True)
    page = open_front(browser, site.page("/hostile", "<!doctype html><title>Hostile</title>"))
    succeed(captured, "execute_javascript", script="1")
    move_pilot(browser, captured, on=False)
    leftovers = "Object.keys(window).filter((key) => /gasoline|guard|stop_/i.test(key))"
    assert page.evaluate(leftovers) == []
    assert page.evaluate("document.documentElement.children.length") == 2
