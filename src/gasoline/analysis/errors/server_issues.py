"""Exceptions of development servers, those that say the same together."""

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
    """Each with all its occurrences."""
    issues: dict[str, ConsoleIssue] = {}
    for entry in entries:
        if entry.exception is UNSET:
            continue
        issue = _issue(entry, entry.exception)
        known = issues.get(issue.key)
        issues[issue.key] = replace(known, count=known.count + 1) if known else issue
    return list(issues.values())


def _issue(entry: ServerLogEntry, exception: ServerException) -> ConsoleIssue:
    """The line may move when the code changes; the file stays."""
    name = f"server {entry.name}: {exception.type}"
    identity = f"{name} {exception.file} {normalize_message(exception.message)}"
    place = f" at {exception.file}:{exception.line}" if exception.file else ""
    text = f"{name}: {exception.message}{place}"
    return ConsoleIssue(
        key=hashlib.blake2b(identity.encode(), digest_size=DIGEST_BYTES).hexdigest(),
        message=truncate_to_bytes(redacted_prefix(text, ISSUE_BYTES), ISSUE_BYTES),
        count=1,
        last_ts=entry.ts,
        page="",
        from_server=True,
    )
