"""Deduplication: the same key is not repeated within a time window."""

from gasoline.kernel.digest import digest
from gasoline.model.notices import Notice

NOTICE_DEDUP_S = 30.0  # NOTE-06
NOTICE_DEDUP_KEYS = 300  # messages that are remembered, within the memory of NOTE-06


def dedup_key(notice: Notice) -> int:
    """The same within the window is the same event."""
    return digest(f"{notice.message}\n{notice.topic}")


class RecentKeys:
    """Remembers a bounded number of keys, each until its window has passed."""

    def __init__(self, window_s: float = NOTICE_DEDUP_S, capacity: int = NOTICE_DEDUP_KEYS) -> None:
        self._window_s = window_s
        self._capacity = capacity
        self._seen: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._seen)

    def is_new(self, key: int, now: float) -> bool:
        """Whether the key is new; if so, its window starts now."""
        reported = self._seen.get(key)
        if reported is not None and now - reported < self._window_s:
            return False
        self._seen.pop(key, None)
        self._seen[key] = now
        if len(self._seen) > self._capacity:
            del self._seen[next(iter(self._seen))]
        return True
