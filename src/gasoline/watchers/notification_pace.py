"""The rate limit of one exit: the first event at once, the following ones as a summary when it is time."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from gasoline.model.notices import CATEGORIES, SEVERITIES, Category, Notice, Severity

NOTICE_BATCH_S = 2.0  # NOTE-04
NOTICES_PER_MINUTE = 12  # NOTE-05
NOTICES_HELD = 50  # events in one summary; what is beyond is counted
NOTICE_ORIGINS = 50  # addresses by which it is counted, for filters that change meanwhile

MINUTE_S = 60.0
Origin = tuple[Category, tuple[str, ...]]
"""The parts of an event that filters use: its category and its URLs."""
CATEGORY_NAMES: dict[Category, tuple[str, str]] = {
    "errors": ("error", "errors"),
    "network_errors": ("network error", "network errors"),
    "performance": ("performance event", "performance events"),
    "user_frustration": ("sign of user frustration", "signs of user frustration"),
    "security": ("possible credential exposure", "possible credential exposures"),
}
RANK: dict[Severity, int] = {"warning": 0, "error": 1}


class NotificationPace:
    """Holds notices until they may be sent. Time is an argument; nothing here waits."""

    def __init__(self) -> None:
        self._held: list[Notice] = []
        self._beyond: Counter[Origin] = Counter()
        self._latest = ""
        self._sent: deque[float] = deque(maxlen=NOTICES_PER_MINUTE)
        self._window_end = 0.0

    @property
    def is_empty(self) -> bool:
        return not self._held and not self._beyond

    def hold(self, notice: Notice) -> None:
        """Holds a notice until it may be sent; of too many, only the counts per origin."""
        self._latest = notice.timestamp
        if len(self._held) < NOTICES_HELD:
            self._held.append(notice)
            return
        origin: Origin = (notice.category, notice.addresses)
        is_known = origin in self._beyond or len(self._beyond) < NOTICE_ORIGINS
        self._beyond[origin if is_known else (notice.category, ())] += 1

    def next_at(self, throttle_s: float) -> float:
        """The earliest time of the next notification."""
        if not self._sent:
            return 0.0
        full = len(self._sent) == NOTICES_PER_MINUTE
        minute = self._sent[0] + MINUTE_S if full else 0.0
        return max(self._sent[-1] + throttle_s, self._window_end, minute)

    def take(self, now: float, *, at_once: bool) -> Notice:
        """All held notices as one. An immediate notice opens a window for the following ones."""
        held, beyond = self._held, _by_category(self._beyond)
        self._held, self._beyond = [], Counter()
        self._sent.append(now)
        if at_once:
            self._window_end = now + NOTICE_BATCH_S
        return held[0] if len(held) == 1 and not beyond else summary(held, beyond, self._latest)

    def keep(self, wanted: Callable[[Notice], bool]) -> None:
        """Drops unwanted notices; sent ones still count for the rate."""
        self._held = [notice for notice in self._held if wanted(notice)]
        self._beyond = Counter(
            {
                origin: count
                for origin, count in self._beyond.items()
                if wanted(Notice(origin[0], "", "", {}, origin[1]))
            }
        )


def _by_category(beyond: Counter[Origin]) -> Counter[Category]:
    counts: Counter[Category] = Counter()
    for (category, _), count in beyond.items():
        counts[category] += count
    return counts


def summary(notices: list[Notice], beyond: Counter[Category], timestamp: str) -> Notice:
    """Combines several notices: counts in the message, events in the context."""
    counts = Counter(notice.category for notice in notices) + beyond
    parts = [f"{counts[name]} {CATEGORY_NAMES[name][counts[name] > 1]}" for name in CATEGORIES if counts[name]]
    worst = max((name for name in CATEGORIES if counts[name]), key=lambda name: RANK[SEVERITIES[name]])
    context: dict[str, Any] = {"events": [notice.params() for notice in notices]}
    if beyond:
        context["left_out"] = beyond.total()
    message = f"{counts.total()} significant events: {', '.join(parts)}"
    return Notice(worst, message, timestamp, context)
