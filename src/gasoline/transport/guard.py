"""The guard: who may speak to the server at all. Pure checks on headers, in order, before any body is read.

Headers alone never identify a caller: another user or another extension can send any of them. Whoever comes without
a credential is let in only if the system shows a program of the same user that is not a browser (`peer.py`).
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from gasoline.launch.pairing_keys import extension_origins, is_firefox_origin
from gasoline.model.units import KIB, MIB

HEADER_BYTES = 64 * KIB  # GUARD-02
COOKIE_BYTES = 800 * KIB  # a browser keeps 180 cookies of 4 KB for a host; they do not count as headers
INGEST_BYTES = 5 * MIB  # GUARD-03
MCP_BYTES = 4 * MIB  # GUARD-03
RECORDING_BYTES = 7 * MIB  # GUARD-03: a saved capsule of 5 MB in base64

Headers = Sequence[tuple[bytes, bytes]]

NAVIGABLE_PATHS = frozenset({"/", "/health", "/pilot-status"})
ENTRY = "/dashboard/enter"
"""The target of the file that `gasoline open` shows, and of a dashboard that opened a recording. For a browser, a file
is another site, and another port is the same site; the code decides."""
RECORDING = "/dashboard/recording"
PATHS_WITHOUT_TOKEN = NAVIGABLE_PATHS | {"/pair", ENTRY}
PATHS_WITH_TOKEN = frozenset({"/dashboard/link", "/dashboard/link-file"})
PREFETCH_HEADERS = ("sec-purpose", "purpose", "x-moz", "x-purpose")
DASHBOARD = "/dashboard/"
TOKEN_PROTOCOL_PREFIX = "token."  # noqa: S105


class Policy(Struct, frozen=True):
    """What the guard lets in."""

    port: int
    is_credential: Callable[[str], bool]
    """Whether a text is the token, or what the extension was given in its place when it paired."""
    strict: bool = False
    mcp_origins: frozenset[str] = frozenset()
    extension_origins: frozenset[str] = extension_origins()
    is_paired_origin: Callable[[str], bool] = lambda _: False
    """Whether a person has paired the extension that has this origin in Firefox."""
    may_introduce: Callable[[str], bool] = lambda _: False
    """Whether another origin of Firefox may pair now."""
    is_session: Callable[[str], bool] = lambda _: False
    """Whether the value of a cookie is that of a browser with an open dashboard."""

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    @property
    def cookie(self) -> str:
        """Its name has the port: browsers send a host's cookies to every port of it."""
        return f"gasoline_{self.port}"


class RequestHead(Struct, frozen=True):
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


class Refusal(Struct, frozen=True):
    """Why not, and what would do."""

    status: int
    error: str
    message: str
    unless_own_program: bool = False
    """It does not apply to a program of the same user, if the system shows that the caller is one."""


def refuse(head: RequestHead, policy: Policy) -> Refusal | None:
    """The first check that fails, or None: come in."""
    for check in CHECKS:
        refusal = check(head, policy)
        if refusal is not None:
            return refusal
    return None


def _host(head: RequestHead, policy: Policy) -> Refusal | None:
    hosts = head.all("host")
    if len(hosts) != 1:
        return Refusal(400, "bad_host", "Send exactly one Host header.")
    if hosts[0].lower() not in policy.hosts:
        return Refusal(421, "wrong_host", f"This server answers to 127.0.0.1:{policy.port} only.")
    return None


def _origin(head: RequestHead, policy: Policy) -> Refusal | None:
    origins = head.all("origin")
    if len(origins) > 1:
        return Refusal(400, "bad_origin", "Send at most one Origin header.")
    if not origins or origins[0] in policy.extension_origins or _may_use_mcp(head, policy) or _is_own_page(head):
        return None
    if is_firefox_origin(origins[0]):
        return _firefox_origin(head, origins[0], policy)
    return Refusal(403, "forbidden_origin", "Web pages and other extensions may not use this server.")


def _firefox_origin(head: RequestHead, origin: str, policy: Policy) -> Refusal | None:
    if policy.is_paired_origin(origin):
        return None
    if head.path != "/pair" or head.websocket:
        return Refusal(403, "forbidden_origin", "This extension is not paired: run `gasoline pair`.")
    if policy.may_introduce(origin):
        return None
    return Refusal(403, "pairing_closed", "Run the `gasoline pair` command that the extension's popup shows.")


def _fetch_site(head: RequestHead, policy: Policy) -> Refusal | None:
    sites = head.all("sec-fetch-site")
    if not sites or sites == ["none"] or _may_use_mcp(head, policy):
        return None
    if sites == ["same-origin"] and is_dashboard(head):
        return None
    if sites == ["same-origin"] and _is_firefox_extension(head, policy):
        return None
    if sites in (["cross-site"], ["same-site"]) and _enters(head):
        return None
    return Refusal(403, "forbidden_site", "Web pages may not use this server.")


def _is_firefox_extension(head: RequestHead, policy: Policy) -> bool:
    """Firefox calls a request of an extension to a permitted host "same-origin"; a GET of one has no Origin header."""
    origins = head.all("origin")
    return is_firefox_origin(origins[0]) if origins else has_credential(head, policy)


