"""Console messages, errors and failed requests as logs."""

from gasoline.analysis.errors.exception_info import exception_info, frame_of, message_of
from gasoline.analysis.telemetry.records import Log, Value, common_attributes, service_of, time_ns_of
from gasoline.analysis.telemetry.spans import http_attributes, sent_ids
from gasoline.kernel.secrets.redaction import redact
from gasoline.model.events import AnyLogEntry, ConsoleEntry, NetworkEntry, ResourceEntry


def log_of(entry: AnyLogEntry, already_sent: int = 0) -> Log:
    """`already_sent`: how many of its repeats were exported before."""
    attributes: dict[str, Value] = {"gasoline.kind": _kind(entry), **common_attributes(entry), **_facts(entry)}
    if (times := entry.times - already_sent) > 1:
        attributes["gasoline.times"] = times
    page = _page(entry)
    # The parts of a message were masked one by one; joined, they may be recognized as a secret.
    return Log(
        service=service_of(page),
        time_ns=time_ns_of(_time(entry, is_repeat=already_sent > 0)),
        level=entry.level,
        body=redact(message_of(entry)),
        attributes=attributes,
        event_name="exception" if "exception.type" in attributes else "",
        ids=sent_ids(entry) if isinstance(entry, NetworkEntry) else None,
    )


def _time(entry: AnyLogEntry, *, is_repeat: bool) -> str:
    return entry.last_seen if is_repeat and isinstance(entry.last_seen, str) else entry.ts


def _kind(entry: AnyLogEntry) -> str:
    if isinstance(entry, ConsoleEntry):
        return "console"
    if isinstance(entry, NetworkEntry):
        return "failed_request"
    return "failed_resource" if isinstance(entry, ResourceEntry) else "exception"


def _page(entry: AnyLogEntry) -> str:
    return entry.page_url or "" if isinstance(entry, NetworkEntry) else entry.url


def _facts(entry: AnyLogEntry) -> dict[str, Value]:
    if isinstance(entry, NetworkEntry):
        page = {"gasoline.page_url": entry.page_url} if entry.page_url else {}
        return {**http_attributes(entry.method, entry.url, entry.status), **page}
    facts: dict[str, Value] = {"url.full": entry.url} if entry.url else {}
    if isinstance(entry, ResourceEntry):
        facts |= {"gasoline.resource.url": entry.source, "gasoline.resource.element": entry.element}
    if error := exception_info(entry):
        facts |= {"exception.type": error.type, "exception.message": error.message}
        if error.stack:
            facts["exception.stacktrace"] = error.stack
    if frame := frame_of(entry):
        facts |= {"code.file.path": frame.file, "code.line.number": frame.line, "code.column.number": frame.column}
    return facts
