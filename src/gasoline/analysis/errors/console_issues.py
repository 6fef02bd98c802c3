"""Errors and warnings of the page, those that say the same together."""

import hashlib
from collections.abc import Iterable

from msgspec.structs import replace

from gasoline.analysis.errors.event_time import first_and_last_time
from gasoline.analysis.errors.exception_info import message_of
from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.text import truncate_to_bytes
from gasoline.kernel.urls import without_query
from gasoline.model.activity import ConsoleIssue
from gasoline.model.events import AnyLogEntry, Level, NetworkEntry

ISSUE_BYTES = 200  # the message of an issue that is kept for comparison

DIGEST_BYTES = 8


def console_issues(entries: Iterable[tuple[AnyLogEntry, int]], level: Level, most: int) -> list[ConsoleIssue]:
    """The newest of a level, each with all its occurrences; failed requests are counted elsewhere."""
    wanted = [(entry, count) for entry, count in entries if entry.level == level and not _is_request(entry)]
    issues: dict[str, ConsoleIssue] = {}
    for entry, count in wanted:
        issue = _issue(entry, count)
        known = issues.get(issue.key)
        issues[issue.key] = replace(known, count=known.count + count) if known else issue
    return list(issues.values())[:most]


def _is_request(entry: AnyLogEntry) -> bool:
    return isinstance(entry, NetworkEntry)


def _issue(entry: AnyLogEntry, count: int) -> ConsoleIssue:
    message = message_of(entry)
    return ConsoleIssue(
        key=_digest(normalize_message(message)),
        message=truncate_to_bytes(redacted_prefix(message, ISSUE_BYTES), ISSUE_BYTES),
        count=count,
        last_ts=first_and_last_time(entry)[1],
        page=without_query(entry.url),
    )


def _digest(text: str) -> str:
    """Short, because many are kept."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
