"""What an address tells: its host, whether that is this machine, which endpoint it is."""

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from gasoline.analysis.endpoints import masked_and_cut
from gasoline.analysis.endpoints import path_of as endpoint_path

PATH_CHARS = 200  # of a path in a finding
_STAGING = re.compile(r"(?<![a-z])(?:staging|stage|dev|development|qa)(?![a-z])", re.IGNORECASE)
# a label of a host such as devapi, mystaging, shop-dev2; not device, devon or backstage
_STAGING_LABEL = re.compile(
    r"[a-z0-9-]*staging[a-z0-9-]*|(?:dev|qa|stage)(?:api|app|web|www|admin|auth|env|site|server|shop)[0-9]*|"
    r"(?:api|app|web|www|admin|auth|my|shop)(?:dev|qa|stage)[0-9]*|(?:dev|qa|stage)[0-9]+",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def split(url: str) -> SplitResult:
    """The parts of an address; empty ones where it is none."""
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port
    except ValueError:
        return SplitResult("", "", url.partition("?")[0], "", "")
    return parts


def path_of(url: str) -> str:
    return masked_and_cut(split(url).path or "/", PATH_CHARS)


def origin_of(url: str) -> str:
    parts = split(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""


def is_local(url: str) -> bool:
    """This machine, by any of its names."""
    host = (split(url).hostname or "").rstrip(".")
    return host == "localhost" or host.endswith(".localhost") or _is_own_number(host)


def _is_own_number(host: str) -> bool:
    """By its digits, not by its beginning: `127.example.com` is anybody's."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def endpoint(method: str, url: str) -> str:
    """With its origin: the same path on two servers is two endpoints."""
    return f"{method.upper()} {origin_of(url)}{endpoint_path(url)}"


def is_not_production(url: str) -> bool:
    """v6, False positive mitigation: the address says so."""
    parts = split(url)
    if _STAGING.search(parts.netloc) or _STAGING.search(parts.path):
        return True
    return any(_STAGING_LABEL.fullmatch(label) for label in (parts.hostname or "").split("."))
