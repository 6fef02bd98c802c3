"""Messages per second, out of the counts of the last whole seconds."""

from gasoline.model import limits
from gasoline.model.events import Traffic


def message_rate(traffic: Traffic, since_s: float, now_s: float) -> float:
    """Over the last few seconds, or since the connection exists; seconds without a count had no message."""
    oldest = int(now_s) - limits.WEBSOCKET_RATE_S + 1
    count = sum(number for age, number in enumerate(traffic.counts) if traffic.second - age >= oldest)
    span_s = now_s - max(oldest, since_s)
    return round(count / max(span_s, 1.0), 1)
