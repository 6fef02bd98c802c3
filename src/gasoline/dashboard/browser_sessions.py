"""Browser sessions of the dashboard: a random id in a cookie each, valid until the daemon stops."""

import hmac
import secrets
from collections import deque

from gasoline.dashboard.one_time_links import DASHBOARD_SECRET_BYTES

MAX_DASHBOARD_SESSIONS = 20  # browsers that may look at once; the oldest has to open a new link


class BrowserSessions:
    """Keeps the newest sessions; an evicted browser needs a new link."""

    def __init__(self) -> None:
        self._ids: deque[str] = deque(maxlen=MAX_DASHBOARD_SESSIONS)

    def start(self) -> str:
        self._ids.append(secrets.token_urlsafe(DASHBOARD_SECRET_BYTES))
        return self._ids[-1]

    def knows(self, offered: str) -> bool:
        """Compares the complete id in constant time."""
        return any(hmac.compare_digest(known.encode(), offered.encode()) for known in self._ids)
