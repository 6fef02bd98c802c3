"""Bodies that a page cannot read: captured with their request, while page and DevTools see what they see without us."""

from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser, subset

pytestmark = pytest.mark.usefixtures("one_tab")

FALLBACK = '<!doctype html>\n<title>Shop</title><div id="root"></div>'
LISTEN = """
window.seen = [];
for (const type of ['unhandledrejection', 'rejectionhandled', 'error'])
  addEventListener(type, (event) => seen.push(`${type} ${event.reason ?? event.message}`), true);
"""
XHR = """
const xhr = new XMLHttpRequest();
xhr.open('GET', '/api/items');
xhr.responseType = 'json';
xhr.onload = () => { window.response = xhr.response };
xhr.send()"""


def run(page: Page, site: Site, code: str) -> None:
    """Runs a script of the page, after adding a listener for every event that reports its failures."""
    site.page("/api/items", FALLBACK)
    site.script("/reads.js", f"{LISTEN}\n{code}")
    site.page("/reads", "<!doctype html><link rel='icon' href='data:,'><script src='/reads.js'></script>")
    page.goto(f"{site.url}/reads")


def errors(daemon: Daemon, count: int = 1) -> list[Any]:
    found = wait_until(
        lambda: (all_ := daemon.call("observe", what="errors")) and len(all_) >= count and all_, "the errors"
    )
    assert len(found) == count, found
    return list(found)


# ERR-21
@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "async function load() {\n  const reply = await fetch('/api/items');\n  await reply.json();\n}\nload();",
            3,
        ),
        ("fetch('/api/items')\n  .then((reply) =>\n    reply.json())\n  .then((items) => items.length);", 3),
        ("fetch('/api/items').then((reply) => {\n  reply.json();\n});", 2),
        (
            "(async () => {\n  try {\n    await (await fetch('/api/items')).json();\n  } catch (e) { throw e; }\n})();",
            3,
        ),
    ],
    ids=["awaited", "chained", "forgotten", "thrown again"],
)
def test_html_instead_of_json_is_an_error_with_its_request(
    page: Page, captured: Daemon, site: Site, code: str, line: int
) -> None:
    run(page, site, code)
    [error] = errors(captured)
    assert subset(
        {
            "type": "exception",
            "rejection": True,
            "errorType": "SyntaxError",
            "_failedRequest": {
                "method": "GET",
                "url": f"{site.url}/api/items",
                "status": 200,
                "error": "the response was text/html, not JSON",
                "response": FALLBACK,
            },
        },
        error,
    )
    offset = LISTEN.count("\n") + 1
    assert f"/reads.js:{line + offset}:" in error["stack"]
    summary = error["_aiContext"]["summary"]
    assert "the response was text/html, not JSON" in summary
    assert "It answered GET /api/items with status 200 and begins with `<!doctype html>" in summary


@pytest.mark.parametrize(
    ("path", "reader", "problem"),
    [
        ("/broken.json", "json", "the response was not valid JSON"),
        ("/empty", "json", "the response was empty, not JSON"),
        ("/status/404", "formData", "the response was application/json, not form data"),
        *(
            ("/cut", reader, "the connection was lost before the body was complete")
            for reader in ("text", "json", "blob")
        ),
    ],
)
def test_the_problem_with_a_response_is_named(  # noqa: PLR0917
    page: Page, captured: Daemon, site: Site, path: str, reader: str, problem: str
) -> None:
    site.page("/broken.json", "{oops", "application/json")
    site.page("/empty", "", "application/json")
    run(page, site, f"(async () => {{ await (await fetch('{path}')).{reader}() }})()")
    error = wait_until(
        lambda: next((each for each in captured.call("observe", what="errors") if each["type"] == "exception"), None)
    )
    assert subset({"method": "GET", "url": site.url + path, "error": problem}, error["_failedRequest"])
    assert problem in error["_aiContext"]["summary"]


def test_a_clone_that_cannot_be_read_has_the_request_too(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, "fetch('/api/items').then((reply) => reply.clone().json())")
    [error] = errors(captured)
    assert error["_failedRequest"]["url"] == f"{site.url}/api/items"


