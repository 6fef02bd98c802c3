"""Exceptions and logged errors of development servers, those that say the same together."""

import hashlib
from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from gasoline.analysis.errors.console_issues import ISSUE_BYTES
from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.text import truncate_to_bytes
from gasoline.model.activity import ConsoleIssue
from gasoline.model.server_logs import ServerException, ServerLogEntry

DIGEST_BYTES = 8


def server_issues(entries: Iterable[ServerLogEntry]) -> list[ConsoleIssue]:
    """Groups server errors with all their occurrences. Failed requests are counted where the browser saw them fail."""
    issues: dict[str, ConsoleIssue] = {}
    for entry in entries:
        if (said := _said(entry)) is None:
            continue
        issue = _issue(entry, *said)
        known = issues.get(issue.key)
        issues[issue.key] = replace(known, count=known.count + 1) if known else issue
    return list(issues.values())


def _said(entry: ServerLogEntry) -> tuple[str, str] | None:
    """What stays the same when it happens again, and the text for people; None if it is not an error."""
    if entry.exception is not UNSET:
        return _of_exception(entry.exception)
    if entry.level != "error" or entry.request is not UNSET:
        return None
    line = entry.text.partition("\n")[0]
    return normalize_message(line), line


def _of_exception(exception: ServerException) -> tuple[str, str]:
    """The line may move when the code changes; the file stays."""
    place = f" at {exception.file}:{exception.line}" if exception.file else ""
    first_line = exception.message.partition("\n")[0]
    identity = f"{exception.type} {exception.file} {normalize_message(first_line)}"
    return identity, f"{exception.type}: {exception.message}{place}"


def _issue(entry: ServerLogEntry, identity: str, said: str) -> ConsoleIssue:
    name = f"server {entry.name}: "
    identity, text = name + identity, name + said
    return ConsoleIssue(
        key=hashlib.blake2b(identity.encode(), digest_size=DIGEST_BYTES).hexdigest(),
        message=truncate_to_bytes(redacted_prefix(text, ISSUE_BYTES), ISSUE_BYTES),
        count=1,
        last_ts=entry.ts,
        page="",
        from_server=True,
    )
