"""Calls of security_audit, and a response to find something in."""

from typing import Any

from parts import Parts

KEY = "q7Zt4mXcV9pLw2RkYb8N"


def body(**more: Any) -> dict[str, Any]:
    return {
        "method": "GET",
        "url": "https://shop.test/api/data",
        "status": 200,
        "contentType": "application/json",
        "pageUrl": "https://shop.test/",
        **more,
    }


async def findings(parts: Parts, **arguments: Any) -> list[dict[str, Any]]:
    return list((await parts.ask("security_audit", **arguments))["findings"])


async def only(parts: Parts, **arguments: Any) -> dict[str, Any]:
    [finding] = await findings(parts, **arguments)
    return finding
