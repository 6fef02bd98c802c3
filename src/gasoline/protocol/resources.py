"""The resources: what people can put before their assistant with a click."""

from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.shared.exceptions import MCPError

from gasoline.capabilities.context import Client
from gasoline.model import limits
from gasoline.protocol.exits import EVENTS_URI
from gasoline.store.notices import NoticeLog
from gasoline.tools.dispatch import Dispatcher

JSON = "application/json"


@dataclass(frozen=True)
class Readable:
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
    "New errors, failing requests, slow pages, frustrated clicks and exposed credentials, newest first. "
    "Can be subscribed to.",
)
READABLE = (
    Readable(
        "gasoline://errors",
        "errors",
        "Errors of the page",
        "Exceptions, console errors and failed requests, with what is known around each.",
        "get_browser_errors",
    ),
    Readable(
        "gasoline://page",
        "page",
        "The page in front of the user",
        "Address, title, forms and headings of the active tab.",
        "get_page_info",
    ),
    Readable(
        "gasoline://timeline",
        "timeline",
        "What happened in order",
        "Actions, requests and errors of the session, each at its time.",
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
    """Through the dispatcher, so that everything that happened before is in it and no secret is."""
    if uri == EVENTS_URI:
        return _contents(uri, dispatcher.json(_newest(log)))
    found = next((each for each in READABLE if each.uri == uri), None)
    if found is None:
        told = f"There is no such resource. There are {', '.join(each.uri for each in ALL)}."
        raise MCPError(types.INVALID_PARAMS, told, {"uri": uri})
    reply = await dispatcher.call(found.tool, {}, client)
    if reply.is_error:
        raise MCPError(types.INTERNAL_ERROR, reply.texts[0])
    return _contents(uri, *reply.texts)


def check_subscribable(uri: str) -> None:
    if uri != EVENTS_URI:
        raise MCPError(types.INVALID_PARAMS, f"Only {EVENTS_URI} can be subscribed to.")


def _newest(log: NoticeLog) -> list[dict[str, Any]]:
    newest = [{"id": each.seq, **each.notice.params()} for each in log.newest_first()]
    return newest[: limits.NOTICES_SHOWN]


def _contents(uri: str, text: str, *notes: str) -> types.ReadResourceResult:
    contents = [types.TextResourceContents(uri=uri, mime_type=JSON, text=text)]
    contents += [types.TextResourceContents(uri=uri, mime_type="text/plain", text=note) for note in notes]
    return types.ReadResourceResult(contents=list(contents))
