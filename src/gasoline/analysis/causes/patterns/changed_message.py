"""A socket whose messages changed their shape, also after a reconnect."""

from typing import Any

import msgspec

from gasoline.analysis.causes.patterns.pattern import Pattern
from gasoline.analysis.errors.inline_text import code_span
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.shape import type_name
from gasoline.model.events import WebSocketEvent

KIND = "message_shape_changed"
KINDS = ("type", "event", "kind", "action", "op", "channel", "topic")
"""Keys by which messages of one socket tell their kinds apart."""
NAME_CHARS = 40
MAX_CHANGES = 4  # fields that are named

Fields = dict[str, str]


def changed_message(sockets: list[tuple[int, WebSocketEvent]]) -> list[Pattern]:
    """From events oldest first: the newest change of each kind of incoming message, if no message of the former shape
    came after it."""
    kinds: dict[tuple[str, str], list[tuple[int, Fields]]] = {}
    for seq, event in sockets:
        message = message_object(event) if event.direction == "incoming" else None
        if message is not None:
            kinds.setdefault((event.url, message_kind(message)), []).append((seq, _fields(message)))
    return [found for (url, kind), group in kinds.items() if (found := _change(url, kind, group))]


def _change(url: str, kind: str, messages: list[tuple[int, Fields]]) -> Pattern | None:
    now = messages[-1][1]
    since = len(messages) - 1
    while since > 0 and _is_same(messages[since - 1][1], now):
        since -= 1
    if since == 0 or any(_is_same(fields, now) for _, fields in messages[:since]):
        return None
    before_seq, before = messages[since - 1]
    changes = _changes(before, now)
    # Without a key that tells kinds apart, messages that share little are of different kinds.
    if not kind and len(before.keys() & now.keys()) * 2 < len(before):
        return None
    seq = messages[since][0]
    what = f"`{kind}` messages" if kind else "messages"
    said = ", ".join(changes[:MAX_CHANGES])
    return Pattern(
        KIND,
        f"{what} of {path_in_sentence(url)} changed from w{before_seq} to w{seq}: {said}",
        (f"w{before_seq}", f"w{seq}"),
    )


def _changes(before: Fields, now: Fields) -> list[str]:
    """What a message lost, what it has instead, and what is of another type."""
    lost = [f"{_code(name)} is gone" for name in before if name not in now]
    new = [f"{_code(name)} ({now[name]}) is new" for name in now if name not in before]
    other = [
        f"{_code(name)}: {before[name]} → {now[name]}"
        for name in before
        if name in now and not _are_alike(before[name], now[name])
    ]
    return [*other, *lost, *new]


def _is_same(one: Fields, other: Fields) -> bool:
    return one.keys() == other.keys() and all(_are_alike(one[name], other[name]) for name in one)


def _are_alike(one: str, other: str) -> bool:
    return one == other or "null" in (one, other)


def message_object(event: WebSocketEvent) -> dict[str, Any] | None:
    """A complete message that is a JSON object."""
    if event.event != "message" or not isinstance(event.data, str) or event.truncated is True:
        return None
    try:
        value = msgspec.json.decode(event.data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value else None


def message_kind(message: dict[str, Any]) -> str:
    """What the message says that it is; empty if it does not say."""
    found = next((message[key] for key in KINDS if isinstance(message.get(key), str)), "")
    return "".join(char for char in found[:NAME_CHARS] if char.isalnum() or char in "_-.:/")


def _fields(message: dict[str, Any]) -> Fields:
    return {name: type_name(value) for name, value in message.items()}


def _code(name: str) -> str:
    return code_span(name, NAME_CHARS)
