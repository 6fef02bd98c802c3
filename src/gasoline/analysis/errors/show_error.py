"""An error as an answer shows it: the entry, what is known around it, and a summary of both."""

from dataclasses import dataclass
from typing import Any

import msgspec

from gasoline.analysis.causes.before_error import BeforeErrors
from gasoline.analysis.causes.find_call_site import with_call_site
from gasoline.analysis.errors.exception_info import exception_info, frame_of
from gasoline.analysis.errors.failed_request import FailedRequests
from gasoline.analysis.errors.inline_text import one_line
from gasoline.analysis.errors.join_server_output import ServerOutput
from gasoline.analysis.errors.read_error_context import ErrorContext, context_of
from gasoline.analysis.errors.recent_actions import RecentActions
from gasoline.analysis.errors.source_location import source_location
from gasoline.analysis.errors.stack import shorten_stack
from gasoline.analysis.errors.summary import summarize_error
from gasoline.model.error_context import AiContext, FailedRequest
from gasoline.model.events import AnyLogEntry, ExceptionEntry

STACK_FRAMES_SHOWN = 5  # of a stack whose source is shown
SUMMARY_CHARS = 2_000  # a summary that a sender composed

RAW_CONTEXT = ("_sourceSnippets", "_componentAncestry", "_stateSnapshot", "_aiContext")
NOT_SHOWN = frozenset({"id", *RAW_CONTEXT})
NOT_IN_V4 = frozenset(
    {"errorType", "_causes", "_failedRequest", "calledFrom", "worker", "_screenshot", "traceId", "spanId"}
)
"""What is known of an entry beyond what was logged, thrown or answered. `_context` is shown: the page gave it."""


@dataclass(frozen=True)
class Surroundings:
    """What errors are shown with."""

    requests: FailedRequests
    actions: RecentActions
    printed: ServerOutput
    before: BeforeErrors


def show_error(entry: AnyLogEntry, around: Surroundings, *, whole_stack: bool) -> dict[str, Any]:
    """The entry with its context; nothing is said twice, and what is empty is not said."""
    known = context_of(entry)
    request = around.requests.before(entry)
    shown = without_context(entry)
    if not whole_stack:
        _shorten_stacks(shown, known)
    added = {
        "_failedRequest": request,
        "_serverLog": around.printed.during(entry, request),
        "_aiContext": _composed(entry, known, request),
        "_actions": around.actions.before(entry),
        **around.before.of(entry),
    }
    added = {name: msgspec.to_builtins(value) for name, value in added.items() if value}
    enrichments = _enrichments({**shown, **added}, known)
    return {**shown, **({"_enrichments": enrichments} if enrichments else {}), **added}


def show_plain_error(entry: AnyLogEntry) -> dict[str, Any]:
    """The entry without its context, for a person who has turned “AI Error Context” off (ERR-19)."""
    return {name: value for name, value in without_context(entry).items() if name not in NOT_IN_V4}


def _shorten_stacks(shown: dict[str, Any], known: ErrorContext) -> None:
    """Shortens the stacks of an error whose source is shown, and of its causes."""
    stacked = [shown] if known.source_snippets else []
    for fields in [*stacked, *shown.get("_causes", ())]:
        if "stack" in fields:
            fields["stack"] = shorten_stack(fields["stack"], STACK_FRAMES_SHOWN)


def without_context(entry: AnyLogEntry) -> dict[str, Any]:
    """The entry without what is around it and without the name that only updates need."""
    fields = with_call_site(msgspec.to_builtins(entry))
    return {name: value for name, value in fields.items() if value is not None and name not in NOT_SHOWN}


def context_names(entry: AnyLogEntry) -> list[str]:
    """What `observe what=errors` knows around an entry."""
    if not (entry.ai_context or entry.source_snippets or entry.component_ancestry or entry.state_snapshot):
        return []
    known = context_of(entry)
    return [*(["sourceMap"] if _has_source_map(known) else []), *([] if known.is_empty else ["aiContext"])]


def _composed(entry: AnyLogEntry, known: ErrorContext, request: FailedRequest | None) -> AiContext | None:
    """Every exception has one: its message can be explained even where nothing is known around it."""
    if known.is_empty and not isinstance(entry, ExceptionEntry) and exception_info(entry) is None:
        return None
    return AiContext(
        summary=_summary(entry, known, request) or msgspec.UNSET,
        source_snippets=known.source_snippets or msgspec.UNSET,
        component_ancestry=known.component_ancestry or msgspec.UNSET,
        state_snapshot=known.state_snapshot or msgspec.UNSET,
    )


def _summary(entry: AnyLogEntry, known: ErrorContext, request: FailedRequest | None) -> str:
    if known.summary:
        return one_line(known.summary, SUMMARY_CHARS)
    exception = exception_info(entry)
    if exception is None:
        return ""
    place = source_location(known.source_snippets, frame_of(entry))
    return summarize_error(exception, place, request, known)


def _enrichments(shown: dict[str, Any], known: ErrorContext) -> list[str]:
    """The names of what was added, in a fixed order."""
    present = {
        "context": "_context" in shown,
        "userActions": "_actions" in shown,
        "sourceMap": _has_source_map(known),
        "failedRequest": "_failedRequest" in shown,
        "serverLog": "_serverLog" in shown,
        "aiContext": "_aiContext" in shown,
    }
    return [name for name, is_there in present.items() if is_there]


def _has_source_map(known: ErrorContext) -> bool:
    return any(snippet.is_generated is not True for snippet in known.source_snippets)
