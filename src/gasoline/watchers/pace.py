"""How often one exit may speak: the first event at once, what follows as one summary when it is time."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from gasoline.model import limits
from gasoline.model.notices import CATEGORIES, SEVERITIES, Category, Notice, Severity

MINUTE_S = 60.0
Origin = tuple[Category, tuple[str, ...]]
"""What filters ask of an event: its category, and the addresses it is about."""
WORDS: dict[Category, tuple[str, str]] = {
    "errors": ("error", "errors"),
    "network_errors": ("network error", "network errors"),
    "performance": ("performance event", "performance events"),
    "user_frustration": ("sign of user frustration", "signs of user frustration"),
    "security": ("possible credential exposure", "possible credential exposures"),
}
RANK: dict[Severity, int] = {"warning": 0, "error": 1}


class Pace:
    """Holds what may not leave yet. Time is an argument; nothing here waits."""

    def __init__(self) -> None:
        self._held: list[Notice] = []
        self._beyond: Counter[Origin] = Counter()
        self._latest = ""
        self._sent: deque[float] = deque(maxlen=limits.NOTICES_PER_MINUTE)
        self._window_end = 0.0

    @property
    def is_empty(self) -> bool:
        return not self._held and not self._beyond

    def hold(self, notice: Notice) -> None:
        """Keeps it until it may leave; of too many only how many there were of each origin."""
        self._latest = notice.timestamp
        if len(self._held) < limits.NOTICES_HELD:
            self._held.append(notice)
            return
        origin: Origin = (notice.category, notice.addresses)
        is_known = origin in self._beyond or len(self._beyond) < limits.NOTICE_ORIGINS
        self._beyond[origin if is_known else (notice.category, ())] += 1

    def next_at(self, throttle_s: float) -> float:
        """When the next notification may leave."""
        if not self._sent:
            return 0.0
        full = len(self._sent) == limits.NOTICES_PER_MINUTE
        minute = self._sent[0] + MINUTE_S if full else 0.0
        return max(self._sent[-1] + throttle_s, self._window_end, minute)

    def take(self, now: float, *, at_once: bool) -> Notice:
        """Everything held as one notice. One that left at once opens a window for those that follow."""
        held, beyond = self._held, _by_category(self._beyond)
        self._held, self._beyond = [], Counter()
        self._sent.append(now)
        if at_once:
            self._window_end = now + limits.NOTICE_BATCH_S
        return held[0] if len(held) == 1 and not beyond else summary(held, beyond, self._latest)

    def keep(self, wanted: Callable[[Notice], bool]) -> None:
        """Drops what nobody wants any more; what was sent still counts."""
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
    """Several as one: counts in its message, the events in its context."""
    counts = Counter(notice.category for notice in notices) + beyond
    parts = [f"{counts[name]} {WORDS[name][counts[name] > 1]}" for name in CATEGORIES if counts[name]]
    worst = max((name for name in CATEGORIES if counts[name]), key=lambda name: RANK[SEVERITIES[name]])
    context: dict[str, Any] = {"events": [notice.params() for notice in notices]}
    if beyond:
        context["left_out"] = beyond.total()
    message = f"{counts.total()} significant events: {', '.join(parts)}"
    return Notice(worst, message, timestamp, context)
