"""Whether a field that the page received was not as the failing code used it: null, missing or of another type."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from gasoline.analysis.causes.failing_names import FailingNames
from gasoline.kernel.shape import type_name

SEARCHED_VALUES = 5_000  # values of an answer that are searched for a name
ANSWER_NAMES = frozenset(
    {"answer", "body", "data", "json", "message", "msg", "payload", "reply", "res", "response", "result"}
)
"""What code calls a received value as a whole."""
MESSAGE_NAMES = frozenset({"body", "data", "json", "message", "msg", "payload"})
"""What it calls a message of a socket: a reply or a response is the answer of a request."""
MISSING = ("missing",)

Json = dict[str, Any]


class Received(NamedTuple):
    """Something that the page got: when, in which words it is named, and its JSON."""

    before: timedelta
    name: str
    endpoint: str
    value: Any
    is_failure: bool
    is_complete: bool = True
    """False if the end of it was not captured."""
    is_likely: bool = True
    """False if code that calls any answer `data` more probably means another one."""


def suspicion(failing: FailingNames, received: Received, others: Iterable[Any]) -> str:
    """What was wrong with a field of one of the names, or nothing. `others`: answers of the same endpoint."""
    wrong = _wrong_value(failing, received.value)
    if not wrong and failing.may_be_missing and failing.is_property:
        wrong = _missing(failing.names, received, others)
    return f"{wrong} {received.name}, {milliseconds(received.before):g} ms before" if wrong else ""


def milliseconds(span: timedelta) -> float:
    return round(span / timedelta(milliseconds=1), 1)


def _wrong_value(failing: FailingNames, value: Any) -> str:
    wrong = wrong_field(failing, value)
    if wrong is None:
        return ""
    where = "in" if failing.what == "type" else _where(wrong.name, value)
    return f"`{wrong.name}` was {kinds_in_prose(wrong.kinds)} {where}"


class WrongField(NamedTuple):
    """A field that had types for which the code was not made."""

    name: str
    kinds: tuple[str, ...]
    """Or `MISSING`."""


def wrong_field(failing: FailingNames, value: Any) -> WrongField | None:
    """The field of a received value that was null, or of another type, where the code used it."""
    if failing.what == "type":
        name = failing.names[0]
        if not failing.fitting:  # a custom method: the expected type of the value is unknown
            return None
        kinds = sorted({type_name(each) for each in values_of(name, value)} - failing.fitting)
        return WrongField(name, tuple(kinds)) if kinds else None
    possible = failing.names if failing.what == "null" else failing.names[1:]
    null = next((name for name in possible if None in values_of(name, value)), "")
    return WrongField(null, ("null",)) if null else None


def missing_field(failing: FailingNames, received: Received, others: Iterable[Any]) -> WrongField | None:
    """The field that the code used and that a received value has nowhere, though it should."""
    if wrong_field(failing, received.value) or not (failing.may_be_missing and failing.is_property):
        return None
    name = failing.names[0]
    is_missing = not _has(name, received.value) and bool(_missing(failing.names, received, others))
    return WrongField(name, MISSING) if is_missing else None


def _where(name: str, value: Any) -> str:
    """`in`, or in how many items of the only list whose items have such a field."""
    lists = [items for items in _lists(value) if any(name in item for item in items)]
    nulls = [sum(name in item and item[name] is None for item in items) for items in lists]
    is_told = len(lists) == 1 and nulls[0] > 0 and len(lists[0]) > 1
    return f"in {nulls[0]} of {len(lists[0])} items of" if is_told else "in"


def _missing(names: tuple[str, ...], received: Received, others: Iterable[Any]) -> str:
    name, value = names[0], received.value
    for items in _lists(value):
        lacking = sum(name not in item for item in items)
        if 0 < lacking < len(items):
            return f"`{name}` was missing in {lacking} of {len(items)} items of"
    if not received.is_complete or not isinstance(value, dict | list) or _has(name, value):
        return ""
    parent = names[1] if len(names) > 1 else ""
    if any(isinstance(each, dict) for each in values_of(parent, value)):
        return f"`{name}` was missing in `{parent}` in"
    should_have_it = received.is_failure or _is_whole(parent, received) or any(_has(name, o) for o in others)
    return f"`{name}` was missing in" if should_have_it else ""


def rank_received(failing: FailingNames, received: list[Received]) -> list[Received]:
    """The received values, nearest first. Only the nearest is likely, and none if one of them has the field."""
    is_there = any(_has(failing.names[0], each.value) for each in received)
    return [each._replace(is_likely=number == 0 and not is_there) for number, each in enumerate(received)]


def _is_whole(parent: str, received: Received) -> bool:
    """Whether a variable of this name holds the answer, or an item of it: `invoice` is one of GET /api/invoices."""
    endpoint = received.endpoint
    words = {_stem(word) for word in endpoint.rpartition(" ")[2].split("/")}
    names = MESSAGE_NAMES if endpoint.startswith(("ws:", "wss:")) else ANSWER_NAMES
    is_any = received.is_likely and parent.lower() in names
    return bool(parent) and (is_any or _stem(parent) in words)


def _stem(word: str) -> str:
    return word.lower().removesuffix("s")


def _has(name: str, value: Any) -> bool:
    return any(True for _ in values_of(name, value))


def values_of(name: str, value: Any) -> Iterator[Any]:
    """Every value that a JSON value has under this name."""
    return (item[name] for item in _walk(value) if isinstance(item, dict) and name in item)


def _lists(value: Any) -> Iterator[list[Json]]:
    """The lists that consist of objects."""
    for item in _walk(value):
        if isinstance(item, list) and item and all(isinstance(each, dict) for each in item):
            yield item


def _walk(value: Any) -> Iterator[Any]:
    waiting, left = [value], SEARCHED_VALUES
    while waiting and left > 0:
        left -= 1
        item = waiting.pop()
        yield item
        if isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item[:SEARCHED_VALUES])


def kinds_in_prose(kinds: Iterable[str]) -> str:
    articles = {"null": "null", "missing": "missing", "object": "an object", "array": "an array"}
    return " or ".join(articles.get(kind, f"a {kind}") for kind in kinds)
