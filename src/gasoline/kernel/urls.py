"""Parts of URLs: path, origin, and the endpoint that a request belongs to."""

import re
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from gasoline.kernel.secrets.redaction import redact
from gasoline.kernel.text import truncate_url
from gasoline.model.http import METHOD_CHARS

ENDPOINT_CHARS = 200  # method and path of an endpoint, and the operation of a GraphQL request

HOST_CHARS = 259  # 253 of a DNS name, and a port

ID = ":id"
_NUMBER = r"[0-9]+"
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_HEX = r"(?=[a-f]*[0-9])[0-9a-f]{8,}"
_ANY_ID = re.compile(f"(?i:{_NUMBER}|{_UUID}|{_HEX})")


@lru_cache(maxsize=4096)
def split_url(url: str) -> SplitResult:
    """The parts of a URL; one that cannot be read is a path."""
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port
    except ValueError:
        return SplitResult("", "", re.split(r"[?#]", url, maxsplit=1)[0], "", "")
    return parts


def endpoint_of(method: str, url: str) -> str:
    """An endpoint such as "GET /users/:id": no host, no query, no ids."""
    return redact_and_truncate(f"{method[:METHOD_CHARS].upper()} {path_of(url)}", ENDPOINT_CHARS)


def path_of(url: str) -> str:
    """The path of an address, segment by segment with ids taken out."""
    return "/".join(ID if is_id(segment) else segment for segment in raw_path(url).split("/"))


def raw_path(url: str) -> str:
    """The path of a URL as it is; a URL that cannot be read counts as a path."""
    return split_url(url).path or "/"


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL, without user name and password; empty if it has no host or cannot be read."""
    parts = split_url(url)
    host = parts.netloc.rpartition("@")[2][:HOST_CHARS]
    return f"{parts.scheme}://{host}" if parts.scheme and host else ""


def without_query(url: str) -> str:
    """An address that is short enough to be kept and has no parameters, which often hold secrets."""
    return redact_and_truncate(re.split(r"[?#]", url, maxsplit=1)[0], ENDPOINT_CHARS)


def redact_and_truncate(address: str, chars: int) -> str:
    """Some secrets have slashes: half of one would be left, which no exit recognizes."""
    return truncate_url(redact(address) if len(address) > chars else address, chars)


def is_id(segment: str) -> bool:
    """A number, a UUID, or at least eight hexadecimal digits with a decimal one among them: “deadbeef” is a word."""
    return _ANY_ID.fullmatch(segment) is not None
