"""Errors, grouped; the details show the full context of one error."""

import hashlib
from typing import Any, NotRequired, TypedDict, get_args

from gasoline.analysis.errors.groups import Group, entry_type
from gasoline.analysis.errors.server_match import MatchedBy
from gasoline.capabilities.observe.errors import error_formatter, groups_of, show_group
from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import DASHBOARD_LIST, Query, View
from gasoline.model.call_site import CallPlace
from gasoline.model.error_context import AiContext, FailedRequest, RecentAction
from gasoline.model.events import AnyLogEntry
from gasoline.model.server_logs import ServerException, ServerRequest
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import why_nothing_captured
from gasoline.toolkit.possible_causes import PossibleCauses
from gasoline.toolkit.recent_patterns import recent_patterns

ID_CHARS = 16


class ErrorLine(TypedDict):
    """One group of errors in the list."""

    id: str
    type: str
    label: str
    text: str
    url: str
    count: int
    lastSeen: str


class ErrorList(TypedDict):
    """The view of errors."""

    errors: list[ErrorLine]
    total: int
    causes: list[str]
    """Patterns of the last minutes that may explain what is wrong."""
    note: str


class JoinedEntry(TypedDict):
    """What a development server printed during the request."""

    ts: str
    name: str
    stream: str
    level: str
    text: str
    exception: NotRequired[ServerException]
    request: NotRequired[ServerRequest]
    matchedBy: MatchedBy
    """How it is known that it is about the request."""


class ServerLog(TypedDict):
    """What development servers printed, the best lines first."""

    entries: list[JoinedEntry]


class RequestBefore(TypedDict):
    """A request that ended just before the error."""

    id: str
    method: str
    url: str
    status: int
    msBefore: float
    calledFrom: NotRequired[list[CallPlace]]


class MessageBefore(TypedDict):
    """What happened on a socket just before the error."""

    id: str
    event: str
    url: str
    msBefore: float
    data: NotRequired[str]
    code: NotRequired[int]
    reason: NotRequired[str]


class ErrorSurroundings(TypedDict):
    """What the details of an error have beside its latest entry."""

    id: str
    count: int
    firstSeen: str
    lastSeen: str
    _failedRequest: NotRequired[FailedRequest]
    _serverLog: NotRequired[ServerLog]
    _aiContext: NotRequired[AiContext]
    _actions: NotRequired[list[RecentAction]]
    _requestsBefore: NotRequired[list[RequestBefore]]
    _messagesBefore: NotRequired[list[MessageBefore]]
    _suspects: NotRequired[list[str]]
    _possibleCauses: NotRequired[list[str]]
    _enrichments: NotRequired[list[str]]
    """What of all this there is."""


async def read(ctx: Context, query: Query) -> Any:
    groups = groups_of(ctx)
    if not query.id:
        listed: ErrorList = {
            "errors": [_summarize(group) for group in groups[:DASHBOARD_LIST]],
            "total": len(groups),
            "causes": recent_patterns(ctx, ""),
            "note": "" if groups else why_nothing_captured(ctx),
        }
        return listed
    group = next((group for group in groups if _id(group) == query.id), None)
    if group is None:
        raise ToolError("not_found", "This error was evicted by newer ones.")
    shown = show_group(group, error_formatter(ctx, whole_stack=True))
    causes = PossibleCauses(ctx, groups).of(group, shown) if ctx.store.extension.has_error_context else {}
    return {"id": query.id, **shown, **causes}


def _summarize(group: Group) -> ErrorLine:
    row = row_of(group.last_seq, group.latest)
    return {
        "id": _id(group),
        "type": entry_type(group.latest),
        "label": row.label if row else "",
        "text": row.text if row else "",
        "url": group.latest.url,
        "count": group.count,
        "lastSeen": group.last_seen,
    }


def _id(group: Group) -> str:
    """Stable across repeats of the same error."""
    return hashlib.sha256("\n".join(group.key).encode()).hexdigest()[:ID_CHARS]


VIEW = View(
    "errors", read, count=lambda ctx: len(groups_of(ctx)), types=(ErrorList, ErrorSurroundings, *get_args(AnyLogEntry))
)
