"""Errors and warnings of the page, those that say the same together."""

import hashlib
from collections.abc import Iterable

from msgspec.structs import replace

from gasoline.analysis.cut_to_bytes import cut_to_bytes
from gasoline.analysis.endpoints import without_query
from gasoline.analysis.errors.thrown import words_of
from gasoline.analysis.errors.when_and_where import first_and_last
from gasoline.analysis.masked_beginning import masked_beginning
from gasoline.analysis.normalise_message import normalise_message
from gasoline.model import limits
from gasoline.model.activity import ConsoleIssue
from gasoline.model.events import AnyLogEntry, Level, NetworkEntry

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
    message = words_of(entry)
    return ConsoleIssue(
        key=_digest(normalise_message(message)),
        message=cut_to_bytes(masked_beginning(message, limits.ISSUE_BYTES), limits.ISSUE_BYTES),
        count=count,
        last_ts=first_and_last(entry)[1],
        page=without_query(entry.url),
    )


def _digest(text: str) -> str:
    """Short, because many are kept."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
