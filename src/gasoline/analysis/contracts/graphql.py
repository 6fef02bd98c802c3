"""Identifies the operation of a GraphQL request, because all operations share one address."""

import re
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from gasoline.kernel.partial_json import parse_partial_json

OPERATION_CHARS = 80  # the name of a GraphQL operation

_NAMED = re.compile(r"\b(?:query|mutation|subscription)\s+([A-Za-z_]\w*)")
_FIRST_FIELD = re.compile(r"\{\s*(?:\w+\s*:\s*)?([A-Za-z_]\w*)")
_COMMENT = re.compile(r"#[^\n]*")
_CUT_QUERY = re.compile(r'"query"\s*:\s*"\s*(?:query|mutation|subscription|fragment|\{)')
_OPENINGS = ("query", "mutation", "subscription", "fragment", "{")


def operation_of(request_body: str | None, url: str) -> str | None:
    """The operation's name; of one without a name, its first field as "{user}"; None if this is not GraphQL."""
    request = _sent(request_body) if request_body else _asked(url)
    requests = request if isinstance(request, list) else [request]
    names = [_name(each) for each in requests]
    if not names or None in names:
        return None
    return ", ".join(filter(None, names))[:OPERATION_CHARS]


def _sent(body: str) -> Any:
    """The request in a body. Of one that was too long to capture, clients write the name before the query."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, ValueError, RecursionError):
        prefix = parse_partial_json(body) if _CUT_QUERY.search(body) else None
        return {"extensions": None, **prefix.value} if prefix and isinstance(prefix.value, dict) else None


def _asked(url: str) -> dict[str, str]:
    """The request in an address: a query that may be cached is a GET."""
    query = url.partition("#")[0].partition("?")[2]
    return dict(parse_qsl(query)) if "operationName=" in query or "query=" in query else {}


def _name(request: Any) -> str | None:
    if not isinstance(request, dict):
        return None
    document, name = _document(request.get("query")), request.get("operationName")
    if isinstance(name, str) and name and (document or "extensions" in request):
        return name
    return _name_in(document) if document else None


def _document(query: Any) -> str:
    """The query without its comments; empty if it is not a query."""
    document = _COMMENT.sub("", query).strip() if isinstance(query, str) else ""
    return document if document.startswith(_OPENINGS) else ""


def _name_in(document: str) -> str:
    if named := _NAMED.search(document):
        return named[1]
    field = _FIRST_FIELD.search(document)
    return f"{{{field[1]}}}" if field else "{}"


def has_errors(response: Any) -> bool:
    """A GraphQL failure comes with status 200 and says so in its body."""
    responses = response if isinstance(response, list) else [response]
    return any(isinstance(each, dict) and bool(each.get("errors")) for each in responses)
