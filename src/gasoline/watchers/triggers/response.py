"""The outcome of a request. The log, the waterfall and the bodies all report it; the first report counts."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from gasoline.kernel.urls import endpoint_of
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming, parse_time
from gasoline.model.notices import Category, Notice
from gasoline.watchers.notice_text import method_name, page_text, path_name, trust_note

ENDPOINTS_KNOWN = 500  # endpoints whose last status is remembered

SOURCES = (NetworkEntry, RequestTiming, NetworkBody)


@dataclass(frozen=True)
class Response:
    """A response with a status; `method` is the request's."""

    event: NetworkEntry | RequestTiming | NetworkBody
    method: str
    status: int

    @property
    def endpoint(self) -> str:
        """Host, method and path without ids."""
        return f"{_host(self.event.url)} {endpoint_of(self.method, self.event.url)}"

    @property
    def key(self) -> tuple[str, int]:
        """The same in every report of one request."""
        return f"{_host(self.event.url)} {self.method} {path_name(self.event.url)}", self.status

    @property
    def preview(self) -> dict[str, str]:
        """The beginning of the body, if known."""
        body = _body(self.event)
        return {"response_preview": page_text(body)} if body else {}

    @property
    def may_get_body(self) -> bool:
        """A report without a body, of a kind whose body follows."""
        return not isinstance(self.event, NetworkBody) and not self.preview

    def notice(self, category: Category, message: str, previous_status: int) -> Notice:
        context: dict[str, Any] = {"method": self.method, "url": path_name(self.event.url), "status": self.status}
        context |= {"previous_status": previous_status} if previous_status else {}
        return request_notice(self.event, category, message, context | self.preview)


def response_in(event: Event) -> Response | None:
    """None if the event has no status."""
    if not isinstance(event, SOURCES) or not isinstance(event.status, int) or not event.status:
        return None
    return Response(event, method_name(event.method), event.status)


def is_known(before: Event | None, response: Response) -> bool:
    """Whether the status was known before this update."""
    return isinstance(before, SOURCES) and before.status == response.status


def request_notice(
    event: NetworkEntry | RequestTiming | NetworkBody, category: Category, message: str, context: dict[str, Any]
) -> Notice:
    page = event.page_url if isinstance(event.page_url, str) else ""
    text = f"{message}{trust_note(event)}"
    return Notice(category, text, event.ts, context, (event.url, page), _host(event.url))


class LastStatuses:
    """The last status of each endpoint."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def replace(self, response: Response) -> int:
        """The endpoint's previous status, or 0. Each request is reported up to three times, in any order."""
        moment = parse_time(response.event.ts)
        latest, previous = self._last.get(response.endpoint, (moment, 0))
        if moment < latest:
            return 0
        self._last.pop(response.endpoint, None)
        self._last[response.endpoint] = (moment, response.status)
        if len(self._last) > ENDPOINTS_KNOWN:
            self._last.popitem(last=False)
        return previous


def _body(event: NetworkEntry | RequestTiming | NetworkBody) -> str:
    if isinstance(event, NetworkBody):
        return event.response_body or ""
    return event.response if isinstance(event, NetworkEntry) and isinstance(event.response, str) else ""


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""