def test_one_helper_that_fails_for_two_endpoints_is_two_errors(page: Page, captured: Daemon, site: Site) -> None:
    site.page("/api/users", FALLBACK)
    run(page, site, "const get = async (url) => (await fetch(url)).json();\nget('/api/items'); get('/api/users');")
    found = errors(captured, 2)
    assert {each["_failedRequest"]["url"] for each in found} == {f"{site.url}/api/items", f"{site.url}/api/users"}


def test_an_error_that_wraps_it_has_the_request_too(page: Page, captured: Daemon, site: Site) -> None:
    code = "(async () => { try { await (await fetch('/api/items')).json() } "
    run(page, site, code + "catch (cause) { throw new Error('no items', {cause}) } })()")
    [error] = errors(captured)
    assert error["message"] == "no items"
    assert error["_failedRequest"]["url"] == f"{site.url}/api/items"


def test_an_error_of_promise_any_has_the_request_too(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, "fetch('/api/items').then((reply) => Promise.any([reply.json()]))")
    [error] = errors(captured)
    assert error["errorType"] == "AggregateError"
    assert error["_failedRequest"]["url"] == f"{site.url}/api/items"


def test_an_error_that_the_page_logs_has_the_request_too(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, "fetch('/api/items').then((reply) => reply.json()).catch((e) => console.error('no items', e))")
    [error] = errors(captured)
    assert error["type"] == "console"
    assert error["_failedRequest"]["url"] == f"{site.url}/api/items"
    assert "the response was text/html, not JSON" in error["_aiContext"]["summary"]


@pytest.mark.parametrize("body", ["null", "", "null\n", '{"a": 1}'])
def test_an_xhr_that_gets_the_json_it_asked_for_is_not_an_error(
    page: Page, captured: Daemon, site: Site, body: str
) -> None:
    site.page("/items.json", body, "application/json")
    run(page, site, XHR.replace("/api/items", "/items.json"))
    page.wait_for_function("'response' in window")
    assert captured.call("observe", what="errors") == []


def test_an_xhr_that_asked_for_json_and_got_html_is_an_error(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, f"{XHR}; xhr.addEventListener('load', () => xhr.response.length)")
    exception, request = sorted(errors(captured, 2), key=lambda each: each["type"])
    problem = "the response was text/html, not JSON"
    url = f"{site.url}/api/items"
    assert subset({"type": "network", "method": "GET", "url": url, "status": 200, "error": problem}, request)
    assert subset({"status": 200, "error": problem}, exception["_failedRequest"])
    assert f"GET /api/items got 200 just before, but {problem}." in exception["_aiContext"]["summary"]


HANDLED = [
    "fetch('/api/items').then((reply) => reply.json()).catch(() => {}).then(done)",
    "(async () => { try { await (await fetch('/api/items')).json() } catch {} done() })()",
    "(async () => { const reply = await fetch('/api/items'); await Promise.allSettled([reply.json()]); done() })()",
]


@pytest.mark.parametrize("code", HANDLED)
def test_what_the_page_handles_is_not_an_error(page: Page, captured: Daemon, site: Site, code: str) -> None:
    run(page, site, f"window.isDone = false; const done = () => setTimeout(() => {{ isDone = true }}, 50);\n{code}")
    page.wait_for_function("isDone")
    assert captured.call("observe", what="errors") == []


