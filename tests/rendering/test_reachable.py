"""Nothing that JSON shows is unreachable in text: an entry that is asked for by its id has every value of its JSON."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parts import Parts

from gasoline.rendering.quote import inline, quoted

PAGE = "http://localhost:5173/cart"
BASE = {"ts": "2026-01-31T12:00:01.000Z", "url": PAGE, "tabId": 17}
WORDS = st.text(alphabet="ab c\n\"'\\é<>{}[]:,%|-#…\t", max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", max_size=3), inner, max_size=3),
    max_leaves=8,
)
CONSOLE = st.builds(lambda args: {**BASE, "type": "console", "level": "warn", "args": args}, st.lists(VALUES))
EXCEPTION = st.builds(
    lambda message, stack: {**BASE, "type": "exception", "message": message, "stack": stack}, WORDS, WORDS
)
REQUEST = st.builds(
    lambda took, size: {
        **{**BASE, "url": f"{PAGE}/api", "method": "GET", "status": 200, "initiator": "fetch", "pageUrl": PAGE},
        **{"duration": took, "transferSize": size, "phases": {"dns": 0.5, "wait": took}},
    },
    st.floats(0, 1e4).map(lambda number: round(number, 1)),
    st.integers(0, 10**9),
)
UNFAITHFUL = (
    '{"price": NaN, "n": 1}',
    '{"low": [-Infinity]}',
    '{"n": 1e999}',
    '{"a": 1, "a": 2}',
    '{"half": "\\ud83d"}',
    f'{{"n": {"7" * 5_000}}}',
)
"""Texts that a JSON parser reads, and that would read otherwise when they are written again."""
BODY = st.builds(
    lambda sent, received: {
        **{**BASE, "url": f"{PAGE}/api", "method": "POST", "status": 422, "pageUrl": PAGE, "duration": 5.5},
        **{"requestBody": sent, "responseBody": received, "contentType": "application/json"},
        **{"responseHeaders": {"x-one": "two"}},
    },
    WORDS | st.sampled_from(UNFAITHFUL),
    VALUES.map(json.dumps) | st.sampled_from(UNFAITHFUL),
)
MESSAGE = st.builds(lambda data: {**BASE, "id": "s1", "event": "message", "direction": "incoming", "data": data}, WORDS)
ACTION = st.builds(
    lambda text, value: {
        **{**BASE, "type": "input", "text": text, "value": value},
        "selectors": {"id": "email", "cssPath": "form > input", "role": {"role": "textbox", "name": text}},
    },
    WORDS,
    WORDS,
)
STREAMS = {
    "logs": ("logs", "l", CONSOLE | EXCEPTION),
    "errors": ("logs", "e", EXCEPTION),
    "network": ("network", "r", REQUEST),
    "network_bodies": ("network_bodies", "b", BODY),
    "websocket_events": ("websocket_events", "w", MESSAGE),
    "actions": ("actions", "a", ACTION),
}


@pytest.mark.parametrize("mode", STREAMS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_value_of_an_entry_is_in_its_text(
    mode: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stream, letter, entries = STREAMS[mode]
    entry = data.draw(entries)
    asyncio.run(check(tmp_path_factory.mktemp("entry"), mode, stream, letter, entry))


async def check(folder: Path, mode: str, stream: str, letter: str, entry: dict[str, Any]) -> None:
    parts = Parts(folder)
    parts.send(stream, entry)
    wanted = {"what": mode, "id": f"{letter}1"}
    [as_json] = await parts.ask("observe", **wanted)
    text = await parts.read("observe", **wanted)
    assert [value for value in leaves(as_json) if not is_shown(value, text)] == []


@pytest.mark.parametrize("body", UNFAITHFUL[:-1])
async def test_a_body_that_is_not_quite_json_is_shown_as_it_was_sent(body: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    answer = {**BASE, "url": f"{PAGE}/api", "method": "GET", "status": 500}
    parts.send("network_bodies", {**answer, "requestBody": body, "responseBody": body})
    parts.send("logs", {**answer, "type": "network", "level": "error", "response": body})
    assert (await parts.read("observe", what="network_bodies")).count(quoted(body)) == 2
    assert (await parts.read("observe", what="network_bodies", id="b1")).count(f"    | {body}") == 2
    assert f" → 500 {quoted(body)}" in await parts.read("observe", what="errors")


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def is_shown(value: Any, text: str) -> bool:
    if not isinstance(value, str):
        return json.dumps(value) in text
    return all(
        inline(line) in text
        or inline(line.strip()) in text
        or quoted(line)[1:-1] in text
        or is_shown_as_json(line, text)
        for line in value.split("\n")
    )


def is_shown_as_json(line: str, text: str) -> bool:
    """A body that is JSON is shown as such, not as a text with escapes."""
    if line in UNFAITHFUL:
        return False
    try:
        parsed = json.loads(line)
    except ValueError:
        return False
    return all(is_shown(leaf, text) for leaf in leaves(parsed))
