"""The time of day."""

from datetime import UTC, datetime


def now_iso() -> str:
    """Now, as events have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
