"""Another extension that may change headers (declarativeNetRequest): it comes without an Origin, or with ours."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Playwright, Worker, expect
from squatter import Squatter

from browser import EXTENSION, Browser
from gasoline.launch.pairing_keys import EXTENSION_ID, EXTENSION_ORIGIN
from gasoline.launch.pairings import Pairings

IDENTIFYING = ("origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "user-agent", "accept-language")

CHANGE_HEADERS = """(headers) => chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [1], addRules: [{
    id: 1, action: { type: "modifyHeaders", requestHeaders: headers },
    condition: { urlFilter: "||127.0.0.1", resourceTypes: ["xmlhttprequest", "websocket", "other"] },
}] })"""
ATTACK = """async (server) => {
    const ask = (path, method, body) => fetch(server + path, {
        method, body: body && JSON.stringify(body), headers: body ? { "Content-Type": "application/json" } : {},
    }).then((response) => response.status);
    const entry = { type: "console", level: "log", args: ["forged"] };
    return {
        logs: await ask("/logs", "POST", { entries: [entry] }),
        clear: await ask("/logs", "DELETE"),
        mcp: await ask("/mcp", "POST", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
        poll: await ask("/pending-queries", "GET"),
        dashboard: await ask("/dashboard/views/errors", "GET"),
        pair: await ask("/pair", "POST", { challenge: "c".repeat(32), first: true }),
    };
}"""


PAIR_IN_THE_WINDOW = """async (server) => {
    const ask = (body) => fetch(server + "/pair", {
        method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    }).then(async (response) => ({ status: response.status, ...(await response.json()) }));
    const hmac = async (secret, text) => {
        const bytes = (value) => new TextEncoder().encode(value);
        const algorithm = { name: "HMAC", hash: "SHA-256" };
        const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
        const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
        return Array.from(signed, (byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    const ours = "c".repeat(32);
    const begun = await ask({ challenge: ours, first: true, named: true });
    if (begun.key === undefined) return begun;
    const address = new URL(server).host;
    const proof = (role) => hmac(begun.key, ["gasoline.v1", role, address, ours, begun.challenge].join("|"));
    const ended = await ask({ challenge: begun.challenge, proof: await proof("extension") });
    return { ...ended, key: begun.key, credential: await proof("session") };
}"""
READ_WITH = """async ([server, credential]) =>
    (await fetch(server + "/performance-snapshot", { headers: { "X-Gasoline-Token": credential } })).status"""


def make_intruder(folder: Path) -> Path:
    """Another extension, with every permission the attack needs."""
    manifest = {
        "manifest_version": 3,
        "name": "Intruder",
        "version": "1",
        "background": {"service_worker": "worker.js"},
        "permissions": ["declarativeNetRequest", "declarativeNetRequestWithHostAccess"],
        "host_permissions": ["http://127.0.0.1/*"],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "worker.js").write_text("self.ready = true;")
    return folder


@pytest.fixture(scope="module")
def intruder(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose only extension is another one."""
    folder = make_intruder(tmp_path_factory.mktemp("intruder"))
    browser = Browser(playwright, tmp_path_factory.mktemp("profile"), folder)
    yield browser
    browser.close()


@pytest.fixture
def both(playwright: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """A browser with our extension and another one."""
    (tmp_path / "intruder").mkdir()
    folders = f"{EXTENSION},{make_intruder(tmp_path / 'intruder')}"
    browser = Browser(playwright, tmp_path / "profile", Path(folders))
    yield browser
    browser.close()


def worker_of_the_other(browser: Browser) -> Worker:
    """It may still start: Playwright learns of that only while it waits for an event."""
    others = [worker for worker in browser.context.service_workers if is_of_the_other(worker)]
    return others[0] if others else browser.context.wait_for_event("serviceworker", is_of_the_other)


def is_of_the_other(worker: Worker) -> bool:
    return EXTENSION_ID not in worker.url


def press_save(browser: Browser, daemon: Daemon) -> None:
    options = browser.extension_page("options.html")
    options.get_by_label("Server URL").fill(daemon.url)
    options.get_by_role("button", name="Save").click()


@pytest.fixture
def echo() -> Iterator[Squatter]:
    """A server that writes down the headers of every request."""
    server = Squatter(lambda _: (200, b"{}"))
    yield server
    server.close()


SEND_HEADERS_UNCHANGED = "() => chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [1] })"
READ_THE_DASHBOARD = """async (server) => {
    const ask = (path, method, body) => fetch(server + path, {
        method, body, credentials: "include", headers: body ? { "Content-Type": "application/json" } : {},
    }).then((response) => response.status);
    return {
        errors: await ask("/dashboard/views/errors", "GET"),
        stream: await ask("/dashboard/stream", "GET"),
        saves: await ask("/dashboard/capsule", "POST", "{}"),
        link: await ask("/dashboard/link", "POST", "{}"),
    };
}"""


STRIPPED = [{"header": name, "operation": "remove"} for name in IDENTIFYING]
FORGED = [
    *({"header": name, "operation": "remove"} for name in IDENTIFYING if name != "origin"),
    {"header": "origin", "operation": "set", "value": EXTENSION_ORIGIN},
]


def test_a_request_without_any_header_of_a_browser_is_still_one_of_a_browser(
    intruder: Browser, daemon: Daemon, echo: Squatter
) -> None:
    intruder.worker.evaluate(CHANGE_HEADERS, STRIPPED)
    intruder.worker.evaluate(ATTACK, echo.url)
    assert echo.taken
    assert not any({"origin", "sec-fetch-site"} & taken.headers.keys() for taken in echo.taken), "the attack works"
    refused = dict.fromkeys(("logs", "clear", "mcp", "poll", "dashboard"), 401)
    assert intruder.worker.evaluate(ATTACK, daemon.url) == {**refused, "pair": 403}
    assert daemon.call("get_browser_logs") == []


def test_our_origin_on_a_request_of_another_extension_opens_nothing(
    intruder: Browser, daemon: Daemon, echo: Squatter
) -> None:
    daemon.terminate()
    daemon.flags = ("--by-program",)  # as an AI client starts it: no person has opened a window
    daemon.start()
    intruder.worker.evaluate(CHANGE_HEADERS, FORGED)
    intruder.worker.evaluate(ATTACK, echo.url)
    assert {taken.headers["origin"] for taken in echo.taken} == {EXTENSION_ORIGIN}, "the attack works"
    refused = dict.fromkeys(("logs", "clear", "mcp", "poll", "dashboard"), 401)
    assert intruder.worker.evaluate(ATTACK, daemon.url) == {**refused, "pair": 403}
    assert daemon.call("get_browser_logs") == []


@pytest.mark.parametrize("is_stripped", [False, True], ids=["as it is", "without headers of a browser"])
def test_a_request_with_the_session_of_an_open_dashboard_gets_nothing(
    intruder: Browser, daemon: Daemon, echo: Squatter, is_stripped: bool
) -> None:
    intruder.worker.evaluate(SEND_HEADERS_UNCHANGED)
    link = daemon.post("/dashboard/link", {}, **{"X-Gasoline-Token": daemon.token}).json["url"]
    page = intruder.open(link)
    expect(page.get_by_role("status")).to_contain_text("Live")
    if is_stripped:
        intruder.worker.evaluate(CHANGE_HEADERS, STRIPPED)
    intruder.worker.evaluate(READ_THE_DASHBOARD, echo.url)
    assert all(f"gasoline_{daemon.port}=" in taken.headers["cookie"] for taken in echo.taken), "the attack works"
    refused = {"errors": 401, "stream": 401, "saves": 403, "link": 403}
    if is_stripped:
        refused = dict.fromkeys(refused, 401)
    assert intruder.worker.evaluate(READ_THE_DASHBOARD, daemon.url) == refused
    page.close()


def test_our_origin_does_not_help_while_a_person_pairs_by_code(intruder: Browser, daemon: Daemon) -> None:
    intruder.worker.evaluate(CHANGE_HEADERS, FORGED)
    daemon.pair("0123-4567-89AB-CDEF")
    answer = intruder.worker.evaluate(
        """async (server) => {
            const ask = (body) => fetch(server + "/pair", {
                method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
            }).then((response) => response.json());
            const begun = await ask({ challenge: "c".repeat(32), first: true });
            return [begun, await ask({ challenge: begun.challenge, proof: begun.proof })];
        }""",
        daemon.url,
    )
    begun, ended = answer
    assert begun.keys() == {"version", "paired", "proof", "challenge"}
    assert ended["error"] == "pairing_failed"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no window opens")
def test_an_extension_that_pairs_before_ours_loses_when_the_user_connects_ours(both: Browser, daemon: Daemon) -> None:
    """A person ran `gasoline pair`: the window is open, and the other one is in it."""
    daemon.pair()
    other = worker_of_the_other(both)
    other.evaluate(CHANGE_HEADERS, FORGED)
    paired = other.evaluate(PAIR_IN_THE_WINDOW, daemon.url)
    assert other.evaluate(READ_WITH, [daemon.url, paired["credential"]]) == 404, "the attack works: it is let in"
    (record,) = Pairings(daemon.state_dir).all()
    assert f"gasoline pair --revoke {record.id}" in daemon.log.read_text(), "the terminal says so"

    press_save(both, daemon)
    wait_until(lambda: not Pairings(daemon.state_dir).all(), "the pairing to be revoked")
    assert other.evaluate(READ_WITH, [daemon.url, paired["credential"]]) == 401
    assert other.evaluate(PAIR_IN_THE_WINDOW, daemon.url)["error"] == "pairing_closed"
    problems = {problem["id"]: problem for problem in daemon.call("get_health")["problems"]}
    assert "two extensions" in problems["pairing"]["message"]

    popup = both.extension_page("popup.html")
    expect(popup.locator("#connection")).to_have_text("Not paired")
    daemon.pair(popup.locator("#pair-command").inner_text().split()[1])
    expect(popup.locator("#connection")).to_have_text("Connected")
    assert [record.how for record in Pairings(daemon.state_dir).all()] == ["code"]

    daemon.terminate()
    daemon.start()
    assert other.evaluate(PAIR_IN_THE_WINDOW, daemon.url)["error"] == "pairing_closed", "no second window"


# GUARD-10
@pytest.mark.parametrize("attacker", ["intruder", "both"])
def test_the_first_start_of_a_server_opens_nothing_to_a_browser_with_another_extension(
    attacker: str, request: pytest.FixtureRequest, daemon: Daemon
) -> None:
    """A person has just started `gasoline serve`, and the other one has waited for that."""
    other = worker_of_the_other(request.getfixturevalue(attacker))
    other.evaluate(CHANGE_HEADERS, FORGED)
    refused = other.evaluate(PAIR_IN_THE_WINDOW, daemon.url)
    assert (refused["status"], refused["error"]) == (403, "pairing_closed")
    assert "key" not in refused
    assert Pairings(daemon.state_dir).all() == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no window opens")
def test_an_extension_that_comes_after_ours_finds_the_window_closed(both: Browser, daemon: Daemon) -> None:
    daemon.pair()
    press_save(both, daemon)
    wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "our extension")
    other = worker_of_the_other(both)
    other.evaluate(CHANGE_HEADERS, FORGED)
    late = other.evaluate(PAIR_IN_THE_WINDOW, daemon.url)
    assert (late["status"], late["error"]) == (403, "pairing_closed")
    assert "key" not in late
