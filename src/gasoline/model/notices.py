"""Notifications of significant events, and which of them a client wants."""

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from msgspec import Struct

THROTTLE_DEFAULT_S = 5.0  # NOTE-03

Category = Literal["errors", "network_errors", "performance", "user_frustration", "security"]
Severity = Literal["warning", "error"]

CATEGORIES: tuple[Category, ...] = get_args(Category)
SEVERITIES: dict[Category, Severity] = {
    "errors": "error",
    "network_errors": "error",
    "performance": "warning",
    "user_frustration": "warning",
    "security": "error",
}


@dataclass(frozen=True)
class Notice:
    """A significant event. `message` contains only our own words; page text is in `context`."""

    category: Category
    message: str
    timestamp: str
    context: dict[str, Any] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()
    """The whole addresses of the page and the request, for filters; they leave in no notification."""
    topic: str = ""
    """Distinguishes notices with the same message: two errors from one place. A digest, since a message without its
    ids may have half a secret, which no exit would recognize."""

    @property
    def severity(self) -> Severity:
        return SEVERITIES[self.category]

    def params(self) -> dict[str, Any]:
        """The notice as every output shows it."""
        return {
            "category": self.category,
            "severity": self.severity,
            "message": self.message,
            "timestamp": self.timestamp,
            "context": self.context,
        }


class StreamSettings(Struct, frozen=True, kw_only=True):
    """What one client wants to be notified about, and how often."""

    enabled: bool = False
    events: tuple[Category, ...] = CATEGORIES
    throttle_seconds: float = THROTTLE_DEFAULT_S
    url_filter: str = ""

    def covers(self, notice: Notice) -> bool:
        """Whether the filters let a notice pass, enabled or not."""
        if notice.category not in self.events:
            return False
        return not self.url_filter or any(self.url_filter in address for address in notice.addresses)
