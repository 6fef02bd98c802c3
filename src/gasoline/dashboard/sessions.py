"""Browsers that may look at the dashboard: each by a random id in its cookie, until the daemon ends."""

import hmac
import secrets
from collections import deque

from gasoline.model import limits


class Sessions:
    """The newest; who is beyond the bound opens a new link."""

    def __init__(self) -> None:
        self._ids: deque[str] = deque(maxlen=limits.DASHBOARD_SESSIONS)

    def start(self) -> str:
        self._ids.append(secrets.token_urlsafe(limits.DASHBOARD_SECRET_BYTES))
        return self._ids[-1]

    def knows(self, offered: str) -> bool:
        """Compared whole and in constant time."""
        return any(hmac.compare_digest(known.encode(), offered.encode()) for known in self._ids)
