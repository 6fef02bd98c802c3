"""What an assistant reads about one busy page, and how long it waits: ours, and the peer's in the same run."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from busy_site import busy_page
from gasoline.launch.connect import ask
from gasoline.launch.runtime_file import Runtime, read_runtime
from peer import PACKAGE, peer_command, peer_environment, peer_with_browser
from row import Must, Row
from spread import median, ms, percentile
from stdio_client import StdioClient
from workbench import Workbench

MESSAGES = 200
ANSWERS = 60
WARM_UP = 5
P50, P95 = Must(4, "ms p50", counts=False), Must(10, "ms p95", counts=False)

Texts = dict[str, str]
FACTS = {
    "200 console messages": ["199|", '"lines":['],
    "100 requests": ["/echo/items/0?page=2", "/echo/items/99?page=2"],
    "100 WebSocket frames": ["×50", '"price":', '"headline":'],
    "one bug, its facts": [
        "TypeError: Cannot read properties of undefined (reading 'total')",
        "/busy.js:15",
        "`reply.order` is undefined",
        '> 15 |   document.querySelector("#state").textContent = `Paid ${reply.order.total}`;',
        "POST /status/422/orders → 422",
        'ms before: click "Buy"',
    ],
}
"""What must be in an answer: a short one may be short because it says nothing."""
LISTS: dict[str, tuple[dict[str, Any], str, Must]] = {
    "200 console messages": ({"what": "logs", "limit": 200}, "list_console_messages", Must(11_000, "bytes")),
    "100 requests": ({"what": "network", "limit": 110}, "list_network_requests", Must(5_600, "bytes")),
    "100 WebSocket frames": ({"what": "websocket_events", "limit": 110}, "", Must(4_000, "bytes")),
    "one bug, its facts": ({"what": "errors"}, "", Must(1_300, "bytes")),
}


def run(bench: Workbench) -> list[Row]:
    with busy_page() as url:
        ours, took = _ours(bench, url)
        theirs = _theirs(url)
    _check_facts(ours)
    rows = [_row(what, ours[what], theirs.get(what), must) for what, (_, _, must) in LISTS.items()]
    times = f"p50 {ms(median(took))}, p95 {ms(percentile(took, 0.95))} (n={len(took)})"
    return [
        *rows,
        Row("observe what=logs, 200 messages", times, must=P50, value=median(took)),
        Row("the same, slowest of twenty", times, must=P95, value=percentile(took, 0.95)),
    ]


def _check_facts(texts: Texts) -> None:
    missing = {what: [fact for fact in facts if fact not in texts[what]] for what, facts in FACTS.items()}
    assert not any(missing.values()), missing
    assert len(re.findall(r"^l\d+ ", texts["200 console messages"], re.MULTILINE)) == MESSAGES


def _row(what: str, text: str, peer_text: str | None, must: Must) -> Row:
    size = len(text.encode())
    against = f"{PACKAGE}: {len(peer_text.encode()):,} bytes" if peer_text else _why_no_peer(what)
    ratio = size / len(peer_text.encode()) if peer_text else None
    return Row(what, f"{size:,} bytes", against, ratio=ratio, must=must, value=size)


def _why_no_peer(what: str) -> str:
    if peer_command() is None:
        return f"{PACKAGE}: not installable"
    return f"{PACKAGE}: no such tool" if not LISTS[what][1] else f"{PACKAGE}: no answer"


def _ours(bench: Workbench, url: str) -> tuple[Texts, list[float]]:
    daemon = bench.daemon("answers")
    browser = bench.browser(bench.folder / "answers" / "profile", daemon)
    try:
        page = browser.open(url)
        page.wait_for_function("document.title === 'ready'")
        with page.expect_event("pageerror"):
            page.get_by_role("button", name="Buy").click()
        runtime = read_runtime(str(daemon.state_dir))
        assert runtime is not None
        texts = {what: _text(runtime, arguments) for what, (arguments, _, _) in LISTS.items()}
        question = LISTS["200 console messages"][0]
        took = [_timed(lambda: _text(runtime, question)) for _ in range(ANSWERS + WARM_UP)][WARM_UP:]
    finally:
        browser.close()
    return texts, took


def _text(runtime: Runtime, arguments: dict[str, Any]) -> str:
    answer: Any = ask(runtime, "call", wait_s=30, tool="observe", arguments=arguments)
    assert not answer.get("isError"), answer
    return str(answer["content"][0]["text"])


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _theirs(url: str) -> Texts:
    """What the peer says about the same page; nothing where it cannot be installed."""
    command = peer_with_browser()
    if command is None:
        return {}
    with StdioClient(command, peer_environment()) as client:
        client.greet()
        _peer_text(client, 10, "new_page", url=url)
        _peer_text(client, 11, "wait_for", text=["ready for orders"])
        return {
            what: _peer_text(client, 20 + number, tool, **({"pageSize": 200} if number == 0 else {}))
            for number, (what, (_, tool, _)) in enumerate(LISTS.items())
            if tool
        }


def _peer_text(client: StdioClient, number: int, tool: str, **arguments: Any) -> str:
    answer = json.loads(client.ask(number, "tools/call", {"name": tool, "arguments": arguments}))
    content = answer["result"]["content"]
    assert not answer["result"].get("isError"), content
    return "\n".join(block["text"] for block in content if block["type"] == "text")
