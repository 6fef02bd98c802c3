"""The resources that users can attach for their assistant."""

from typing import Any

import mcp_types as types
from mcp.shared.exceptions import MCPError
from msgspec import Struct

from gasoline.protocol.client_notifiers import EVENTS_URI
from gasoline.store.notice_log import NoticeLog
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher

NOTICES_SHOWN = 50  # of them in one reading of gasoline://events

JSON = "application/json"


class Readable(Struct, frozen=True):
    """A resource that is the answer of a tool."""

    uri: str
    name: str
    title: str
    description: str
    tool: str = ""


EVENTS = Readable(
    EVENTS_URI,
    "events",
    "Significant events",
    "New errors, failing requests, slow pages, rage clicks and exposed credentials, newest first.  "
    "Supports subscriptions.",
)
READABLE = (
    Readable(
        "gasoline://errors",
        "errors",
        "Errors of the page",
        "Exceptions, console errors and failed requests, each with its context.",
        "get_browser_errors",
    ),
    Readable(
        "gasoline://page",
        "page",
        "The active page",
        "URL, title, forms and headings of the active tab.",
        "get_page_info",
    ),
    Readable(
        "gasoline://timeline",
        "timeline",
        "Timeline",
        "Actions, requests and errors of the session in chronological order.",
        "get_session_timeline",
    ),
)
ALL = (EVENTS, *READABLE)


def listed() -> list[types.Resource]:
    return [
        types.Resource(uri=each.uri, name=each.name, title=each.title, description=each.description, mime_type=JSON)
        for each in ALL
    ]


async def read(uri: str, dispatcher: Dispatcher, log: NoticeLog, client: Client) -> types.ReadResourceResult:
    """Read through the dispatcher, which flushes first and masks secrets."""
    if uri == EVENTS_URI:
        return _contents(uri, dispatcher.json(_newest(log)))
    found = next((each for each in READABLE if each.uri == uri), None)
    if found is None:
        reported = f"There is no such resource. There are {', '.join(each.uri for each in ALL)}."
        raise MCPError(types.INVALID_PARAMS, reported, {"uri": uri})
    reply = await dispatcher.call(found.tool, {}, client)
    if reply.is_error:
        raise MCPError(types.INTERNAL_ERROR, reply.texts[0])
    return _contents(uri, *reply.texts)


def check_subscribable(uri: str) -> None:
    if uri != EVENTS_URI:
        raise MCPError(types.INVALID_PARAMS, f"Only {EVENTS_URI} can be subscribed to.")


def _newest(log: NoticeLog) -> list[dict[str, Any]]:
    newest = [{"id": each.seq, **each.notice.params()} for each in log.newest_first()]
    return newest[:NOTICES_SHOWN]


def _contents(uri: str, text: str, *notes: str) -> types.ReadResourceResult:
    contents = [types.TextResourceContents(uri=uri, mime_type=JSON, text=text)]
    contents += [types.TextResourceContents(uri=uri, mime_type="text/plain", text=note) for note in notes]
    return types.ReadResourceResult(contents=list(contents))
