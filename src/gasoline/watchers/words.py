"""What a notice may say: names of ours in its message, the page's words in its context, cleaned, masked and cut."""

import re
from functools import lru_cache
from urllib.parse import quote, urlsplit

from gasoline.kernel.secrets.redaction import redact
from gasoline.model import limits

CUT = "…"
UNNAMED = "(unnamed)"
PATHLESS = ("about", "blob", "data", "javascript")
_TYPE = re.compile(r"[A-Za-z_$][\w$]{0,60}", re.ASCII)
_FILE = re.compile(r"[\w@~+-][\w@~+./-]*\.\w{1,6}", re.ASCII)
_IN_PATHS = "/%:@!$&'()*+,;=~"  # what an address may have in its path as it is
_PLAIN = re.compile(r"[\w/.~-]*", re.ASCII)
_METHOD = re.compile(r"[A-Za-z]{1,20}")


def page_words(text: str, max_chars: int = limits.NOTICE_CHARS) -> str:
    """The page's words on one line: secrets masked before they are cut, nothing invisible."""
    masked = redact(text[: limits.NOTICE_SCAN_CHARS])
    visible = masked if masked.isprintable() else "".join(char if char.isprintable() else " " for char in masked)
    words = " ".join(visible.split())
    return words if len(words) <= max_chars else words[: max_chars - 1].rstrip() + CUT


@lru_cache(maxsize=limits.PATH_NAMES_KEPT)  # of one event, several triggers ask
def path_name(url: str) -> str:
    """The path of an address, without query and fragment, written as addresses are. What has no path may be any
    prose: of it only the kind is told."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return UNNAMED
    path = parts.path or ("/" if parts.netloc or not parts.scheme else "")
    if path.startswith("/") or (not parts.scheme and _FILE.fullmatch(path)):
        name = page_words(path, limits.NOTICE_NAMES_CHARS)
        return name if _PLAIN.fullmatch(name) else quote(name, safe=_IN_PATHS).replace(quote(CUT), CUT)
    return f"{parts.scheme}:{CUT}" if parts.scheme in PATHLESS else UNNAMED


@lru_cache(maxsize=limits.PATH_NAMES_KEPT)
def page_address(url: str) -> str:
    """Where a page is, without query and fragment: what stands there is often somebody's."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return page_words(url)
    return page_words(parts._replace(query="", fragment="").geturl())


def type_name(name: str) -> str:
    """An error's type; one that is no identifier is the page's prose, not a name."""
    return name if _TYPE.fullmatch(name) else "Error"


def method_name(method: object) -> str:
    """An HTTP method; of a request whose method is not known, GET."""
    return method.upper() if isinstance(method, str) and _METHOD.fullmatch(method) else "GET"
