"""A session in a small shop, and the test that is generated from it."""

import json
from typing import Any

from parts import Parts

HOME = "http://localhost:3000"


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": f"{HOME}/shop", "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def call(seconds: float, method: str, path: str, status: int, body: Any, **more: Any) -> dict[str, Any]:
    known = {"method": method, "url": HOME + path, "status": status, "contentType": "application/json"}
    return at(seconds, id=f"r{seconds}") | known | {"responseBody": json.dumps(body), **more}


def snapshot(seconds: float, path: str, heading: str) -> dict[str, Any]:
    elements: list[dict[str, Any]] = [
        {"role": "heading", "level": 1, "text": heading},
        {"text": "Total 30", "testId": "total"},
        {"text": "hidden", "testId": "hidden", "visible": False},
        {"text": "Ready", "testId": "state"},
        {"text": "fourth", "testId": "fourth"},
    ]
    return at(seconds, elements=[{"stable": True, **element} for element in elements]) | {"url": HOME + path}


async def made(parts: Parts, **params: Any) -> str:
    text: str = (await parts.ask("generate_test", **params))["test_script"]
    return text


def order_something(parts: Parts) -> Parts:
    """A person opened the shop, ordered, and came to the thanks."""
    parts.send(
        "actions",
        at(0, type="navigate", trigger="load", toUrl=f"{HOME}/shop"),
        at(1, type="click", selectors={"testId": "order"}),
        at(1.2, type="navigate", trigger="pushState", toUrl=f"{HOME}/thanks"),
        at(4, type="click", selectors={"testId": "close"}),
    )
    parts.send(
        "network_bodies",
        call(1.05, "POST", "/api/orders", 201, {"id": 1, "lines": [{"sku": "a", "n": 1}, {"sku": "b"}], "note": None}),
        call(1.06, "POST", "/analytics", 204, None),
        call(3.5, "GET", "/api/too-late", 200, {}),
    )
    parts.send("dom_snapshots", snapshot(0.3, "/shop", "Shop"), snapshot(1.8, "/thanks", "Thanks"))
    return parts
