"""The types from which the page's own are generated hold for everything that the views send."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from capsules import busy_session
from fake_browser import FakeBrowser
from parts import Parts

from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import ALL, contracts, errors, network, performance, sessions, timeline, websocket
from gasoline.dashboard.views.verdict_details import FixResult, SessionDiff
from gasoline.model.events import AnyLogEntry
from gasoline.model.wire import QueryError, QueryResult

VIEWS = {view.name: view for view in ALL}
LISTS = {name: view for name, view in VIEWS.items() if view is not timeline.VIEW}


@pytest.fixture
async def parts(tmp_path: Path) -> Parts:
    """Of everything something, and a verdict of each kind."""
    parts = busy_session(tmp_path)
    FakeBrowser(parts, lambda query: QueryResult(id=query["id"], error=QueryError("no_tab", "Closed.", "")))
    started = await parts.ask("verify_fix", action="start")
    await parts.ask("verify_fix", action="compare", session_id=started["session_id"])
    await parts.ask("diff_sessions", action="capture", name="before")
    await parts.ask("diff_sessions", action="compare", compare_a="before", compare_b="current")
    return parts


async def read(parts: Parts, view: str, wanted: str = "") -> Any:
    data = await VIEWS[view].read(parts.dispatcher.context(parts.client), Query(wanted))
    return msgspec.json.decode(parts.dispatcher.json(data))


def check(sent: Any, kind: Any) -> None:
    """What is sent has the type, and no field that the type does not have."""
    undeclared = list(fields_beyond(sent, msgspec.to_builtins(msgspec.convert(sent, kind))))
    assert undeclared == []


def fields_beyond(sent: Any, known: Any, path: str = "") -> Any:
    if isinstance(sent, dict):
        for name, value in sent.items():
            if name not in known:
                yield f"{path}.{name}"
            else:
                yield from fields_beyond(value, known[name], f"{path}.{name}")
    elif isinstance(sent, list):
        for each, other in zip(sent, known, strict=True):
            yield from fields_beyond(each, other, f"{path}[]")


@pytest.mark.parametrize("view", LISTS)
async def test_each_list_has_its_type(parts: Parts, view: str) -> None:
    check(await read(parts, view), VIEWS[view].types[0])


@pytest.mark.parametrize(
    ("view", "listed", "key", "kind"),
    [
        ("network", "requests", "id", network.RequestDetail),
        ("performance", "pages", "id", performance.PageDetail),
        ("contracts", "endpoints", "id", contracts.EndpointDetail),
        ("websocket", "connections", "id", websocket.ConversationDetail),
        ("sessions", "verdicts", "number", sessions.VerdictDetail),
    ],
)
async def test_all_details_have_their_type(parts: Parts, view: str, listed: str, key: str, kind: Any) -> None:
    entries = (await read(parts, view))[listed]
    assert entries
    for entry in entries:
        check(await read(parts, view, str(entry[key])), kind)


async def test_an_error_is_its_entry_and_what_surrounds_it(parts: Parts) -> None:
    listed = (await read(parts, "errors"))["errors"]
    assert listed
    for line in listed:
        sent = await read(parts, "errors", line["id"])
        entry, around = (msgspec.convert(sent, kind) for kind in (AnyLogEntry, errors.ErrorSurroundings))
        assert sent.keys() <= {*msgspec.to_builtins(entry), *around}


async def test_the_answer_behind_a_verdict_has_the_type_of_its_tool(parts: Parts) -> None:
    verdicts = (await read(parts, "sessions"))["verdicts"]
    details = {each["tool"]: (await read(parts, "sessions", str(each["number"])))["details"] for each in verdicts}
    msgspec.convert(details["verify_fix"], FixResult)
    msgspec.convert(details["diff_sessions"], SessionDiff)


@pytest.mark.parametrize("kind", ["error", "console", "network", "websocket", "action", "server"])
async def test_the_complete_event_of_a_row_has_its_type(parts: Parts, kind: str) -> None:
    saved = [each for buffer in parts.store.buffers.values() for each in buffer.saved()]
    row = next(row for each in saved if (row := row_of(each.seq, each.event)) and row.kind == kind)
    check(await read(parts, "timeline", row.ref), timeline.EventDetail)
