"""The answer about errors: bytes for one with everything around it, processor time for many."""

import asyncio
import time
from typing import Any

from parts import Parts

from row import Must, Row
from spread import median, ms
from workbench import Workbench

ERRORS = 1_000
GROUPS = 50
ANSWERS = 20
MUST_BYTES = Must(6_000, "bytes")
MUST_MS = Must(25, "ms p50", counts=False)

PAGE = "http://localhost:3000/checkout"
BUNDLE = "http://localhost:3000/static/js/main.8f3a2c1b.js"
FUNCTIONS = ["totalOf", "Summary", "renderWithHooks", "updateFunctionComponent", "beginWork", "performUnitOfWork"]
WORDS = [chr(97 + i // 26) + chr(97 + i % 26) for i in range(GROUPS)]


def run(bench: Workbench) -> list[Row]:
    size = asyncio.run(_bytes_of_one(Parts(bench.folder)))
    took = asyncio.run(_times_of_many(Parts(bench.folder / "many")))
    return [
        Row("answer about one error", f"{size:,} bytes", must=MUST_BYTES, value=size),
        Row(
            f"answer about {ERRORS:,} errors in {GROUPS} groups",
            f"p50 {ms(median(took))} of processor time (n={len(took)})",
            must=MUST_MS,
            value=median(took),
        ),
    ]


async def _bytes_of_one(parts: Parts) -> int:
    parts.send("actions", *(_action(second) for second in range(4, 9)))
    parts.send("logs", _request(), _error("reading 'total'"))
    reply = await parts.call("observe", what="errors", limit=1)
    assert all(name in reply.texts[0] for name in ("_failedRequest", "_actions", "sourceSnippets", "stateSnapshot"))
    return sum(len(text.encode()) for text in reply.texts)


async def _times_of_many(parts: Parts) -> list[float]:
    parts.send("actions", *(_action(second) for second in range(4, 9)))
    for number in range(ERRORS):
        parts.send("logs", _error(f"reading '{WORDS[number % GROUPS]}'), order {number}"))
    took = []
    for _ in range(ANSWERS):
        start = time.process_time()
        reply = await parts.call("observe", what="errors")
        took.append((time.process_time() - start) * 1000)
        assert f"of {GROUPS} shown" in reply.texts[1]
    return took


def _at(second: int) -> str:
    return f"2026-01-31T12:00:{second:02}.123Z"


def _error(words: str) -> dict[str, Any]:
    message = f"Cannot read properties of undefined ({words})"
    frames = [f"    at {name} ({BUNDLE}:2:{4711 + 97 * at})" for at, name in enumerate(FUNCTIONS * 2)]
    return {
        **{"type": "exception", "ts": _at(10), "url": PAGE, "tabId": 7, "message": message, "errorType": "TypeError"},
        **{"filename": BUNDLE, "lineno": 2, "colno": 4711, "stack": "\n".join([f"TypeError: {message}", *frames])},
        "_sourceSnippets": [_snippet("src/checkout/Summary.tsx", line) for line in (42, 17, 88)],
        "_componentAncestry": _components(),
        "_stateSnapshot": _state(),
    }


def _snippet(file: str, line: int) -> dict[str, Any]:
    texts = [f"  const part{number} = formatMoney(order.lines[{number}].price)" for number in range(11)]
    texts[5] = "  return money(order.receipt.total)"
    lines = [{"line": line - 5 + number, "text": text} for number, text in enumerate(texts)]
    lines[5]["isError"] = True
    return {"file": file, "line": line, "column": 29, "snippet": lines}


def _components() -> dict[str, Any]:
    names = ["App", "ThemeProvider", "Router", "CheckoutPage", "CheckoutForm", "Summary"]
    return {
        "framework": "react",
        "components": [{"name": name, "propKeys": ["order", "onPaid"], "hasState": True} for name in names],
    }


def _state() -> dict[str, Any]:
    keys = {"type": "object", "keys": ["items", "status", "error", "total"]}
    values = {"cart.status": "failed", "cart.error": "Request failed with status 500", "cart.total": None}
    return {"source": "redux", "keys": {"cart": keys, "user": keys, "ui": keys}, "relevantSlice": values}


def _request() -> dict[str, Any]:
    return {
        **{"type": "network", "ts": _at(9), "method": "POST", "url": "http://localhost:3000/api/orders", "status": 500},
        **{"duration": 31.5, "tabId": 7, "pageUrl": PAGE, "response": '{"error":{"code":"stock_unknown"}}'},
    }


def _action(second: int) -> dict[str, Any]:
    selectors = {"testId": "buy", "cssPath": "main > form > button", "role": {"role": "button", "name": "Buy"}}
    return {"type": "click", "ts": _at(second), "url": PAGE, "tabId": 7, "text": "Buy now", "selectors": selectors}
