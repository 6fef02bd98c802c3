"""Secrets of every format, planted wherever a page can put them, come out of no exit."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from daemon import Daemon, wait_until
from exits import PAGE, every_exit
from parts import NOW, Parts
from vendor_samples import ROWS, sample, secret_of

from gasoline.analysis.errors.failed_request import FAILED_REQUEST_RESPONSE_CHARS
from gasoline.browser.query_broker import PageReply
from gasoline.capabilities import ALL

CANARIES = {row_id: (sample(row), secret_of(row)) for row_id, row in ROWS.items() if not row.is_public}
NAMED = "xK9#mQ2$vL5canary"
CANARIES["named"] = (json.dumps({"password": NAMED}), NAMED)
TOGETHER = 5  # secrets in one server, which is faster
LONGEST_SHOWN = 9  # the first 6 and the last 3 characters, which may stand side by side
CUTS = [limit - 20 for limit in (80, 100, 200, 300)]  # words before the secret, so that a cut there breaks it


def plant(parts: Parts, text: str) -> None:
    """The text in every place that a page can write to."""
    snippet = {"file": "src/a.js", "line": 1, "snippet": [{"line": 1, "text": f"const k = `{text}`", "isError": True}]}
    state = {"source": "redux", "keys": {}, "relevantSlice": {"auth.value": text}}
    context: dict[str, Any] = {"_sourceSnippets": [snippet], "_stateSnapshot": state, "_context": {"note": text}}
    url = f"https://shop.test/a?x={text}"
    parts.log(text, {"nested": {"deep": text}}, [text], json.dumps({"inner": text}), url=url, **context)
    parts.log(text, level="error", url=url)
    parts.send(
        "logs",
        {"type": "exception", "message": text, "stack": f"Error: {text}\n at x", "url": PAGE, **context},
        {"type": "network", "method": "GET", "url": url, "status": 500, "response": text, "error": text},
        {"type": "resource", "message": text, "source": url, "element": "img"},
    )
    parts.send("network", {"id": "w1", "url": url, "initiator": "fetch", "pageUrl": url, "redirectedTo": url})
    parts.send(
        "network_bodies",
        {
            "id": "b1",
            "method": "POST",
            "url": url,
            "status": 200,
            "requestBody": json.dumps({"a": text}),
            "responseBody": json.dumps({"b": [text]}),
            "contentType": "application/json",
            "requestHeaders": {"x-debug": text},
            "responseHeaders": {"x-debug": text},
            "pageUrl": PAGE,
        },
    )
    for direction in ("incoming", "outgoing"):
        frame = {"event": "message", "id": "ws", "url": url, "direction": direction, "data": text, "size": 9}
        parts.send("websocket_events", {"event": "open", "id": "ws", "url": url}, frame)
    parts.send("websocket_status", {"id": "ws", "url": url, "state": "open", "incoming": {"total": 1, "preview": text}})
    parts.send(
        "actions",
        {"type": "input", "url": PAGE, "value": text, "selectors": {"id": "k"}, "inputType": "text"},
        {"type": "navigate", "url": PAGE, "toUrl": url, "fromUrl": PAGE, "trigger": "load"},
    )
    printed = {"ts": NOW, "name": "api", "level": "error", "text": f"failed: {text}"}
    exception = {"type": "ValueError", "message": text, "file": "api.py", "line": 3, "function": "order"}
    parts.send("server_logs", printed, {**printed, "exception": exception, "request": {"method": "GET", "path": "/a"}})
    parts.send("dom_snapshots", {"url": PAGE, "title": text, "elements": [{"role": "heading", "text": text}]})


def answering(parts: Parts, text: str) -> None:
    """A browser whose every answer is the text."""

    answer = {
        "url": PAGE,
        "title": text,
        "matchCount": 1,
        "returnedCount": 1,
        "matches": [{"tag": "p", "attributes": {"title": text}, "text": text}],
        "report": None,
        "viewport": {"width": 1, "height": 1},
        "scroll": {"x": 0, "y": 0},
        "documentHeight": 1,
        **dict.fromkeys(("links", "images", "interactiveElements"), 1),
        "headings": [text],
        "forms": [{"id": "", "action": f"{PAGE}?x={text}", "fields": [text]}],
        "visibleText": text,
        "landmarks": [{"landmark": f"main “{text}”", "lines": [text]}],
    }

    answer |= {"tabId": 1, "width": 1, "height": 1, "format": "png", "bytes": 1, "data": "AA=="}

    async def ask(*_: Any, **__: Any) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(answer))

    async def ask_page(*_: Any, **__: Any) -> PageReply:
        return PageReply(msgspec.Raw(msgspec.json.encode(answer)))

    async def ask_all(*_: Any, **__: Any) -> list[msgspec.Raw]:
        return [msgspec.Raw(msgspec.json.encode([answer]))]

    async def flush(*_: Any, **__: Any) -> list[int]:
        return []

    parts.store.extension.record_contact()
    parts.store.queries.ask = ask  # type: ignore[method-assign]
    parts.store.queries.ask_page = ask_page  # type: ignore[method-assign]
    parts.store.queries.ask_all = ask_all  # type: ignore[method-assign]
    parts.store.queries.flush = flush  # type: ignore[method-assign]


# MASK-01
@pytest.mark.parametrize("first", range(0, len(CANARIES), TOGETHER))
async def test_no_output_shows_a_secret(tmp_path: Path, first: int) -> None:
    planted = list(CANARIES.values())[first : first + TOGETHER]
    parts = Parts(tmp_path)
    for text, _ in planted:
        plant(parts, text)
        answering(parts, text)
    async for exit_name, shown in every_exit(parts):
        assert "internal_error" not in shown, exit_name
        for _, secret in planted:
            assert found_in(shown, secret) == set(), exit_name


# MASK-01
@pytest.mark.parametrize("cut", [0, *CUTS])
@pytest.mark.parametrize("canary", CANARIES)
async def test_no_comparison_of_pages_shows_a_secret(tmp_path: Path, canary: str, cut: int) -> None:
    text, secret = CANARIES[canary]
    parts = Parts(tmp_path)
    answering(parts, "before")
    session = (await parts.ask("verify_fix", action="start"))["session_id"]
    answering(parts, "w " * (cut // 2) + text)
    for output in ("json", "text"):
        reply = await parts.call("verify_fix", action="compare", session_id=session, output=output)
        assert '"count":2' in reply.texts[0] or "appeared main" in reply.texts[0]
        for block in reply.texts:
            assert found_in(block, secret) == set()


# MASK-03
@pytest.mark.parametrize("before", CUTS)
@pytest.mark.parametrize("canary", ["github-token", "jwt", "named"])
async def test_no_output_shows_half_a_secret_in_a_truncated_text(tmp_path: Path, canary: str, before: int) -> None:
    text, secret = CANARIES[canary]
    long = "w " * (before // 2) + text
    parts = Parts(tmp_path)
    plant(parts, long)
    answering(parts, long)
    async for exit_name, shown in every_exit(parts):
        assert found_in(shown, secret) == set(), exit_name


@pytest.mark.parametrize("tool", ["get_network_bodies", "export_har", "get_websocket_events"])
async def test_a_secret_that_capture_has_truncated_is_not_shown(tmp_path: Path, tool: str) -> None:
    _, secret = CANARIES["github-token"]
    cut = json.dumps({"v": secret})[: len(secret) - 4]
    sent = {"url": PAGE, "method": "POST", "status": 200, "requestBody": cut, "responseBody": cut, "truncated": True}
    frame = {"event": "message", "id": "w", "url": PAGE, "direction": "incoming", "data": cut, "truncated": True}
    parts = Parts(tmp_path)
    parts.send("network_bodies", {"id": "b", "contentType": "application/json", **sent})
    parts.send("websocket_events", frame)
    shown = (await parts.call(tool)).texts[0]
    assert secret[:6] in shown
    assert found_in(shown, secret) == set()


async def test_the_answer_of_a_request_that_failed_before_an_error_is_masked_before_it_is_truncated(
    tmp_path: Path,
) -> None:
    _, secret = CANARIES["github-token"]
    answer = "w " * (FAILED_REQUEST_RESPONSE_CHARS // 2 - 10) + secret
    parts = Parts(tmp_path)
    parts.send(
        "logs",
        {"type": "network", "method": "GET", "url": PAGE, "status": 500, "response": answer},
        {"type": "exception", "message": "Error: no", "stack": "Error: no\n at x", "url": PAGE},
    )
    shown = (await parts.call("get_browser_errors")).texts[0]
    assert "_failedRequest" in shown
    assert found_in(shown, secret) == set()


@pytest.mark.parametrize("canary", CANARIES)
async def test_no_error_message_shows_a_secret(tmp_path: Path, canary: str) -> None:
    text, secret = CANARIES[canary]
    parts = Parts(tmp_path)
    for capability in ALL:
        for arguments in ({text: 1}, {"since": text}, {"url_filter": text, "limit": text}):
            for block in (await parts.call(capability.tool, **arguments)).texts:
                assert found_in(block, secret) == set(), capability.tool


def test_the_daemons_log_and_tail_show_no_secret(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state")
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "gasoline", "tail", "--json"],
            env=daemon.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as tail:
            assert tail.stdout is not None and tail.stderr is not None
            assert "watching" in tail.stderr.readline()
            entries = [{"type": "console", "level": "error", "args": [text]} for text, _ in CANARIES.values()]
            assert daemon.request("POST", "/logs", {"entries": entries}).status == 200
            lines = "".join(tail.stdout.readline() for _ in entries)
            tail.kill()
        log = daemon.state_dir / "logs.jsonl"
        wait_until(lambda: log.read_text().count("\n") >= len(entries), "the log")
    finally:
        daemon.stop()
    for text in (lines, log.read_text(), daemon.log.read_text()):
        for _, secret in CANARIES.values():
            assert found_in(text, secret) == set()


def found_in(text: str, secret: str) -> set[str]:
    """The pieces of the secret in the text that are longer than a mask may show, however often the text is escaped: in
    JSON, in a regular expression, in both."""
    bare, shown = json.dumps(secret)[1:-1].replace("\\", ""), text.replace("\\", "")
    piece = min(len(bare), max(LONGEST_SHOWN, len(bare) // 3) + 1)
    starts = range(len(bare) - piece + 1)
    return {bare[start : start + piece] for start in starts if bare[start : start + piece] in shown}
