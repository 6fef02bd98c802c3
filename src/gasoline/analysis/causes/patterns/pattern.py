"""A pattern that an expert would point at: never a certainty, always with the entries that show it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from gasoline.analysis.causes.find_call_site import call_places
from gasoline.analysis.contracts.graphql import operation_of
from gasoline.analysis.errors.inline_text import one_line
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.quoted import method_in_prose
from gasoline.kernel.urls import endpoint_of, split_url
from gasoline.model.events import NetworkBody, RequestTiming, parse_time

CALLS = frozenset({"fetch", "xmlhttprequest"})
QUERY_CHARS = 60


@dataclass(frozen=True)
class Pattern:
    """`text` continues a line that says it may be a cause; `ids` are the entries that show it."""

    kind: str
    text: str
    ids: tuple[str, ...]
    endpoint: str = ""
    """Method and path, or the address of a socket, if the pattern is a problem whatever the page shows."""


@dataclass(frozen=True)
class Call:
    """A request by fetch or XHR, with its times."""

    seq: int
    event: RequestTiming
    start: datetime
    end: datetime
    exchange: NetworkBody | None = None
    """What it sent and received, if that was captured."""

    @property
    def id(self) -> str:
        return f"r{self.seq}"

    @property
    def method(self) -> str:
        return self.event.method or "GET"

    @property
    def name(self) -> str:
        """Id, method and path with the query, as a sentence names it."""
        query = split_url(self.event.url).query
        asked = f"?{one_line(query, QUERY_CHARS)}" if query else ""
        return f"{self.id} {method_in_prose(self.method)} {path_in_sentence(self.event.url)}{asked}"

    @property
    def endpoint(self) -> str:
        return endpoint_of(self.method, self.event.url)

    @property
    def operation(self) -> str | None:
        """The name of a GraphQL operation."""
        return operation_of(self.exchange.request_body if self.exchange else None, self.event.url)

    @property
    def place(self) -> str:
        """`, from src/api.js:3`, where it is known."""
        places = call_places(self.event)
        return f", from {path_in_sentence(places[0].file)}:{places[0].line}" if places else ""


def calls_of(network: Iterable[tuple[int, RequestTiming]], bodies: Iterable[NetworkBody] = ()) -> list[Call]:
    """The calls that ended, by their start."""
    exchanges = {body.id: body for body in bodies if body.id}
    calls = [
        Call(seq, event, start, start + timedelta(milliseconds=event.duration), exchanges.get(event.id))
        for seq, event in network
        if event.initiator in CALLS and event.ts and isinstance(event.duration, float | int)
        for start in (parse_time(event.ts),)
    ]
    return sorted(calls, key=lambda call: call.start)


def bursts(calls: list[Call], gap: timedelta) -> Iterator[list[Call]]:
    """Runs in which each call follows the previous one within `gap`, newest run first. Calls are sorted by start."""
    end = len(calls)
    for at in range(len(calls) - 1, -1, -1):
        if at == 0 or calls[at].start - calls[at - 1].start > gap:
            yield calls[at:end]
            end = at


def milliseconds(span: timedelta) -> str:
    """`34 ms`, `2.1 s`."""
    second = timedelta(seconds=1)
    return f"{span / timedelta(milliseconds=1):.0f} ms" if span < second else f"{span / second:.1f} s"
