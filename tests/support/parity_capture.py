"""What is captured, one scenario for each row of the table in docs/firefox.md: the answer is what stands there."""

import json
import re
from collections.abc import Callable
from typing import Any

from echo_server import EchoServer
from either_browser import EitherBrowser
from parity_pages import parity_page
from site_for_tests import Site
from snippets import snippets_of

Scenario = Callable[[EitherBrowser, Site, EchoServer], str]


def console(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("['log', 'info', 'warn', 'error', 'debug'].forEach((level) => console[level](level, { a: [1] }))")
    entries = browser.until(lambda: len(found := browser.ask("get_browser_logs")) == 5 and found, "the messages")
    return "; ".join(f"{entry['level']} {json.dumps(entry['args'][1])}" for entry in reversed(entries))


def called_from(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("shout('low')")
    entry = browser.until(lambda: with_place(browser.ask("get_browser_logs")), "the place of the message")
    place = entry["calledFrom"][0]
    return f"{place['file']}:{place['line']}:{place['column']} in {place['function']}".replace(site.url, "")


def with_place(entries: list[Any]) -> Any:
    return next((entry for entry in entries if entry.get("calledFrom")), None)


def exception(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    entry = thrown(browser, site, "setTimeout(() => add({}))")
    return f"{entry['errorType']}: {entry['message']}"


def first_frame(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    return frames_of(thrown(browser, site, "setTimeout(() => add({}))"), site)[0]


def async_frames(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    return "; ".join(frames_of(thrown(browser, site, "void outer()"), site)[:2])


def evaluated_code(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    script = "function run() { (0, eval)('(function inText() { throw new Error(1) })()') } setTimeout(run)"
    browser.evaluate(
        f"void document.body.append(Object.assign(document.createElement('script'), {{ text: {script!r} }}))"
    )
    frame = frames_of(only_error(browser), site)[0]
    return re.sub(r":\d+:\d+", ":LINE:COLUMN", frame)


def source_line(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("void setTimeout(() => add({}))")
    found = browser.until(lambda: snippets_of(only_error(browser)), "the source lines")
    (line,) = [line for line in found[0]["snippet"] if line.get("isError")]
    return f"{found[0]['file'].replace(site.url, '')}: {line['text'].strip()}"


def rejection(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    entry = thrown(browser, site, "void outer()")
    return f"{entry['errorType']}: {entry['message']}"


def failed_script(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("void document.body.append(Object.assign(document.createElement('script'), { src: '/none.js' }))")
    entry = only_error(browser)
    return f"{entry['type']}: {entry['message'].replace(site.url, '')}"


def refused_fetch(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("fetch('/status/422', { method: 'POST' }).then(() => null)")
    return refusal(browser, site)


def refusal(browser: EitherBrowser, site: Site) -> str:
    """The beginning of the response may come after the error."""
    entry = browser.until(lambda: (error := only_error(browser)).get("response") and error, "the response")
    return f"{entry['method']} {entry['url'].replace(site.url, '')} {entry['status']} {entry['response']}"


def unreachable_fetch(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("fetch('/reset').catch(() => null)")
    entry = only_error(browser)
    return f"{entry['method']} {entry['url'].replace(site.url, '')}: {entry.get('error')}".replace(site.url, "")


def refused_xhr(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate(
        "new Promise((done) => { const xhr = new XMLHttpRequest(); xhr.onloadend = () => done(null);"
        " xhr.open('GET', '/status/500'); xhr.send(); })"
    )
    return refusal(browser, site)


def bodies(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("fetch('/echo', { method: 'POST', body: 'hello' }).then((reply) => reply.text())")
    (exchange,) = browser.until(lambda: browser.ask("get_network_bodies"), "the bodies")
    return f"sent {exchange['requestBody']}, got {exchange['responseBody']}"


def websocket(browser: EitherBrowser, site: Site, echo: EchoServer) -> str:
    browser.begin(parity_page(site))
    talk = "socket.onopen = () => socket.send('ping'); socket.onmessage = () => socket.close(4000, 'enough')"
    script = f"const socket = new WebSocket('{echo.url}'); {talk}; socket.onclose = () => done(null)"
    browser.evaluate(f"new Promise((done) => {{ {script}; }})")
    events = browser.until(
        lambda: len(found := browser.ask("get_websocket_events")) == 4 and found, "the socket's events"
    )
    return "; ".join(" ".join(map(str, fields_of(event))) for event in reversed(events))


def fields_of(event: Any) -> list[Any]:
    return [event[key] for key in ("event", "direction", "data", "code", "reason") if key in event]


def click(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.click("#buy")
    return json.dumps(action(browser, "click")["selectors"])


def typing(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.type("#name", "Ada")
    browser.click("#buy")
    entry = action(browser, "input")
    return f"{entry['value']} in {entry['selectors']['ariaLabel']}"


def soft_navigation(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("history.pushState({}, '', '/parity?step=2')")
    entry = browser.until(lambda: next((a for a in actions(browser) if a.get("toUrl")), None), "the navigation")
    return f"{entry['type']} {entry['fromUrl']} to {entry['toUrl']}".replace(site.url, "")


def annotations(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("__gasoline.annotate('cart', { items: 3 }); console.error('with context')")
    return json.dumps(only_error(browser).get("_context"))


def measured(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.click("#buy")  # from now on, the largest paint is known
    snapshot = browser.until(lambda: load_of(browser), "the load to be measured")
    groups = {"timing": snapshot["timing"], "longTasks": snapshot["longTasks"]}
    values = {f"{group}.{name}": value for group, timed in groups.items() for name, value in timed.items()}
    # Whether a click counts as an interaction depends on how busy the machine is.
    missing = [name for name, value in values.items() if value is None and "interaction" not in name]
    return f"everything but {', '.join(sorted(missing))}" if missing else "everything"


def load_of(browser: EitherBrowser) -> Any:
    """The snapshot, once it says how long the load took and when its largest paint was."""
    reply = browser.reply("check_performance", url="/parity")
    snapshot = None if reply["isError"] else json.loads(reply["content"][0]["text"])["snapshot"]
    timing = snapshot["timing"] if snapshot else {}
    return snapshot if timing.get("load") and timing.get("largestContentfulPaint") else None


def thrown(browser: EitherBrowser, site: Site, script: str) -> Any:
    browser.begin(parity_page(site))
    browser.evaluate(f"void ({script.removeprefix('void ')})")
    return only_error(browser)


def only_error(browser: EitherBrowser) -> Any:
    (entry,) = browser.until(lambda: browser.ask("get_browser_errors"), "the error")
    return entry


def frames_of(entry: Any, site: Site) -> list[str]:
    lines = entry["stack"].replace(site.url, "").split("\n")
    return [line.strip() for line in lines if re.search(r":\d+\)?$", line)]


def actions(browser: EitherBrowser) -> list[Any]:
    return list(browser.ask("get_enhanced_actions"))


def action(browser: EitherBrowser, kind: str) -> Any:
    return browser.until(lambda: next((a for a in actions(browser) if a["type"] == kind), None), f"the {kind}")
