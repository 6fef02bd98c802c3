"""Sessions: verifications under way, snapshots that are kept, and the verdicts that assistants were given."""

from typing import Any

from msgspec.structs import asdict

from gasoline.capabilities.analyze.sessions import list_snapshots
from gasoline.capabilities.analyze.verify_fix import status_of
from gasoline.capabilities.context import Context
from gasoline.dashboard.view import Query, View
from gasoline.model.errors import ToolError
from gasoline.model.judgement import Judgement


async def read(ctx: Context, query: Query) -> Any:
    store = ctx.store
    judgements = store.judgements.newest_first()
    if query.id:
        return _detail(judgements, query.id)
    sessions = [status_of(store, session) for session in store.verifications.all().values()]
    return {
        "verifications": sorted(sessions, key=lambda session: session["created_at"], reverse=True),
        "snapshots": list_snapshots(store)[::-1],
        "judgements": [_in_short(judgement) for judgement in judgements],
    }


def _in_short(judgement: Judgement) -> dict[str, Any]:
    return {name: value for name, value in asdict(judgement).items() if name != "details"}


def _detail(judgements: list[Judgement], wanted: str) -> dict[str, Any]:
    found = next((judgement for judgement in judgements if str(judgement.number) == wanted), None)
    if found is None:
        raise ToolError("not_found", "This verdict is not remembered any more: newer ones took its place.", "")
    return asdict(found)


def count(ctx: Context) -> int:
    """Sessions, snapshots and verdicts: each that comes or goes is news."""
    store = ctx.store
    return len(store.verifications) + len(store.snapshots) + len(store.judgements)


VIEW = View("sessions", read, count=count)
