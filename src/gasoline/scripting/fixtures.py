"""The fixture module: recorded responses for the mocked test."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from gasoline.kernel.secrets.mask import replace_masks
from gasoline.kernel.secrets.names import Kind, kind_of
from gasoline.kernel.secrets.redaction import is_hidden_value, replace_secrets
from gasoline.kernel.secrets.verdict import is_masked
from gasoline.model.placeholders import MOCK_TOKEN, USER_PROVIDED
from gasoline.model.units import KIB
from gasoline.scripting.calls import Call, is_noise
from gasoline.scripting.dialect import json_chars
from gasoline.scripting.encode import js_comment, js_literal, js_value
from gasoline.scripting.plan import NoBody, request_key
from gasoline.scripting.script_urls import is_one_time

FIXTURE_BYTES = 50 * KIB  # SCR-07
MAX_FIXTURE_BODIES = 20  # SCR-07
EARLIER_ANSWERS = 10  # answers of one request before its last, in a fixture file


class FixtureFile(Struct, frozen=True):
    """The module, the calls in it, and how many were left out for lack of space or body."""

    text: str
    calls: tuple[Call, ...]
    left_out: int
    has_earlier: bool = False
    """Whether earlier responses of requests that failed only sometimes are exported too."""
    sockets: tuple[str, ...] = ()
    """Paths whose WebSocket messages it also exports."""


def fixture_file(calls: Sequence[Call], awaited: Collection[str], title: str, max_json_chars: int) -> FixtureFile:
    """The last complete response of each request; if space is short, those that the test waits for.

    Keys with a query come first in the file, because a mocked route takes the first key that matches."""
    room = min(max_json_chars, FIXTURE_BYTES)
    answers: dict[str, list[Call]] = {}
    for call in calls:
        if not is_noise(call.url):
            answers.setdefault(call.key, []).append(call)
    usable = [key for key, given in answers.items() if given[-1].text is not None]
    newest_first = usable[::-1]
    newest_first.sort(key=lambda key: key not in awaited)
    names = _names([answers[key][-1] for key in usable])
    chosen = _fitting({key: answers[key] for key in newest_first[:MAX_FIXTURE_BODIES]}, names, room)
    entries = [chosen[key] for key in sorted(usable, key=lambda key: "?" not in names[key]) if key in chosen]
    last = [entry for entry, _ in entries]
    earlier = [entry for _, entry in entries if entry]
    head = js_comment(f"Recorded responses for the test {title}. Secrets are replaced.")
    lines = [head, "export const fixtures = {", *last, "};"]
    if earlier:
        note = js_comment("Earlier responses to each request, in order.")
        lines += ["", note, "export const earlier = {", *earlier, "};"]
    served = [call for key, (_, before) in chosen.items() for call in (answers[key] if before else answers[key][-1:])]
    return FixtureFile("\n".join([*lines, ""]), tuple(served), len(answers) - len(chosen), bool(earlier))


def _names(calls: Sequence[Call]) -> dict[str, str]:
    """Their keys in the file. One request of each path is keyed without a query, and also answers queries that were not
    recorded: the one that had none, else the last one."""
    plain: dict[str, str] = {}
    for call in sorted(calls, key=lambda call: (not call.query, call.at_ms)):
        plain[request_key(call.method, call.path, "")] = call.key
    return {call.key: call.key for call in calls} | {key: name for name, key in plain.items()}


def _fitting(answers: Mapping[str, list[Call]], names: Mapping[str, str], room: int) -> dict[str, tuple[str, str]]:
    """For each key, the entries of the last response and, as far as they fit, of the earlier ones."""
    chosen: dict[str, tuple[str, str]] = {}
    for key, given in answers.items():
        entries = (_entry(names[key], given[-1]), _earlier_entry(names[key], given))
        size = sum(max(len(entry.encode()), json_chars(entry)) for entry in entries)
        if size <= room:
            room -= size
            chosen[key] = entries
    return chosen


def _earlier_entry(name: str, given: Sequence[Call]) -> str:
    """Empty if all responses failed or all succeeded: then the last one is enough."""
    places = [place for place, call in enumerate(given) if call.is_failure != given[-1].is_failure]
    before = given[: places[-1] + 1] if places else []
    if not before or len(before) > EARLIER_ANSWERS or any(call.text is None for call in before):
        return ""
    return f"  {js_literal(name)}: {js_value([_answer(call) for call in before], '  ')},"


def without_secrets(value: Any) -> Any:
    """The same structure with secrets replaced, by name and by format."""
    if isinstance(value, dict):
        return {key: _replaced(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if isinstance(value, str):
        return replace_masks(replace_secrets(value, MOCK_TOKEN), MOCK_TOKEN)
    return value


def _replaced(key: str, value: Any) -> Any:
    if isinstance(value, str) and (is_masked(value) or is_hidden_value(key, value) or is_one_time(key, value)):
        return USER_PROVIDED if kind_of(key) is Kind.PASSWORD else MOCK_TOKEN
    return without_secrets(value)


def _entry(name: str, call: Call) -> str:
    return f"  {js_literal(name)}: {js_value(_answer(call), '  ')},"


def _answer(call: Call) -> dict[str, Any]:
    # A string body is sent unchanged, so a JSON string must keep its quotes.
    body = call.text if isinstance(call.body, NoBody | str) else call.body
    return {
        "status": call.status,
        "contentType": call.content_type or "application/json",
        "body": without_secrets(body),
    }