def _enters(head: RequestHead) -> bool:
    """A whole tab goes to the entry; a frame or a request of a page does not."""
    goes_there = head.all("sec-fetch-mode") == ["navigate"] and head.all("sec-fetch-dest") == ["document"]
    return goes_there and head.path == ENTRY and head.method == "GET" and not head.websocket


def _purpose(head: RequestHead, _: Policy) -> Refusal | None:
    """A browser that fetches ahead acts for a page or a guess: it could use up a one-time link."""
    if any(map(head.all, PREFETCH_HEADERS)):
        return Refusal(403, "forbidden_purpose", "This server does not answer prefetch and prerender requests.")
    return None


def _fetch_mode(head: RequestHead, _: Policy) -> Refusal | None:
    if "navigate" in head.all("sec-fetch-mode") and head.path not in NAVIGABLE_PATHS | {ENTRY}:
        return Refusal(403, "forbidden_navigation", "This address is for programs, not for the address bar.")
    return None


def _content_type(head: RequestHead, _: Policy) -> Refusal | None:
    if head.method != "POST":
        return None
    if head.all("content-type") != ["application/json"]:
        return Refusal(415, "unsupported_media_type", "Send exactly `Content-Type: application/json`.")
    if head.all("content-encoding"):
        return Refusal(415, "unsupported_encoding", "Send the body without Content-Encoding.")
    return None


def _form(head: RequestHead, _: Policy) -> Refusal | None:
    if not head.origin_form:
        return Refusal(400, "bad_target", "Send the path alone as the request target.")
    # Cookies apart: any page of this host can set them, and a browser sends them all.
    cookies = sum(len(value) for key, value in head.headers if key == b"cookie")
    others = sum(len(key) + len(value) + 4 for key, value in head.headers if key != b"cookie")
    if others > HEADER_BYTES or cookies > COOKIE_BYTES:
        return Refusal(431, "headers_too_large", f"Keep the headers below {HEADER_BYTES} bytes.")
    return None


def _size(head: RequestHead, _: Policy) -> Refusal | None:
    length = head.one("content-length")
    most = body_limit(head.path)
    if length is not None and length.isdecimal() and int(length) > most:
        return Refusal(413, "too_large", f"Keep the body below {most} bytes: send smaller batches.")
    return None


def _token(head: RequestHead, policy: Policy) -> Refusal | None:
    if not needs_credential(head) or has_credential(head, policy):
        return None
    if _is_asked_by_own_page(head) and has_session(head, policy) and head.path not in PATHS_WITH_TOKEN:
        return None
    may_be_program = not (head.websocket or head.from_browser or policy.strict or head.path in PATHS_WITH_TOKEN)
    return Refusal(401, "unauthorized", _how_to_get_in(head), unless_own_program=may_be_program)


def _how_to_get_in(head: RequestHead) -> str:
    if is_dashboard(head):
        return "Run `gasoline open`: it opens the dashboard in your browser."
    return "Send the token from runtime.json as X-Gasoline-Token, or use `gasoline call`."


def needs_credential(head: RequestHead) -> bool:
    return head.websocket or head.path not in PATHS_WITHOUT_TOKEN


CHECKS: tuple[Callable[[RequestHead, Policy], Refusal | None], ...] = (
    _host,
    _origin,
    _fetch_site,
    _purpose,
    _fetch_mode,
    _content_type,
    _form,
    _size,
    _token,
)


def body_limit(path: str) -> int:
    return {"/mcp": MCP_BYTES, RECORDING: RECORDING_BYTES}.get(path, INGEST_BYTES)


def has_credential(head: RequestHead, policy: Policy) -> bool:
    return any(map(policy.is_credential, _offered(head)))


def _offered(head: RequestHead) -> list[str]:
    bearer = [value[7:] for value in head.all("authorization") if value[:7].lower() == "bearer "]
    protocols = [part.strip() for value in head.all("sec-websocket-protocol") for part in value.split(",")]
    by_protocol = [
        part.removeprefix(TOKEN_PROTOCOL_PREFIX) for part in protocols if part.startswith(TOKEN_PROTOCOL_PREFIX)
    ]
    return head.all("x-gasoline-token") + bearer + (by_protocol if head.websocket else [])


def _may_use_mcp(head: RequestHead, policy: Policy) -> bool:
    return head.path == "/mcp" and head.one("origin") in policy.mcp_origins


def has_session(head: RequestHead, policy: Policy) -> bool:
    """Whether the caller is a browser that came by a one-time link. Any page of this host can add cookies of the same
    name: one that is right is enough."""
    pairs = [pair.strip().partition("=") for line in head.all("cookie") for pair in line.split(";")]
    return any(policy.is_session(value) for name, _, value in pairs if name == policy.cookie)


def is_dashboard(head: RequestHead) -> bool:
    return not head.websocket and (head.path == "/" or head.path.startswith(DASHBOARD))


def _is_own_page(head: RequestHead) -> bool:
    """The dashboard itself; by then the host is known to be ours."""
    return is_dashboard(head) and head.one("origin") == f"http://{head.one('host')}"


def _is_asked_by_own_page(head: RequestHead) -> bool:
    """A browser adds the session's cookie also to what an extension asks for, as if a person had typed the address."""
    return is_dashboard(head) and head.all("sec-fetch-site") == ["same-origin"]
