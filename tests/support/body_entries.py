"""Exchanges with their bodies, as an assistant sees them."""

from typing import Any

from daemon import Daemon, wait_until


def bodies(daemon: Daemon, **filters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = daemon.call("observe", what="network_bodies", limit=100, **filters)
    return found


def received(daemon: Daemon, part: str) -> dict[str, Any]:
    """The one exchange with this address, as soon as its response is there."""

    def complete() -> dict[str, Any] | None:
        found = bodies(daemon, url_filter=part)
        return found[0] if found and found[0]["responseBody"] is not None else None

    entry: dict[str, Any] = wait_until(complete, f"the body of {part}")
    return entry


def exchange(daemon: Daemon, **filters: Any) -> dict[str, Any]:
    """The one exchange that there is, as soon as it is there."""
    [entry] = wait_until(lambda: bodies(daemon, **filters), "the exchange")
    only: dict[str, Any] = entry
    return only
