"""The recorded responses as a module that the mocked test answers from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gasoline.kernel.secrets.names import Kind, kind_of
from gasoline.kernel.secrets.redaction import is_hidden_value, replace_secrets
from gasoline.kernel.secrets.verdict import is_masked
from gasoline.model import limits
from gasoline.model.placeholders import MOCK_TOKEN, USER_PROVIDED
from gasoline.scripting.calls import Call, is_noise
from gasoline.scripting.dialect import json_chars
from gasoline.scripting.encode import js_comment, js_literal, js_value
from gasoline.scripting.plan import NoBody


@dataclass(frozen=True)
class FixtureFile:
    """The module, the calls that are in it, and how many had no room or no body."""

    text: str
    calls: tuple[Call, ...]
    left_out: int


def fixture_file(calls: Sequence[Call], title: str, max_json_chars: int) -> FixtureFile:
    """The last response of each method and path, whole, as many as there is room for."""
    last = {call.key: call for call in calls if not is_noise(call.url)}
    usable = [call for call in last.values() if call.text is not None]
    kept: list[Call] = []
    entries: list[str] = []
    used = 0
    for call in usable[-limits.FIXTURE_BODIES :]:
        entry = _entry(call)
        size = max(len(entry.encode()), json_chars(entry))
        if used + size > min(max_json_chars, limits.FIXTURE_BYTES):
            continue
        used += size
        kept.append(call)
        entries.append(entry)
    head = js_comment(f"Recorded responses for the test {title}; secrets are replaced.")
    text = "\n".join([head, "export const fixtures = {", *entries, "};", ""])
    return FixtureFile(text, tuple(kept), len(last) - len(kept))


def without_secrets(value: Any) -> Any:
    """The same structure; what is named or looks like a secret is replaced."""
    if isinstance(value, dict):
        return {key: _replaced(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if isinstance(value, str):
        return replace_secrets(value, MOCK_TOKEN)
    return value


def _replaced(key: str, value: Any) -> Any:
    if isinstance(value, str) and (is_masked(value) or is_hidden_value(key, value)):
        return USER_PROVIDED if kind_of(key) is Kind.PASSWORD else MOCK_TOKEN
    return without_secrets(value)


def _entry(call: Call) -> str:
    body = call.text if isinstance(call.body, NoBody) else call.body
    answer = {
        "status": call.status,
        "contentType": call.content_type or "application/json",
        "body": without_secrets(body),
    }
    return f"  {js_literal(call.key)}: {js_value(answer, '  ')},"
