"""URLs in scripts: with the requested origin, without tokens, and as patterns where they change between runs."""

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit, urlunsplit

from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.secrets.redaction import is_hidden_argument
from gasoline.kernel.urls import is_id, origin_of, raw_path
from gasoline.model.tool_error import ToolError
from gasoline.scripting.steps import Address

_ONE_TIME_NAME = re.compile(r"(?:.*[_-])?(?:code|ticket|session|sessionid|sid)", re.IGNORECASE)
_ONE_TIME_VALUE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.~+/=%-]{16,}")
_REGEX_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|/]")
# Names that an application generates for new items, usually with a counter.
_MADE_UP_NAME = re.compile(
    r"(?P<stem>(?:untitled|unnamed|new|copy|draft|auto|temp|tmp)(?:[ _-]|%20)?(?:file|folder|document|notebook)?)"
    r"(?P<number>(?:[ _-]|%20)?(?:\(?\d+\)?|(?<=auto-)\w))?(?P<extension>\.\w+)?",
    re.IGNORECASE,
)
_TAIL_MARK = re.compile(r"([/?#&=])")
_TAIL_CHAR = "[^/?#&=]"
HTTP = ("http", "https")


def regex_escape(text: str) -> str:
    """A JavaScript regular expression that matches exactly this text."""
    return _REGEX_SPECIAL.sub(lambda match: "\\" + match.group(), text).replace("\\/", "/")


def read_base_url(base_url: str | None) -> str:
    """Scheme, host and path, without a trailing slash."""
    if not base_url:
        return ""
    try:
        split = urlsplit(base_url)
        complete = split.scheme in HTTP and bool(split.hostname) and (split.port is None or split.port > 0)
    except ValueError:
        complete = False
    if not complete:
        raise ToolError(
            "invalid_base_url",
            "base_url needs a scheme and a host.",
            'Pass a URL such as "http://localhost:3000".',
        )
    return urlunsplit((split.scheme, split.netloc.rpartition("@")[2], split.path.rstrip("/"), "", ""))


@dataclass
class ScriptUrls:
    """Rewrites the URLs of one script; remembers whether a token was removed."""

    base_url: str
    home: str
    """The origin that `base_url` replaces."""
    stripped: bool = field(default=False)

    def of(self, url: str, *, loose_ids: bool = False) -> Address:
        """The URL for a script. With `loose_ids`, its numbers and ids may differ in the next run."""
        split = _split(url)
        query, fragment = self._clean(split.query), self._clean_fragment(split.fragment)
        is_truncated = (query, fragment) != (split.query, split.fragment)
        start = self._start(url, split.scheme)
        path = split.path or "/"
        if is_truncated:
            tail = f"{'?' if query else ''}{query}{'#' if fragment else ''}{fragment}"
            return Address(start + path + tail, f"^{regex_escape(start)}{_path_pattern(path, loose_ids)}(?:[?#].*)?$")
        tail = _after_path(url)
        complete = start + path + tail
        pattern = path_pattern(path) + _tail_pattern(tail)
        if loose_ids and pattern != regex_escape(path + tail):
            return Address(complete, f"^{regex_escape(start)}{pattern}$")
        return Address(complete)

    def _start(self, url: str, scheme: str) -> str:
        origin = origin_of(url)
        if not origin:
            return f"{scheme}:"
        return self.base_url if self.base_url and origin == self.home else origin

    def _clean_fragment(self, fragment: str) -> str:
        if "=" not in fragment:
            return fragment
        path, mark, query = fragment.rpartition("?")
        return f"{path}{mark}{self._clean(query)}".rstrip("?")

    def _clean(self, query: str) -> str:
        parts = query.split("&") if query else []
        kept = [part for part in parts if not _is_secret(*part.partition("=")[::2])]
        if len(kept) < len(parts):
            self.stripped = True
        return "&".join(kept)


def path_pattern(path: str) -> str:
    """The path as a regular expression; its numbers and ids may differ in the next run."""
    return _path_pattern(path, True)


def _path_pattern(path: str, loose_ids: bool) -> str:
    return "/".join(_segment_pattern(segment) if loose_ids else regex_escape(segment) for segment in path.split("/"))


def _segment_pattern(segment: str, other: str = "[^/]") -> str:
    """With any other characters in place of an id or a generated name."""
    if is_id(segment) or MASK in segment:
        return f"{other}+"
    made_up = _MADE_UP_NAME.fullmatch(segment)
    if made_up and is_made_up(segment):
        return f"{regex_escape(made_up['stem'])}{other}*{regex_escape(made_up['extension'] or '')}"
    return regex_escape(segment)


def _tail_pattern(tail: str) -> str:
    """The query and the fragment, which may be a route of its own. A number in it may be a page or an amount: it counts
    as an id in a route, and behind a name that says so."""
    parts = _TAIL_MARK.split(tail)
    names = ["", "", *parts]
    marks = ["", *parts]
    return "".join(map(_part_pattern, names, marks, parts))


def _part_pattern(name: str, mark: str, part: str) -> str:
    is_exact = part.isdecimal() and mark != "/" and not (mark == "=" and name.lower().endswith("id"))
    return regex_escape(part) if is_exact or _TAIL_MARK.fullmatch(part) else _segment_pattern(part, _TAIL_CHAR)


def has_made_up_name(url: str) -> bool:
    return any(map(is_made_up, [*raw_path(url).split("/"), *_TAIL_MARK.split(_after_path(url))]))


def is_made_up(segment: str) -> bool:
    """Whether this is a generated name such as `Untitled1.ipynb`, which differs in the next run."""
    name = _MADE_UP_NAME.fullmatch(segment)
    return bool(name and (name["number"] or name["stem"].lower().startswith(("untitled", "unnamed"))))


def _is_secret(name: str, value: str) -> bool:
    """Includes values that are valid for one run only, such as the code of a sign-in redirect."""
    return is_hidden_argument(name, value) or is_one_time(name, value)


def is_one_time(name: str, value: str) -> bool:
    """Whether a value belongs to one session, such as its id or a sign-in code."""
    return bool(_ONE_TIME_NAME.fullmatch(name) and _ONE_TIME_VALUE.fullmatch(value))


def _after_path(url: str) -> str:
    """Query and fragment as written, including a bare "#", which the browser keeps."""
    place = min((url.index(mark) for mark in "?#" if mark in url), default=len(url))
    return url[place:]


def _split(url: str) -> SplitResult:
    try:
        split = urlsplit(url)
        _ = split.port
    except ValueError:
        return SplitResult("about", "", "blank", "", "")
    return split
