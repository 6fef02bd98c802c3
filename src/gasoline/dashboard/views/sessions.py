"""Sessions: verifications in progress, saved snapshots, and verdicts."""

from typing import Any, NotRequired, TypedDict, cast

from msgspec.structs import asdict

from gasoline.capabilities.analyze.sessions import list_snapshots
from gasoline.capabilities.analyze.verify_fix import status_of
from gasoline.dashboard.view import Query, View
from gasoline.dashboard.views.verdict_details import FixResult, SessionDiff
from gasoline.model.tool_error import ToolError
from gasoline.model.verdict_record import Tool, VerdictRecord
from gasoline.toolkit.context import Context


class VerdictSummary(TypedDict):
    """One verdict in the list."""

    number: int
    ts: str
    client: str
    tool: Tool
    name: str
    """The session, or the two snapshots."""
    label: str
    verdict: str
    is_proved: bool
    """False for a `fixed` that a hidden error would have got, too."""


class VerdictDetail(VerdictSummary):
    """One verdict with the answer that the assistant got."""

    details: Any
    """A FixResult or a SessionDiff, by the tool."""


class BaselineCounts(TypedDict):
    """What was wrong when a verification began."""

    captured_at: str
    console_errors: int
    network_errors: int
    error_details: list[dict[str, Any]]
    causes: NotRequired[list[str]]
    websockets: list[dict[str, Any]]


class Verification(TypedDict):
    """A verification in progress."""

    session_id: str
    status: str
    label: str
    url_filter: NotRequired[str]
    created_at: str
    watch_started_at: str
    expires_in_s: int
    baseline: BaselineCounts


class SavedSnapshot(TypedDict):
    """A snapshot that `diff_sessions` can compare."""

    name: str
    captured_at: str
    page_url: str
    error_count: int


class SessionList(TypedDict):
    """The view of sessions."""

    verifications: list[Verification]
    snapshots: list[SavedSnapshot]
    verdicts: list[VerdictSummary]


async def read(ctx: Context, query: Query) -> Any:
    store = ctx.store
    records = store.verdicts.newest_first()
    if query.id:
        return _detail(records, query.id)
    sessions = [status_of(store, session) for session in store.verifications.all().values()]
    listed: SessionList = {
        "verifications": cast(list[Verification], sorted(sessions, key=lambda each: each["created_at"], reverse=True)),
        "snapshots": cast(list[SavedSnapshot], list_snapshots(store)[::-1]),
        "verdicts": [_summarize(record) for record in records],
    }
    return listed


def _summarize(record: VerdictRecord) -> VerdictSummary:
    return {
        "number": record.number,
        "ts": record.ts,
        "client": record.client,
        "tool": record.tool,
        "name": record.name,
        "label": record.label,
        "verdict": record.verdict,
        "is_proved": record.is_proved,
    }


def _detail(records: list[VerdictRecord], wanted: str) -> dict[str, Any]:
    found = next((record for record in records if str(record.number) == wanted), None)
    if found is None:
        raise ToolError("not_found", "This verdict was evicted by newer ones.", "")
    return asdict(found)


def count(ctx: Context) -> int:
    """Changes whenever a session, snapshot or verdict is added or removed."""
    store = ctx.store
    return len(store.verifications) + len(store.snapshots) + len(store.verdicts)


VIEW = View("sessions", read, count=count, types=(SessionList, VerdictDetail, FixResult, SessionDiff))
