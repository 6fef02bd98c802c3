"""What was told a moment ago: the same is not told again within the window."""

from gasoline.model import limits


class Repeats:
    """Remembers a bounded number of keys, each until the window after it has passed."""

    def __init__(self, window_s: float = limits.NOTICE_DEDUP_S, capacity: int = limits.NOTICE_DEDUP_KEYS) -> None:
        self._window_s = window_s
        self._capacity = capacity
        self._told: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._told)

    def is_new(self, key: int, now: float) -> bool:
        """Whether it may be told; if so, it counts as told now."""
        told = self._told.get(key)
        if told is not None and now - told < self._window_s:
            return False
        self._told.pop(key, None)
        self._told[key] = now
        if len(self._told) > self._capacity:
            del self._told[next(iter(self._told))]
        return True
