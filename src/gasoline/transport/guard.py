"""The guard: who may speak to the server at all. Pure checks on headers, in order, before any body is read.

No web page, no other extension and no rebinding host gets in; curl and local MCP clients do.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gasoline.model import limits

Headers = Sequence[tuple[bytes, bytes]]

TYPED_BY_A_PERSON = frozenset({"/", "/health", "/pilot-status"})
NEVER_A_TOKEN = TYPED_BY_A_PERSON | {"/pair"}
ALWAYS_A_TOKEN = frozenset({"/dashboard/link"})
DASHBOARD = "/dashboard/"
EXTENSION_ORIGIN = f"chrome-extension://{limits.EXTENSION_ID}"
TOKEN_PROTOCOL_PREFIX = "token."  # noqa: S105


@dataclass(frozen=True)
class Policy:
    """What the guard lets in."""

    port: int
    token: str
    strict: bool = False
    mcp_origins: frozenset[str] = frozenset()
    is_session: Callable[[str], bool] = lambda _: False
    """Whether the value of a cookie is that of a browser with an open dashboard."""

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    @property
    def cookie(self) -> str:
        """Its name has the port: browsers send a host's cookies to every port of it."""
        return f"gasoline_{self.port}"


@dataclass(frozen=True)
class Knock:
    """A request as the guard sees it."""

    method: str
    path: str
    headers: Headers
    origin_form: bool = True
    websocket: bool = False

    def all(self, name: str) -> list[str]:
        wanted = name.encode()
        return [value.decode("latin-1") for key, value in self.headers if key == wanted]

    def one(self, name: str) -> str | None:
        """The header's value when it is there exactly once."""
        values = self.all(name)
        return values[0] if len(values) == 1 else None

    @property
    def from_browser(self) -> bool:
        # Not by Sec-Fetch-Mode: browsers never send it without Sec-Fetch-Site, but Node's fetch does.
        return bool(self.all("origin") or self.all("sec-fetch-site"))


@dataclass(frozen=True)
class Refusal:
    """Why not, and what would do."""

    status: int
    error: str
    message: str


def refuse(knock: Knock, policy: Policy) -> Refusal | None:
    """The first check that fails, or None: come in."""
    for check in CHECKS:
        refusal = check(knock, policy)
        if refusal is not None:
            return refusal
    return None


def _host(knock: Knock, policy: Policy) -> Refusal | None:
    hosts = knock.all("host")
    if len(hosts) != 1:
        return Refusal(400, "bad_host", "Send exactly one Host header.")
    if hosts[0].lower() not in policy.hosts:
        return Refusal(421, "wrong_host", f"This server answers to 127.0.0.1:{policy.port} only.")
    return None


def _origin(knock: Knock, policy: Policy) -> Refusal | None:
    origins = knock.all("origin")
    if len(origins) > 1:
        return Refusal(400, "bad_origin", "Send at most one Origin header.")
    if not origins or origins[0] == EXTENSION_ORIGIN or _may_use_mcp(knock, policy) or _is_own_page(knock):
        return None
    return Refusal(403, "forbidden_origin", "Web pages and other extensions may not use this server.")


def _fetch_site(knock: Knock, policy: Policy) -> Refusal | None:
    sites = knock.all("sec-fetch-site")
    if not sites or sites == ["none"] or _may_use_mcp(knock, policy):
        return None
    if sites == ["same-origin"] and is_dashboard(knock):
        return None
    return Refusal(403, "forbidden_site", "Web pages may not use this server.")


def _fetch_mode(knock: Knock, _: Policy) -> Refusal | None:
    if "navigate" in knock.all("sec-fetch-mode") and knock.path not in TYPED_BY_A_PERSON:
        return Refusal(403, "forbidden_navigation", "This address is for programs, not for the address bar.")
    return None


def _content_type(knock: Knock, _: Policy) -> Refusal | None:
    if knock.method != "POST":
        return None
    if knock.all("content-type") != ["application/json"]:
        return Refusal(415, "unsupported_media_type", "Send Content-Type: application/json, exactly so.")
    if knock.all("content-encoding"):
        return Refusal(415, "unsupported_encoding", "Send the body without Content-Encoding.")
    return None


def _form(knock: Knock, _: Policy) -> Refusal | None:
    if not knock.origin_form:
        return Refusal(400, "bad_target", "Send the path alone as the request target.")
    if sum(len(key) + len(value) + 4 for key, value in knock.headers) > limits.HEADER_BYTES:
        return Refusal(431, "headers_too_large", f"Keep the headers below {limits.HEADER_BYTES} bytes.")
    return None


def _size(knock: Knock, _: Policy) -> Refusal | None:
    length = knock.one("content-length")
    most = body_limit(knock.path)
    if length is not None and length.isdecimal() and int(length) > most:
        return Refusal(413, "too_large", f"Keep the body below {most} bytes: send smaller batches.")
    return None


def _token(knock: Knock, policy: Policy) -> Refusal | None:
    if knock.path in NEVER_A_TOKEN and not knock.websocket:
        return None
    needed = knock.websocket or knock.from_browser or policy.strict or knock.path in ALWAYS_A_TOKEN
    if not needed or has_token(knock, policy.token):
        return None
    if not is_dashboard(knock):
        return Refusal(401, "unauthorized", "Send the token from runtime.json as X-Gasoline-Token.")
    if has_session(knock, policy) and knock.path not in ALWAYS_A_TOKEN:
        return None
    return Refusal(401, "unauthorized", "Run `gasoline open`: it opens the dashboard in your browser.")


CHECKS: tuple[Callable[[Knock, Policy], Refusal | None], ...] = (
    _host,
    _origin,
    _fetch_site,
    _fetch_mode,
    _content_type,
    _form,
    _size,
    _token,
)


def body_limit(path: str) -> int:
    return limits.MCP_BYTES if path == "/mcp" else limits.INGEST_BYTES


def has_token(knock: Knock, token: str) -> bool:
    """Whether the caller knows the token; compared whole and in constant time."""
    return any(hmac.compare_digest(offered.encode(), token.encode()) for offered in _offered(knock))


def _offered(knock: Knock) -> list[str]:
    bearer = [value[7:] for value in knock.all("authorization") if value[:7].lower() == "bearer "]
    protocols = [part.strip() for value in knock.all("sec-websocket-protocol") for part in value.split(",")]
    by_protocol = [
        part.removeprefix(TOKEN_PROTOCOL_PREFIX) for part in protocols if part.startswith(TOKEN_PROTOCOL_PREFIX)
    ]
    return knock.all("x-gasoline-token") + bearer + (by_protocol if knock.websocket else [])


def _may_use_mcp(knock: Knock, policy: Policy) -> bool:
    return knock.path == "/mcp" and knock.one("origin") in policy.mcp_origins


def has_session(knock: Knock, policy: Policy) -> bool:
    """Whether the caller is a browser that came by a one-time link. Any page of this host can add cookies of the same
    name: one that is right is enough."""
    pairs = [pair.strip().partition("=") for line in knock.all("cookie") for pair in line.split(";")]
    return any(policy.is_session(value) for name, _, value in pairs if name == policy.cookie)


def is_dashboard(knock: Knock) -> bool:
    return not knock.websocket and (knock.path == "/" or knock.path.startswith(DASHBOARD))


def _is_own_page(knock: Knock) -> bool:
    """The dashboard itself; by then the host is known to be ours."""
    return is_dashboard(knock) and knock.one("origin") == f"http://{knock.one('host')}"
