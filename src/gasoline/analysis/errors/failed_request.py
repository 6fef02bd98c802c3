"""Joins an error with the request that it is about, or that failed just before it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from gasoline.analysis.errors.event_time import first_and_last_time, is_same_page
from gasoline.analysis.errors.exception_info import exception_info
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.text import ELLIPSIS
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, NetworkBody, NetworkEntry, ResourceEntry, ThrownEntry, parse_time

FAILED_REQUEST_WITHIN_S = 2.0  # how long before an error a request may have failed to be shown with it
FAILED_REQUEST_RESPONSE_CHARS = 500  # of its answer; the request's own entry has more

_WITHIN = timedelta(seconds=FAILED_REQUEST_WITHIN_S)
_Failure = tuple[datetime, NetworkEntry]


class FailedRequests:
    """The requests that failed, by time."""

    def __init__(self, entries: Iterable[AnyLogEntry], bodies: Iterable[NetworkBody]) -> None:
        failures = [
            (moment, entry) for entry in entries if isinstance(entry, NetworkEntry) for moment in _moments(entry)
        ]
        self._failures = sorted(failures, key=_moment)
        self._bodies = list(bodies)

    def before(self, error: AnyLogEntry) -> FailedRequest | None:
        """The one whose response the error is about, else the one that it names, else the nearest before it. What did
        not load is nobody's consequence."""
        if isinstance(error, ThrownEntry) and isinstance(error.failed_request, FailedRequest):
            return _bounded(error.failed_request)
        if not self._failures or isinstance(error, NetworkEntry | ResourceEntry):
            return None
        near = [entry for entry in self._just_before(parse_time(error.ts)) if is_same_page(entry, error)]
        if not near:
            return None
        text = _search_text(error)
        return self._shown(next((entry for entry in near if _is_named(entry, text)), near[0]))

    def _just_before(self, moment: datetime) -> Iterator[NetworkEntry]:
        """The newest first."""
        end = bisect_right(self._failures, moment, key=_moment)
        for at, entry in reversed(self._failures[:end]):
            # Times are subtracted from each other only: any year may stand in an entry.
            if moment - at > _WITHIN:
                return
            yield entry

    def _shown(self, entry: NetworkEntry) -> FailedRequest:
        body = next((body for body in self._bodies if _is_body_of(body, entry)), None)
        response = entry.response if isinstance(entry.response, str) else body.response_body if body else None
        return _bounded(
            FailedRequest(
                method=entry.method,
                url=entry.url,
                status=entry.status,
                duration=entry.duration if isinstance(entry.duration, float) else None,
                response=response,
                error=entry.error if isinstance(entry.error, str) else None,
                id=body.id if body else entry.id,
            )
        )


def _moments(entry: NetworkEntry) -> set[datetime]:
    """The times of the first and the last failure."""
    return {parse_time(text) for text in first_and_last_time(entry)}


def _moment(failure: _Failure) -> datetime:
    return failure[0]


def _search_text(error: AnyLogEntry) -> str:
    exception = exception_info(error)
    return "\n".join([exception.message, *(cause.message for cause in exception.causes)]) if exception else ""


def _is_named(entry: NetworkEntry, text: str) -> bool:
    """Whether the error's words have the address; the root's path is in every text with a slash."""
    path = path_in_sentence(entry.url)
    return entry.url in text or (len(path) > 1 and path in text)


def _is_body_of(body: NetworkBody, entry: NetworkEntry) -> bool:
    is_same = body.method == entry.method and body.status == entry.status and body.url == entry.url
    return is_same and is_same_page(body, entry)


def _bounded(request: FailedRequest) -> FailedRequest:
    """What the page wrote is shown in part; what is empty is not shown."""
    response, error = (_truncate(text) if text else None for text in (request.response, request.error))
    return msgspec.structs.replace(request, response=response, error=error)


def _truncate(text: str) -> str:
    longest = FAILED_REQUEST_RESPONSE_CHARS
    return text if len(text) <= longest else redacted_prefix(text, longest) + ELLIPSIS