CASES = [
    "(async () => { await (await fetch('/api/items')).json() })()",
    "fetch('/api/items').then((reply) => reply.json())",
    "fetch('/api/items').then((reply) => { reply.json() })",
    "fetch('/api/items').then((reply) => reply.json()).catch(() => {})",
    "fetch('/api/items').then((reply) => { late(reply.json()) })",
    "fetch('/api/items').then((reply) => reply.json()).catch((e) => setTimeout(() => { throw e }))",
    "fetch('/api/items').then((reply) => reply.json()).catch((e) => { seen.push(describe(e)) })",
    "fetch('/api/items').then((reply) => { reply.text(); return reply.text() })",
    "fetch('/api/items').then((reply) => reply.formData())",
    "fetch('/cut').then((reply) => reply.text())",
    "fetch('/cut').then((reply) => { late(reply.text()) })",
    "new Response(new Blob(['<blob>'])).json()",
    "new Response('<text>').json()",
    "new Response('<described>').json().catch((e) => { seen.push(describe(e)) })",
    "new Request('/', { method: 'POST', body: new Blob(['<request>']) }).json()",
    "Response.prototype.json.call({})",
    "fetch('/api/items').then((reply) => reply.text()).then(JSON.parse)",
    "fetch('/api/items').then((reply) => reply.text()).then((text) => JSON.parse(text))",
    "new Blob(['<text of a blob>']).text().then(JSON.parse)",
    "Promise.resolve('<parsed>').then(JSON.parse)",
    "Promise.resolve('<compiled>').then(Function)",
    "Promise.resolve('<evaluated>').then(eval)",
]
HELPERS = """
let lateOnes = 0;
const late = (promise) => setTimeout(() => promise.catch((e) => { seen.push(`late ${e}`); lateOnes++; }), 200);
const describe = (e) => JSON.stringify([e.stack, `${e}`, Object.getPrototypeOf(e) === SyntaxError.prototype,
  Object.getOwnPropertyNames(e), typeof Object.getOwnPropertyDescriptor(e, 'stack').get]);
"""


@pytest.mark.usefixtures("captured")
def test_page_and_devtools_see_the_same_with_and_without_us(
    browser: Browser, bare_browser: Browser, site: Site
) -> None:
    assert seen(browser, site) == seen(bare_browser, site)


def seen(browser: Browser, site: Site) -> tuple[list[str], list[str]]:
    """What the page's listeners get, and what the console shows; the body of each response names its case."""
    for number in range(len(CASES)):
        site.page(f"/api/{number}", f"<p {number}>")
    page = browser.context.new_page()
    session = browser.context.new_cdp_session(page)
    shown: list[str] = []
    session.on("Runtime.exceptionThrown", lambda event: shown.append(printed(event["exceptionDetails"])))
    session.send("Runtime.enable")
    try:
        cases = (code.replace("items", str(number)) for number, code in enumerate(CASES))
        run(page, site, ";\n".join([HELPERS, *cases]))
        page.wait_for_function("lateOnes === 2")
        page.evaluate("void Promise.reject('the last one')")
        page.wait_for_function("seen.includes('unhandledrejection the last one')")
        return sorted(page.evaluate("seen")), sorted(shown)
    finally:
        page.close()


REPLACED = """
setTimeout(() => {
  document.open();
  const note = ({ type }) => document.title += type;
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, note, true);
  document.write('<title>replaced</title>');
  document.close();
  const failed = fetch('/api/items').then((reply) => reply.json());
  setTimeout(() => failed.catch(() => document.title += ' by the page'), 200);
});
"""


def test_a_document_that_replaces_itself_gets_none_of_our_events(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, REPLACED)
    page.wait_for_function("document.title.endsWith('by the page')")
    assert page.title() == "replaced by the page"


def test_a_page_that_formats_stacks_does_not_get_our_frames(page: Page, captured: Daemon, site: Site) -> None:
    formats = (
        "const given = []; Error.prepareStackTrace = (error, frames) => { given.push(`${error}`); return 'stack' };"
    )
    run(page, site, f"{formats} fetch('/api/items').then((r) => r.json()).catch(() => document.title = given)")
    page.wait_for_function("document.title !== ''")
    assert "SyntaxError" in page.title()
    assert "Error" not in page.title().replace("SyntaxError", "")


def printed(details: dict[str, Any]) -> str:
    """The line of an exception in the console; that of a muted one has no object, only words."""
    text = details["text"]
    first_line = details.get("exception", {}).get("description", "").split("\n")[0]
    return f"{text} {first_line}".strip()


def test_the_readers_look_native(page: Page, captured: Daemon, site: Site) -> None:
    run(page, site, "")
    for reader in ("json", "text", "formData"):
        facts = page.evaluate(f"(({{ name, length }}) => [name, length])(Response.prototype.{reader})")
        assert facts == [reader, 0]
        text = page.evaluate(f"Response.prototype.{reader}.toString()")
        assert text == f"function {reader}() {{ [native code] }}"
