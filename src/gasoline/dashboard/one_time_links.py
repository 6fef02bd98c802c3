"""One-time links: `gasoline open` creates one, and the first browser that uses it gets a session."""

import secrets
from collections.abc import Callable

DASHBOARD_SECRET_BYTES = 32  # 256 random bits in a one-time code and in a session's cookie
DASHBOARD_LINK_S = 60.0  # GUARD-11: how long a one-time link waits for its browser
MAX_DASHBOARD_LINKS = 10  # links that wait at once; the oldest is dropped


class OneTimeLinks:
    """Unused codes, oldest first."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._until: dict[str, float] = {}

    def make(self) -> str:
        """A new code; if too many are unused, the oldest expires."""
        code = secrets.token_urlsafe(DASHBOARD_SECRET_BYTES)
        self._until[code] = self._monotonic() + DASHBOARD_LINK_S
        while len(self._until) > MAX_DASHBOARD_LINKS:
            del self._until[next(iter(self._until))]
        return code

    def use(self, code: str) -> bool:
        """Whether the code was valid; it cannot be used again."""
        until = self._until.pop(code, None)
        return until is not None and self._monotonic() < until
