"""One-time links: `gasoline open` makes one, the first browser that brings it gets in."""

import secrets
from collections.abc import Callable

from gasoline.model import limits


class Links:
    """Codes that wait for their browser, the oldest first."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._until: dict[str, float] = {}

    def make(self) -> str:
        """A new code; of too many that wait, the oldest is void."""
        code = secrets.token_urlsafe(limits.DASHBOARD_SECRET_BYTES)
        self._until[code] = self._monotonic() + limits.DASHBOARD_LINK_S
        while len(self._until) > limits.DASHBOARD_LINKS:
            del self._until[next(iter(self._until))]
        return code

    def use(self, code: str) -> bool:
        """Whether the code was good; it never is again."""
        until = self._until.pop(code, None)
        return until is not None and self._monotonic() < until
