"""The shapes of a connection's messages, as answers show them, and what was evicted of them."""

from collections.abc import Mapping
from typing import Any

from gasoline.analysis.causes.patterns.socket_message import message_kind, message_object
from gasoline.analysis.errors.inline_text import code_span
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.model.events import WEBSOCKET_PREVIEW_CHARS, Direction
from gasoline.rendering.size import count_of
from gasoline.store.socket_evidence import MessageShape, SocketEvidence

MAX_KINDS = 6  # kinds of messages that one sentence counts
NAME_CHARS = 40


def shown_shapes(evidence: SocketEvidence | None) -> dict[str, list[dict[str, Any]]]:
    """The shapes of captured messages by direction, each with a count, times and an example."""
    found: dict[str, list[dict[str, Any]]] = {}
    for shape in evidence.shapes.values() if evidence else ():
        found.setdefault(shape.direction or "incoming", []).append(_shown(shape))
    return found


def _shown(shape: MessageShape) -> dict[str, Any]:
    return {
        "shape": shape.shape,
        "count": shape.count,
        "first": shape.first,
        "last": shape.last,
        "sampleId": f"w{shape.sample_seq}",
        "sample": redacted_prefix(shape.sample.data or "", WEBSOCKET_PREVIEW_CHARS),
    }


def evicted_messages(evidence: Mapping[str, SocketEvidence], direction: Direction | None) -> str:
    """`13 messages (12 incoming `tick` of connection `a`, …)`; empty if none were."""
    lost = [
        (each.evicted, _what(name, each))
        for name, known in evidence.items()
        for each in known.shapes.values()
        if each.evicted and direction in (None, each.direction)
    ]
    if not lost:
        return ""
    counts: dict[str, int] = {}
    for number, what in lost:
        counts[what] = counts.get(what, 0) + number
    most = sorted(counts.items(), key=lambda each: -each[1])
    said = [f"{number} {what}" for what, number in most[:MAX_KINDS]]
    more = [f"{len(most) - MAX_KINDS} more kinds"] if len(most) > MAX_KINDS else []
    return f"{count_of(sum(counts.values()), 'message')} ({', '.join([*said, *more])})"


def _what(connection: str, shape: MessageShape) -> str:
    message = message_object(shape.sample)
    kind = message_kind(message) if message else ""
    parts = [shape.direction or "", code_span(kind, NAME_CHARS) if kind else ""]
    return " ".join([*(part for part in parts if part), f"of connection {code_span(connection, NAME_CHARS)}"])
