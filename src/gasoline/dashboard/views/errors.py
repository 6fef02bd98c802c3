"""Errors: the same ones together, and one of them with all that is known around it."""

import hashlib
from typing import Any

from gasoline.analysis.errors.groups import Group, entry_type
from gasoline.analysis.errors.thrown import words_of
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import why_nothing_captured
from gasoline.capabilities.observe.errors import groups_of, show_group, shower
from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import Query, View
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.watchers.words import page_words

ID_CHARS = 16


async def read(ctx: Context, query: Query) -> Any:
    groups = groups_of(ctx)
    if not query.id:
        return {
            "errors": [_in_short(group) for group in groups[: limits.DASHBOARD_LIST]],
            "total": len(groups),
            "note": "" if groups else why_nothing_captured(ctx),
        }
    group = next((group for group in groups if _id(group) == query.id), None)
    if group is None:
        raise ToolError("not_found", "This error is not remembered any more: newer ones took its place.")
    return {"id": query.id, **show_group(group, shower(ctx, whole_stack=True))}


def _in_short(group: Group) -> dict[str, Any]:
    row = row_of(group.last_seq, group.latest)
    return {
        "id": _id(group),
        "type": entry_type(group.latest),
        "label": row.label if row else "",
        "text": page_words(words_of(group.latest), limits.DASHBOARD_TEXT_CHARS),
        "url": group.latest.url,
        "count": group.count,
        "firstSeen": group.first_seen,
        "lastSeen": group.last_seen,
    }


def _id(group: Group) -> str:
    """The same for the same error, however often it happens again."""
    return hashlib.sha256("\n".join(group.key).encode()).hexdigest()[:ID_CHARS]


VIEW = View("errors", read, count=lambda ctx: len(groups_of(ctx)))
