"""A recording written by hand, event by event, as the extension would send it."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from flow_site import answer

START_MS = 1_769_860_800_000
STEP_MS = 600


@dataclass
class Tape:
    """Each thing that the person does comes a little after the one before."""

    origin: str
    path: str
    now_ms: int = START_MS
    actions: list[dict[str, Any]] = field(default_factory=list)
    logs: list[dict[str, Any]] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    snapshots: list[dict[str, Any]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.origin + self.path

    def load(self) -> None:
        self.actions.append(
            {"type": "navigate", "trigger": "load", "toUrl": self.url, "fromUrl": "", **self._stamp(self.now_ms)}
        )

    def act(self, kind: str, **more: Any) -> None:
        self.now_ms += STEP_MS
        self.actions.append({"type": kind, **self._stamp(self.now_ms), **more})

    def at_once(self, kind: str, **more: Any) -> None:
        """What followed from the last action, a moment later."""
        self.actions.append({"type": kind, **self._stamp(self.now_ms + 1), **more})

    def route(self, path: str, trigger: str = "pushState") -> None:
        before = self.url
        self.path = path
        self.at_once("navigate", trigger=trigger, fromUrl=before, toUrl=self.url)

    def call(self, method: str, path: str, after_ms: int = 10) -> None:
        status, body = answer(method, path)
        stamp = self._stamp(self.now_ms + after_ms) | {"url": self.origin + path, "pageUrl": self.url}
        event = {"id": f"r{len(self.bodies)}", "method": method, "status": status, "contentType": "application/json"}
        self.bodies.append({**event, **stamp, "responseBody": json.dumps(body)})

    def show(self, heading: str, after_ms: int = 300) -> None:
        """A snapshot of the page."""
        elements = [{"role": "heading", "level": 1, "text": heading, "visible": True}]
        self.snapshots.append({"title": "", "elements": elements, **self._stamp(self.now_ms + after_ms)})

    def fail(self, message: str, after_ms: int = 20, **more: Any) -> None:
        self.logs.append({"type": "exception", "message": message, **self._stamp(self.now_ms + after_ms), **more})

    def log_error(self, *args: Any, after_ms: int) -> None:
        entry = {"type": "console", "level": "error", "args": list(args)}
        self.logs.append({**entry, **self._stamp(self.now_ms + after_ms)})

    def fail_request(self, method: str, path: str) -> None:
        status, body = answer(method, path)
        entry = {"type": "network", "method": method, "status": status, "response": json.dumps(body)}
        self.logs.append({**entry, **self._stamp(self.now_ms + 20), "url": self.origin + path, "pageUrl": self.url})

    def _stamp(self, at_ms: int) -> dict[str, Any]:
        moment = datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")
        return {"ts": moment, "timestamp": at_ms, "url": self.url}


def role(kind: str, name: str, nth: int | None = None) -> dict[str, Any]:
    """Selectors of an element that has a role and a name."""
    selectors: dict[str, Any] = {"role": {"role": kind, "name": name}}
    return selectors if nth is None else selectors | {"nth": {"role": nth}}
