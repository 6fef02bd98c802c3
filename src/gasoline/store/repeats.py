"""What was told a moment ago: the same is not told again within the window."""

from collections import OrderedDict

from gasoline.model import limits


class Repeats:
    """Remembers a bounded number of keys, each until the window after it has passed."""

    def __init__(self, window_s: float = limits.NOTICE_DEDUP_S, capacity: int = limits.NOTICE_DEDUP_KEYS) -> None:
        self._window_s = window_s
        self._capacity = capacity
        self._told: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._told)

    def is_new(self, key: str, now: float) -> bool:
        """Whether it may be told; if so, it counts as told now."""
        told = self._told.get(key)
        if told is not None and now - told < self._window_s:
            return False
        self._told[key] = now
        self._told.move_to_end(key)
        if len(self._told) > self._capacity:
            self._told.popitem(last=False)
        return True
