"""Which parameters distinguish a request from other requests of the same path."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl

from msgspec.structs import replace

from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.secrets.redaction import is_hidden_argument
from gasoline.kernel.urls import is_id, split_url
from gasoline.scripting.calls import Call
from gasoline.scripting.script_urls import is_one_time

QUERY_CHARS = 200  # a longer query is not compared
MAX_PARAMETERS = 20  # a query with more is not compared
_LONG_ID_CHARS = 8  # shorter numbers are pages and counts
_OF_ONE_RUN = re.compile(r"0\.\d{6,}|\d{4}-\d\d-\d\dT.*")


def with_queries(calls: Sequence[Call]) -> list[Call]:
    """The calls, each with the parameters that have other values in other calls of its method and path."""
    values: dict[tuple[str, str], list[dict[str, str]]] = {}
    for call in calls:
        values.setdefault((call.method, call.path), []).append(dict(parameters(_query_of(call))))
    return [replace(call, query=_distinguishing(call, values[call.method, call.path])) for call in calls]


def parameters(query: str) -> list[tuple[str, str]]:
    """Names and values, decoded as a browser's URLSearchParams does."""
    return parse_qsl(query, keep_blank_values=True)


def _query_of(call: Call) -> str:
    query = split_url(call.url).query
    return query if len(query) <= QUERY_CHARS and query.count("&") < MAX_PARAMETERS else ""


def _distinguishing(call: Call, of_path: Sequence[dict[str, str]]) -> str:
    kept = []
    for part in filter(None, _query_of(call).split("&")):
        for name, _ in parameters(part):
            found = {each.get(name) for each in of_path}
            if len(found) > 1 and not any(value and _changes_between_runs(name, value) for value in found):
                kept.append(part)
    return "&".join(kept)


def _changes_between_runs(name: str, value: str) -> bool:
    """Secrets, ids of a session, times and random numbers."""
    is_long_id = is_id(value) and len(value) >= _LONG_ID_CHARS
    is_secret = MASK in value or is_hidden_argument(name, value) or is_one_time(name, value)
    return is_long_id or is_secret or bool(_OF_ONE_RUN.fullmatch(value))
