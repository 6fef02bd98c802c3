"""How a request ended. The log of failures, the waterfall and the bodies all tell; whoever tells first counts."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from gasoline.analysis.endpoints import endpoint_of
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming
from gasoline.model.notices import Category, Notice
from gasoline.watchers.words import method_name, page_words, path_name

SOURCES = (NetworkEntry, RequestTiming, NetworkBody)


@dataclass(frozen=True)
class Response:
    """An answer with a status; `method` is of the request."""

    event: NetworkEntry | RequestTiming | NetworkBody
    method: str
    status: int

    @property
    def endpoint(self) -> str:
        """Method and path without ids, of one host."""
        return f"{_host(self.event.url)} {endpoint_of(self.method, self.event.url)}"

    def notice(self, category: Category, message: str, **more: Any) -> Notice:
        context = {"method": self.method, "url": path_name(self.event.url), "status": self.status, **more}
        if preview := _body(self.event):
            context["response_preview"] = page_words(preview)
        return request_notice(self.event, category, message, context)


def response_in(before: Event | None, event: Event) -> Response | None:
    """None if there is no status, or if it was known before."""
    if not isinstance(event, SOURCES) or not isinstance(event.status, int) or not event.status:
        return None
    if isinstance(before, SOURCES) and before.status == event.status:
        return None
    return Response(event, method_name(event.method), event.status)


def request_notice(
    event: NetworkEntry | RequestTiming | NetworkBody, category: Category, message: str, context: dict[str, Any]
) -> Notice:
    page = event.page_url if isinstance(event.page_url, str) else ""
    return Notice(category, message, event.ts, context, (event.url, page))


def _body(event: NetworkEntry | RequestTiming | NetworkBody) -> str:
    if isinstance(event, NetworkBody):
        return event.response_body or ""
    return event.response if isinstance(event, NetworkEntry) and isinstance(event.response, str) else ""


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""
