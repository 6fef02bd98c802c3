"""Facts derived from a URL: its host, whether that is this machine, and its endpoint."""

import re
from ipaddress import ip_address

from gasoline.kernel.urls import origin_of, path_of, raw_path, redact_and_truncate, split_url

PATH_CHARS = 200  # of a path in a finding
_STAGING = re.compile(r"(?<![a-z])(?:staging|stage|dev|development|qa)(?![a-z])", re.IGNORECASE)
# a label of a host such as devapi, mystaging, shop-dev2; not device, devon or backstage
_STAGING_LABEL = re.compile(
    r"[a-z0-9-]*staging[a-z0-9-]*|(?:dev|qa|stage)(?:api|app|web|www|admin|auth|env|site|server|shop)[0-9]*|"
    r"(?:api|app|web|www|admin|auth|my|shop)(?:dev|qa|stage)[0-9]*|(?:dev|qa|stage)[0-9]+|"
    r"(?:[a-z0-9]+-)*(?:uat|stg|preprod|sandbox)[0-9]*(?:-[a-z0-9]+)*|pre-prod|testing|test[0-9]*|devel|devportal",
    re.IGNORECASE,
)


def shown_path(url: str) -> str:
    return redact_and_truncate(raw_path(url), PATH_CHARS)


def is_local(url: str) -> bool:
    """This machine, by any of its names."""
    host = (split_url(url).hostname or "").rstrip(".")
    return host == "localhost" or host.endswith(".localhost") or _is_own_number(host)


def _is_own_number(host: str) -> bool:
    """Parses the address instead of comparing prefixes: `127.example.com` may belong to anyone."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def endpoint(method: str, url: str) -> str:
    """Includes the origin: the same path on two servers is two endpoints."""
    return f"{method.upper()} {origin_of(url)}{path_of(url)}"


def is_not_production(url: str) -> bool:
    """Whether the URL says that it is not production."""
    parts = split_url(url)
    if _STAGING.search(parts.netloc) or _STAGING.search(parts.path):
        return True
    return any(_STAGING_LABEL.fullmatch(label) for label in (parts.hostname or "").split(".")[:-1])
