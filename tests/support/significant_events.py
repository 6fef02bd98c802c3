"""Events that triggers look at, and the notices that they made."""

from typing import Any

from parts import Parts

from gasoline.model.notices import Notice

PAGE = "http://localhost:3000/shop"


API = "http://localhost:3000/api"


def notices(parts: Parts) -> list[Notice]:
    return [numbered.notice for numbered in parts.store.notices.after(0)]


def messages(parts: Parts) -> list[str]:
    return [notice.message for notice in notices(parts)]


def respond(parts: Parts, status: int, path: str = "/users", method: str = "GET", **more: Any) -> None:
    parts.send("network", {"method": method, "status": status, "url": API + path, "initiator": "fetch", **more})
