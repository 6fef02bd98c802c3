"""The parts of an API call that matter for its contract."""

from enum import Enum
from typing import Any

import msgspec
from msgspec import Struct

from gasoline.analysis.contracts.graphql import has_errors, operation_of
from gasoline.analysis.contracts.sample import safe_error_body
from gasoline.kernel.partial_json import PartialJson, parse_partial_json
from gasoline.kernel.urls import endpoint_of, origin_of, without_query
from gasoline.model.events import RESPONSE_BODY_BYTES, NetworkBody, RequestTiming
from gasoline.model.http import CLIENT_ERROR, MAX_STATUS, METHOD_CHARS

CONTRACT_MIN_CALLS = 3  # API-02

SUCCESS = range(200, 300)
WITHOUT_BODY = {204, 205}
WITHOUT_CONTRACT = {"HEAD", "OPTIONS"}
BINARY = "[Binary: "
LONGEST_CHARACTER = 4
"""Bytes in UTF-8: a body is cut before the character that does not fit."""
SCRIPTED = {"fetch", "xmlhttprequest"}
"""Initiators in the waterfall whose requests call an API."""


class Unparsed(Enum):
    """Why there is no JSON to compare."""

    UNSEEN = "it was not read or was truncated, or its status allows none"
    EMPTY = "empty"
    NOT_JSON = "not JSON"


class Call(Struct, frozen=True):
    endpoint: str
    method: str
    origin: str
    url: str
    ts: str
    status: int
    failed: bool
    content: Any
    """The parsed response, as far as it was captured, or why there is none."""
    expects_json: bool
    truncated_at: tuple[str, ...] | None = None
    """The path to the object in which a response was truncated, if it was truncated inside an object."""
    is_truncated: bool = False
    error_body: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.origin, self.endpoint

    @property
    def succeeded(self) -> bool:
        return self.status in SUCCESS and not self.failed

    @property
    def is_api(self) -> bool:
        """Whether its endpoint is worth tracking: pages, pictures and texts have no contract."""
        has_json = not isinstance(self.content, Unparsed)
        return self.failed or has_json or (self.content is Unparsed.UNSEEN and self.expects_json)


def call_from_body(exchange: NetworkBody) -> Call | None:
    """The call behind a captured exchange; None for what has no contract."""
    is_over = exchange.aborted is not True and 0 <= exchange.status <= MAX_STATUS
    if not is_over or not _has_contract(exchange.method, exchange.url):
        return None
    operation = operation_of(exchange.request_body, exchange.url)
    content = _content(exchange)
    truncated = content if isinstance(content, PartialJson) else None
    content = truncated.value if truncated else content
    failed = _failed(exchange.status) or (operation is not None and has_errors(content))
    return Call(
        endpoint=_label(endpoint_of(exchange.method, exchange.url), operation),
        method=exchange.method[:METHOD_CHARS].upper(),
        origin=origin_of(exchange.url),
        url=without_query(exchange.url),
        ts=exchange.ts,
        status=exchange.status,
        failed=failed,
        content=content,
        expects_json=_is_json_type(exchange.content_type),
        truncated_at=truncated.open_object if truncated else None,
        is_truncated=truncated is not None,
        error_body=safe_error_body(exchange.response_body or "") if failed else "",
    )


def call_from_timing(timing: RequestTiming) -> Call | None:
    """The call behind a request of the waterfall, which knows how it ended and not what it said."""
    known = isinstance(timing.method, str) and isinstance(timing.status, int)
    if not known or timing.initiator not in SCRIPTED:
        return None
    exchange = NetworkBody(
        method=str(timing.method), status=int(timing.status or 0), url=timing.url, ts=timing.ts, aborted=timing.aborted
    )
    return call_from_body(exchange)


def _has_contract(method: str, url: str) -> bool:
    return method.upper() not in WITHOUT_CONTRACT and not url.startswith(("data:", "blob:", "chrome-extension:"))


def _failed(status: int) -> bool:
    """Whether the call failed; a missing answer (0) is a failure, too."""
    return status >= CLIENT_ERROR or status == 0


def _label(endpoint: str, operation: str | None) -> str:
    return endpoint if operation is None else f"{endpoint} ({operation})"


def _content(exchange: NetworkBody) -> Any:
    body = exchange.response_body
    if body is None or exchange.status in WITHOUT_BODY or body.startswith(BINARY):
        return Unparsed.UNSEEN
    if not body.strip():
        return Unparsed.EMPTY
    if not _may_be_json(exchange.content_type, body):
        return Unparsed.NOT_JSON
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return (_json_prefix(body) or Unparsed.UNSEEN) if exchange.truncated is True else Unparsed.NOT_JSON


def _json_prefix(body: str) -> PartialJson | None:
    """Parses the prefix of a response that is too long to be captured completely; a shorter one is still incomplete."""
    is_full = len(body.encode()) > RESPONSE_BODY_BYTES - LONGEST_CHARACTER
    return parse_partial_json(body) if is_full else None


def _may_be_json(content_type: str | None, body: str) -> bool:
    """Checks the content type, or the first character if a server declares another type."""
    return _is_json_type(content_type) or body.lstrip()[0] in "{["


def _is_json_type(content_type: str | None) -> bool:
    """A response that names no type may be anything."""
    return not content_type or "json" in content_type.lower()
