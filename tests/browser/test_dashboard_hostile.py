"""A hostile page cannot run script in the dashboard: payloads on every way in, looked at in every view."""

from collections.abc import Iterator

import pytest
from daemon import Daemon
from echo_server import EchoServer
from intruders import INTRUDERS, PAYLOADS, RUN, WALK
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import Browser
from dashboard import Dashboard

SAY = """async ({ payload: raw, number, socket, api }) => {
  const payload = raw.toWellFormed();
  const mark = `mark${number} `;
  const late = (code) => setTimeout(code, 0);
  console.log(mark + raw, { [payload.slice(0, 90)]: payload, ["__proto__"]: payload });
  console.error(mark + payload);
  const error = new Error(mark + payload);
  Object.defineProperty(error, "name", { value: number % 2 ? payload.slice(0, 60) : "constructor" });
  late(() => { throw error; });
  Promise.reject({ toString: () => payload, message: payload });
  window.__gasoline?.annotate(payload.slice(0, 90), payload);
  const image = new Image();
  image.src = "/missing?" + encodeURIComponent(mark + payload.slice(0, 500));
  await fetch(`${api}/status/500?${encodeURIComponent(mark + payload.slice(0, 500))}`, {
    method: "POST",
    body: mark + payload,
    headers: { "X-Payload": encodeURIComponent(payload.slice(0, 200)) },
  }).then((answer) => answer.text());
  const button = document.createElement("button");
  button.textContent = mark + payload.slice(0, 200);
  button.id = "b" + number;
  button.setAttribute("aria-label", payload.slice(0, 100));
  document.body.append(button);
  button.click();
  socket && window.talk.send(mark + payload);
}"""


@pytest.fixture
def dashboard(browser: Browser, captured: Daemon) -> Iterator[Dashboard]:
    dashboard = Dashboard(browser.context, captured)
    dashboard.page.evaluate(
        "addEventListener('securitypolicyviolation', (e) => console.error('blocked ' + e.violatedDirective))"
    )
    yield dashboard
    dashboard.close()


@pytest.fixture
def hostile(app: Page, echo: EchoServer, site: Site) -> Page:
    app.on("dialog", lambda dialog: dialog.dismiss())
    app.evaluate(
        """url => new Promise((done) => {
            window.talk = new WebSocket(url + "/?<script>alert(1)</script>");
            window.talk.onopen = done;
        })""",
        echo.url,
    )
    app.evaluate("document.title = '<script>alert(1)</script>'")
    return app


def look_at_everything(dashboard: Dashboard) -> set[str]:
    """Every entry of every view, each with its detail; nothing moves meanwhile. Returns the kinds of entries."""
    dashboard.page.get_by_role("button", name="Pause").click()
    kinds: set[str] = set()
    for view in dashboard.names():
        dashboard.show(view)
        dashboard.page.wait_for_selector("main > *")
        assert dashboard.page.evaluate(INTRUDERS) == [], view
        assert dashboard.page.evaluate(WALK) == [], view
        kinds.update(dashboard.page.evaluate("window.walkedKinds ?? []"))
    assert dashboard.faults == []
    return kinds


# Four at a time: opening every view costs more than walking through a few rows.
GROUPS = (len(PAYLOADS) + 3) // 4


# DASH-03
@pytest.mark.parametrize("names", [list(PAYLOADS)[start::GROUPS] for start in range(GROUPS)], ids=", ".join)
def test_payloads_are_text_in_every_view(
    dashboard: Dashboard, hostile: Page, captured: Daemon, site: Site, names: list[str]
) -> None:
    for name in names:
        number = list(PAYLOADS).index(name)
        hostile.evaluate(SAY, {"payload": PAYLOADS[name], "number": number, "socket": True, "api": site.url})
    captured.call("get_session_timeline")  # all of it has reached the server, and goes to the dashboard in its order
    hostile.evaluate("console.log('the last word')")
    expect(dashboard.rows.filter(has_text="the last word").first).to_be_visible()
    assert look_at_everything(dashboard) >= {"console", "error", "network", "socket", "action"}


def test_names_that_a_page_chose_are_text_too(dashboard: Dashboard, captured: Daemon) -> None:
    """What no browser sends, but another program may: ids, names, files, components, state, causes."""
    evil = PAYLOADS["script"] + PAYLOADS["image"]
    entry = {
        "type": "exception",
        "id": "<img src=x>",
        "message": evil,
        "stack": evil,
        "filename": evil,
        "errorType": "__proto__",
        "url": f"javascript:{RUN}",
        "_causes": [{"name": evil[:90], "message": evil}],
        "_context": {evil: evil, "__proto__": evil},
        "_screenshot": f"javascript:{RUN}",
        "_sourceSnippets": [
            {"file": evil, "line": 1, "function": evil, "snippet": [{"line": 1, "text": evil, "isError": True}]}
        ],
        "_componentAncestry": {"framework": evil[:90], "components": [{"name": evil[:90], "propKeys": [evil[:90]]}]},
        "_stateSnapshot": {
            "source": evil[:90],
            "keys": {evil: {"type": evil[:90]}, "__proto__": {"type": "x"}},
            "relevantSlice": {evil: evil, "__proto__": {"intruded": True}},
            "changed": [evil],
        },
    }
    assert captured.post("/logs", {"entries": [entry]}).json["received"] == 1
    request = {"id": "<b>", "url": f"javascript:{RUN}", "method": evil, "initiator": evil, "redirectedTo": evil}
    captured.post(
        "/network-waterfall", {"requests": [{**request, "status": 200, "phases": {evil: 1.0, "__proto__": 1.0}}]}
    )
    body = {**request, "requestBody": evil, "responseBody": evil, "contentType": evil, "error": evil}
    captured.post("/network-bodies", {"bodies": [{**body, "responseHeaders": {evil: evil, "__proto__": evil}}]})
    socket = {"id": "<svg>", "url": evil, "event": "open"}
    captured.post("/websocket-events", {"events": [socket, {**socket, "event": "message", "data": evil}]})
    expect(dashboard.rows.filter(has_text="__proto__").first).to_be_visible()
    look_at_everything(dashboard)
    # An open connection outlives what is cleared for the next test.
    captured.post("/websocket-events", {"events": [{**socket, "event": "close"}]})


MISTAKES = [
    "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
    "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
    "document.write('<script>window.intruded = true</script>')",
    "Object.assign(document.createElement('iframe'), { srcdoc: '<script></script>' })",
    "Object.assign(document.createElement('script'), { text: 'window.intruded = true' })",
    "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_even_a_bug_of_the_dashboard_would_not_turn_text_into_code(dashboard: Dashboard, mistake: str) -> None:
    """The page's policy: Trusted Types are required, and none can be made."""
    refused = "() => { try { %s; return false; } catch { return !window.intruded; } }"
    assert dashboard.page.evaluate(refused % mistake) is True


@pytest.mark.parametrize(
    "hash_", ["<img src=x onerror=alert(1)>", "errors/%3Cscript%3E", "__proto__", "%", "errors/%E0"]
)
def test_the_url_hash_cannot_inject_markup(dashboard: Dashboard, hash_: str) -> None:
    dashboard.page.goto(f"{dashboard.url}/#{hash_}")
    dashboard.page.reload()
    expect(dashboard.page.get_by_role("heading", level=1)).to_be_visible()
    assert dashboard.page.evaluate(INTRUDERS) == []
    assert [fault for fault in dashboard.faults if "404" not in fault] == [], "what is not there is no fault"
