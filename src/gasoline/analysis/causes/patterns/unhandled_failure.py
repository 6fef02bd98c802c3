"""An unhandled rejection that was caused by a failed call."""

from collections.abc import Iterable
from datetime import timedelta

from gasoline.analysis.causes.patterns.telemetry_address import is_telemetry
from gasoline.analysis.errors.exception_info import exception_info
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.quoted import method_in_prose
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, ExceptionEntry, RequestTiming, parse_time

AT_ONCE = timedelta(milliseconds=250)  # a rejection of a call follows its failure this soon
ROUNDING = timedelta(milliseconds=5)


def unhandled_failure(entry: AnyLogEntry, request: FailedRequest | None, requests: Iterable[RequestTiming] = ()) -> str:
    """Empty where the error is not a rejection, or where no request failed before it whose rejection it may be.
    `requests` say when it ended."""
    if request is None or not isinstance(entry, ExceptionEntry) or entry.rejection is not True:
        return ""
    if not _is_about(entry, request) and (is_telemetry(request.url) or not _is_soon(entry, request, requests)):
        return ""
    outcome = f"answered {request.status}" if request.status else "got no answer"
    name = f"{method_in_prose(request.method)} {path_in_sentence(request.url)}"
    return f"{name} {outcome}, and no code handled the rejection that followed"


def _is_about(entry: ExceptionEntry, request: FailedRequest) -> bool:
    """The page could not read this very answer, or the words name its address."""
    if isinstance(entry.failed_request, FailedRequest):
        return True
    exception = exception_info(entry)
    path = path_in_sentence(request.url)
    return exception is not None and len(path) > 1 and path in exception.message


def _is_soon(entry: ExceptionEntry, request: FailedRequest, requests: Iterable[RequestTiming]) -> bool:
    """Whether the request ended just before the rejection. True if its end is unknown."""
    same = [each for each in requests if each.ts and (each.url, each.method) == (request.url, request.method)]
    ends = [parse_time(each.ts) + timedelta(milliseconds=each.duration or 0.0) for each in same]
    spans = [parse_time(entry.ts) - end for end in ends]
    before = [span for span in spans if span >= -ROUNDING]
    return not before or min(before) <= AT_ONCE
