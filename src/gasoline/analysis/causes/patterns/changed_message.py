"""A socket whose messages changed their shape, also after a reconnect."""

from collections.abc import Hashable

from gasoline.analysis.causes.patterns.message_fields import Fields, are_alike, are_compatible, are_same, fields_of
from gasoline.analysis.causes.patterns.pattern import Pattern
from gasoline.analysis.causes.patterns.socket_message import NAME_CHARS, message_kind, message_object, message_subject
from gasoline.analysis.errors.inline_text import code_span
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.urls import without_query
from gasoline.model.events import WebSocketEvent

KIND = "message_shape_changed"
MAX_CHANGES = 4  # fields that are named
STOPPED_AFTER = 3  # messages with or without a field until it is not an optional one

Messages = list[tuple[int, Fields]]


def changed_message(sockets: list[tuple[int, WebSocketEvent]]) -> list[Pattern]:
    """The newest change of each kind of incoming message, unless a message of the former shape came after it. Events
    must be sorted oldest first."""
    kinds: dict[tuple[str, str, Hashable], Messages] = {}
    for seq, event in sockets:
        message = message_object(event) if event.direction == "incoming" else None
        if message is not None:
            key = (without_query(event.url), message_kind(message), message_subject(message))
            kinds.setdefault(key, []).append((seq, fields_of(message)))
    return [found for (url, kind, _), group in kinds.items() if (found := _change(url, kind, group))]


def _change(url: str, kind: str, messages: Messages) -> Pattern | None:
    since = _replaced_since(messages) or _optional_since(messages)
    if not since:
        return None
    before_seq, before = messages[since - 1]
    seq, now = messages[since]
    # Without a key that distinguishes kinds, messages that share little are of different kinds.
    if not kind and len(before.keys() & now.keys()) * 2 < len(before):
        return None
    changes = _changes(before, now)
    if not changes:
        return None
    what = f"`{kind}` messages" if kind else "messages"
    said = ", ".join(changes[:MAX_CHANGES])
    return Pattern(
        KIND,
        f"{what} of {path_in_sentence(url)} changed from w{before_seq} to w{seq}: {said}",
        (f"w{before_seq}", f"w{seq}"),
    )


def _replaced_since(messages: Messages) -> int:
    """The index from which fields have other types or other names; 0 if they never changed."""
    now = messages[-1][1]
    since = _start_of_run([are_compatible(fields, now) for _, fields in messages])
    former = [fields for _, fields in messages[:since]]
    if any(are_compatible(fields, now) for fields in former):
        return 0
    # Messages that differ from each other anyway have keys that are data.
    is_steady = all(are_compatible(fields, former[-1]) for fields in former[-2:])
    return since if is_steady else 0


def _optional_since(messages: Messages) -> int:
    """The index from which messages have more or fewer fields, if these are clearly not optional; otherwise 0."""
    now = messages[-1][1]
    since = _start_of_run([are_same(fields, now) for _, fields in messages])
    former = [fields for _, fields in messages[:since]]
    is_clear = len(messages) - since >= STOPPED_AFTER and all(are_same(fields, former[-1]) for fields in former)
    return since if is_clear else 0


def _start_of_run(matches: list[bool]) -> int:
    """The index at which the last unbroken run of matches begins."""
    start = len(matches)
    while start > 0 and matches[start - 1]:
        start -= 1
    return start


def _changes(before: Fields, now: Fields) -> list[str]:
    """What a message lost, what it has instead, and what is of another type."""
    lost = [f"{_code(name)} is gone" for name in before if name not in now and _is_outermost(name, now)]
    new = [f"{_code(name)} ({now[name]}) is new" for name in now if name not in before and _is_outermost(name, before)]
    other = [
        f"{_code(name)}: {before[name]} → {now[name]}"
        for name in before
        if name in now and not are_alike(before[name], now[name])
    ]
    return [*other, *lost, *new]


def _is_outermost(name: str, others: Fields) -> bool:
    """Whether the object that holds it is there too: fields of one that came or went are not named one by one."""
    parent, dot, _ = name.rpartition(".")
    return not dot or others.get(parent) == "object"


def _code(name: str) -> str:
    return code_span(name, NAME_CHARS)
