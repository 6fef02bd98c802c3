"""Fields that only the server sets: on no stream does a sender's word for them count."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parts import Parts

from gasoline.ingest.server_side import ServerSide
from gasoline.model.events import Event
from gasoline.model.wire import STREAMS, Stream

EVENTS: dict[str, dict[str, Any]] = {
    "logs": {"type": "exception", "message": "boom"},
    "network": {"url": "/api"},
    "network_bodies": {"type": "network_body", "method": "GET", "url": "/api"},
    "websocket_events": {"event": "open", "id": "socket"},
    "websocket_status": {"url": "ws://localhost/"},
    "actions": {"type": "click"},
    "dom_snapshots": {"title": "Cart"},
    "performance": {},
}
ANYTHING = (
    st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()) | st.dictionaries(st.text(), st.text())
)


@pytest.fixture
async def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def stored(parts: Parts, stream: Stream, event: dict[str, Any], **batch: Any) -> dict[str, Any]:
    """What is remembered of an event that is sent now."""
    parts.clock.pass_by(1)
    events: list[Event] = []
    parts.store.listen(lambda _, event: events.append(event))
    received = parts.intakes[stream.name].accept(msgspec.json.encode({stream.field: [event], **batch}))
    assert received.rejected == 0, received.errors
    known = parts.store.buffers[stream.name].find(event["id"]) if "id" in event and not events else events[0]
    return dict(msgspec.to_builtins(known))


def names_of(stream: Stream) -> list[str]:
    return sorted(ServerSide(msgspec.inspect.type_info(stream.event)).wire_names)


def test_every_stream_has_such_fields_and_logs_have_the_picture() -> None:
    assert {stream.name for stream in STREAMS} == set(EVENTS)
    assert all("_untrustedFrame" in names_of(stream) for stream in STREAMS)
    assert names_of(STREAMS[0]) == ["_screenshot", "_untrustedFrame"]


@pytest.mark.parametrize("stream", STREAMS, ids=[stream.name for stream in STREAMS])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=20)
@given(data=st.data())
def test_what_a_sender_says_there_is_ignored(parts: Parts, stream: Stream, data: st.DataObject) -> None:
    said = {name: data.draw(ANYTHING) for name in names_of(stream)}
    event = stored(parts, stream, {**EVENTS[stream.name], **said})
    assert not set(event) & set(said)


@pytest.mark.parametrize("stream", STREAMS, ids=[stream.name for stream in STREAMS])
def test_the_extensions_word_about_the_frame_and_the_tab_counts(parts: Parts, stream: Stream) -> None:
    event = {**EVENTS[stream.name], "tabId": 424242, "_untrustedFrame": False}
    kept = stored(parts, stream, event, tabId=7, untrustedFrame=True)
    assert (kept["tabId"], kept["_untrustedFrame"]) == (7, True)


def test_an_update_does_not_change_them_either(parts: Parts) -> None:
    logs = STREAMS[0]
    first = {**EVENTS["logs"], "id": "e1"}
    stored(parts, logs, first, untrustedFrame=True)
    again = stored(parts, logs, {"id": "e1", "_screenshot": "/etc/passwd", "_untrustedFrame": False, "stack": "x"})
    assert again["_untrustedFrame"] is True
    assert again["stack"] == "x"
    assert "_screenshot" not in again
