"""What was behind the original problem, and whether it still happens: a page can hide a problem that goes on."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from gasoline.analysis.causes.before_error import BeforeErrors
from gasoline.analysis.causes.patterns.pattern import Pattern, calls_of
from gasoline.analysis.causes.patterns.reconnect_loop import reconnect_loop
from gasoline.analysis.causes.patterns.repeated_request import repeated_request
from gasoline.analysis.causes.patterns.stale_answer import stale_answer
from gasoline.analysis.causes.suspects import MISSING, kinds_in_prose, values_of
from gasoline.analysis.errors.inline_text import code_span
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.quoted import listed
from gasoline.kernel.shape import type_name
from gasoline.kernel.urls import endpoint_of, without_query
from gasoline.model.activity import Activity
from gasoline.model.events import ExceptionEntry
from gasoline.model.verification import Cause

MAX_CAUSES = 5  # of a baseline
MAX_ERRORS = 20  # newest exceptions whose fields are looked for: each of them reads the answers before it
FIELD_CHARS = 60


class Lasting(NamedTuple):
    """What became of a cause."""

    cause: Cause
    goes_on: bool | None
    """None if its endpoint was not called again."""

    def shown(self) -> dict[str, Any]:
        return {"cause": self.cause.text, "goes_on": self.goes_on}


def causes_in(activity: Activity) -> list[Cause]:
    """The causes that can be recognized in a later run."""
    found = dict.fromkeys((*_wrong_patterns(activity), *_wrong_fields(activity)))
    return list(found)[:MAX_CAUSES]


def lasting_causes(causes: tuple[Cause, ...], since: Activity) -> list[Lasting]:
    wrong, endpoints = set(_wrong_patterns(since)), _endpoints(since)
    answers = _answers(since, {cause.endpoint for cause in causes if cause.field})
    return [Lasting(cause, _goes_on(cause, wrong, endpoints, answers)) for cause in causes]


def _goes_on(cause: Cause, wrong: set[Cause], endpoints: set[str], answers: dict[str, list[Any]]) -> bool | None:
    if not cause.field:
        return cause in wrong if cause.endpoint in endpoints else None
    if cause.kinds == MISSING:
        return _is_still_missing(cause.field, answers.get(cause.endpoint, [None])[0])
    values = (list(values_of(cause.field, answer)) for answer in answers.get(cause.endpoint, ()))
    latest = next(filter(None, values), [])
    return any(type_name(value) in cause.kinds for value in latest) if cause.endpoint in answers else None


def _is_still_missing(field: str, answer: Any) -> bool | None:
    return not any(True for _ in values_of(field, answer)) if isinstance(answer, dict | list) else None


def caution_of(lasting: list[Lasting], *, is_decided: bool) -> str:
    """A sentence about what goes on. `is_decided`: what the page shows was expected."""
    wrong = [each.cause.text for each in lasting if each.goes_on and not each.cause.field]
    unsure = [each.cause.text for each in lasting if each.goes_on and each.cause.field and not is_decided]
    return " ".join(
        (
            *([f"It still happens: {listed(wrong)}."] if wrong else []),
            *([f"Still so: {listed(unsure)}; the page may only hide it. `expect` decides."] if unsure else []),
        )
    )


def may_be_hidden(lasting: list[Lasting], *, is_decided: bool) -> bool:
    """Whether something continues that a fix would have ended, as far as this is known. A fixed page often reads
    another field than the one that is missing."""
    lasts = (each.cause for each in lasting if each.goes_on and each.cause.kinds != MISSING)
    return any(not (cause.field and is_decided) for cause in lasts)


def _wrong_patterns(activity: Activity) -> Iterator[Cause]:
    calls = calls_of(enumerate(activity.timings), activity.bodies)
    sockets = list(enumerate(reversed(activity.messages)))
    for pattern in (*repeated_request(calls), *stale_answer(calls), *reconnect_loop(sockets)):
        if pattern.endpoint:
            yield Cause(text=f"{_what(pattern)}: {pattern.endpoint}", endpoint=pattern.endpoint)


def _what(pattern: Pattern) -> str:
    """The text of the pattern, without the entries of one occurrence."""
    return {"reconnect_loop": "the socket was closed again and again"}.get(pattern.kind) or pattern.text.partition(":")[
        0
    ]


def _wrong_fields(activity: Activity) -> Iterator[Cause]:
    before = BeforeErrors((), activity.bodies, enumerate(activity.messages), has_bodies=True)
    exceptions = (entry for entry, _ in activity.entries if isinstance(entry, ExceptionEntry))
    for exception in islice(exceptions, MAX_ERRORS):
        for endpoint, (field, kinds) in before.wrong_fields(exception):
            is_of_socket = "://" in endpoint
            where = f"a message of {path_in_sentence(endpoint)}" if is_of_socket else f"the answer of {endpoint}"
            text = f"{code_span(field, FIELD_CHARS)} is {kinds_in_prose(kinds)} in {where}"
            yield Cause(text=text, endpoint=endpoint, field=field, kinds=kinds)


def _endpoints(activity: Activity) -> set[str]:
    called = {endpoint_of(each.method, each.url) for each in activity.timings if isinstance(each.method, str)}
    return called | {without_query(each.url) for each in activity.messages}


def _answers(activity: Activity, endpoints: set[str]) -> dict[str, list[Any]]:
    """The latest answer of each endpoint, and all messages of each socket, newest first: they are of many kinds."""
    found: dict[str, list[Any]] = {}
    for body in activity.bodies:
        endpoint = endpoint_of(body.method, body.url)
        if endpoint in endpoints and endpoint not in found:
            found[endpoint] = [_json(body.response_body)]
    for event in activity.messages:
        endpoint = without_query(event.url)
        if endpoint in endpoints and event.direction == "incoming":
            found.setdefault(endpoint, []).append(_json(event.data))
    return found


def _json(text: Any) -> Any:
    try:
        return msgspec.json.decode(text) if isinstance(text, str) else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
