"""An error as an answer shows it: the entry, what is known around it, and a summary of both."""

from typing import Any

import msgspec

from gasoline.analysis.errors.failed_request import FailedRequests
from gasoline.analysis.errors.known_context import KnownContext, context_of
from gasoline.analysis.errors.one_line import one_line
from gasoline.analysis.errors.place import place_of
from gasoline.analysis.errors.recent_actions import RecentActions
from gasoline.analysis.errors.stack import shorten_stack
from gasoline.analysis.errors.summary import summarise
from gasoline.analysis.errors.thrown import frame_of, thrown_in
from gasoline.model import limits
from gasoline.model.error_context import AiContext, FailedRequest
from gasoline.model.events import AnyLogEntry, ExceptionEntry

RAW_CONTEXT = ("_sourceSnippets", "_componentAncestry", "_stateSnapshot", "_aiContext")
THROWN_VALUE = ("errorType", "_causes")
"""What is known of a thrown value beyond its message and stack."""


def show_error(
    entry: AnyLogEntry, requests: FailedRequests, actions: RecentActions, *, whole_stack: bool
) -> dict[str, Any]:
    """The entry in v5's shape; nothing is said twice, and what is empty is not said."""
    known = context_of(entry)
    request = requests.before(entry)
    shown = without_context(entry)
    if not whole_stack:
        _shorten_stacks(shown, known)
    added = {
        "_failedRequest": request,
        "_aiContext": _composed(entry, known, request),
        "_actions": actions.before(entry),
    }
    added = {name: msgspec.to_builtins(value) for name, value in added.items() if value}
    enrichments = _enrichments({**shown, **added}, known)
    return {**shown, **({"_enrichments": enrichments} if enrichments else {}), **added}


def show_plain_error(entry: AnyLogEntry) -> dict[str, Any]:
    """The entry in v4's shape, for a person who has switched “AI Error Context” off."""
    return {name: value for name, value in without_context(entry).items() if name not in THROWN_VALUE}


def _shorten_stacks(shown: dict[str, Any], known: KnownContext) -> None:
    """Of an error whose source is shown, and of the errors behind one."""
    stacked = [shown] if known.source_snippets else []
    for fields in [*stacked, *shown.get("_causes", ())]:
        if "stack" in fields:
            fields["stack"] = shorten_stack(fields["stack"], limits.STACK_FRAMES_SHOWN)


def without_context(entry: AnyLogEntry) -> dict[str, Any]:
    """The entry without what is around it and without the name that only updates need."""
    fields: dict[str, Any] = msgspec.to_builtins(entry)
    return {name: value for name, value in fields.items() if name not in ("id", *RAW_CONTEXT) and value is not None}


def names_of_context(entry: AnyLogEntry) -> list[str]:
    """What `observe what=errors` knows around an entry."""
    known = context_of(entry)
    return [*(["sourceMap"] if _has_source_map(known) else []), *([] if known.is_empty else ["aiContext"])]


def _composed(entry: AnyLogEntry, known: KnownContext, request: FailedRequest | None) -> AiContext | None:
    """Every exception has one: its message can be explained even where nothing is known around it."""
    if known.is_empty and not isinstance(entry, ExceptionEntry) and thrown_in(entry) is None:
        return None
    return AiContext(
        summary=_summary(entry, known, request) or msgspec.UNSET,
        source_snippets=known.source_snippets or msgspec.UNSET,
        component_ancestry=known.component_ancestry or msgspec.UNSET,
        state_snapshot=known.state_snapshot or msgspec.UNSET,
    )


def _summary(entry: AnyLogEntry, known: KnownContext, request: FailedRequest | None) -> str:
    if known.summary:
        return one_line(known.summary, limits.SUMMARY_CHARS)
    thrown = thrown_in(entry)
    if thrown is None:
        return ""
    place = place_of(known.source_snippets, frame_of(entry))
    return summarise(thrown, place, request, known)


def _enrichments(shown: dict[str, Any], known: KnownContext) -> list[str]:
    """By the names that v5 has, in its order."""
    present = {
        "context": "_context" in shown,
        "userActions": "_actions" in shown,
        "sourceMap": _has_source_map(known),
        "failedRequest": "_failedRequest" in shown,
        "aiContext": "_aiContext" in shown,
    }
    return [name for name, is_there in present.items() if is_there]


def _has_source_map(known: KnownContext) -> bool:
    return any(snippet.is_generated is not True for snippet in known.source_snippets)
