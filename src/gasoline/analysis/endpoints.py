"""Which endpoint a request belongs to: method and path, with what differs from call to call taken out."""

import re
from urllib.parse import urlsplit

from gasoline.kernel.secrets.redaction import redact
from gasoline.model import limits
from gasoline.model.cut_address import cut_address

ID = ":id"
_NUMBER = r"[0-9]+"
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_HEX = r"(?=[a-f]*[0-9])[0-9a-f]{8,}"
_ANY_ID = re.compile(f"(?i:{_NUMBER}|{_UUID}|{_HEX})")


def endpoint_of(method: str, url: str) -> str:
    """An endpoint such as "GET /users/:id": no host, no query, no ids."""
    return masked_and_cut(f"{method[: limits.METHOD_CHARS].upper()} {path_of(url)}", limits.ENDPOINT_CHARS)


def path_of(url: str) -> str:
    """The path of an address, segment by segment with ids taken out."""
    return "/".join(ID if is_id(segment) else segment for segment in raw_path(url).split("/"))


def raw_path(url: str) -> str:
    """The path of an address as it is; an address that cannot be read counts as a path."""
    try:
        return urlsplit(url).path or "/"
    except ValueError:
        return re.split(r"[?#]", url, maxsplit=1)[0]


def origin_of(url: str) -> str:
    """Scheme and host of an address, without a user's name; empty where it has none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2][: limits.ENDPOINT_CHARS]
    return f"{parts.scheme}://{host}" if host else ""


def without_query(url: str) -> str:
    """An address that is short enough to be kept and has no parameters, which often hold secrets."""
    return masked_and_cut(re.split(r"[?#]", url, maxsplit=1)[0], limits.ENDPOINT_CHARS)


def masked_and_cut(address: str, chars: int) -> str:
    """Some secrets have slashes: half of one would be left, which no exit recognises."""
    return cut_address(redact(address) if len(address) > chars else address, chars)


def is_id(segment: str) -> bool:
    """A number, a UUID, or at least eight hexadecimal digits with a decimal one among them: “deadbeef” is a word."""
    return _ANY_ID.fullmatch(segment) is not None
