"""The text of notices: no page text in the message; page text in the context, cleaned, masked and truncated."""

import re
from functools import lru_cache
from urllib.parse import quote, urlsplit

from gasoline.kernel.secrets.redaction import redact
from gasoline.kernel.text import ELLIPSIS, shorten
from gasoline.model.events import Event

PATH_NAMES_KEPT = 128  # addresses whose name is remembered
NOTICE_NAMES_CHARS = 100  # a path, file or selector in a message
NOTICE_SCAN_CHARS = 1_000  # of the page's words, searched for secrets before they are cut
NOTICE_CHARS = 100  # NOTE-07: page text in a notification

UNNAMED = "(unnamed)"
PATHLESS = ("about", "blob", "data", "javascript")
_TYPE = re.compile(r"[A-Za-z_$][\w$]{0,60}", re.ASCII)
_FILE = re.compile(r"[\w@~+-][\w@~+./-]*\.\w{1,6}", re.ASCII)
_IN_PATHS = "/%:@!$&'()*+,;=~"  # characters that are valid in a URL path
_PLAIN = re.compile(r"[\w/.~-]*", re.ASCII)
_METHOD = re.compile(r"[A-Za-z]{1,20}")


def page_text(text: str, max_chars: int = NOTICE_CHARS) -> str:
    """Page text on one line: masked before truncating, without invisible characters."""
    masked = redact(text[:NOTICE_SCAN_CHARS])
    visible = masked if masked.isprintable() else "".join(char if char.isprintable() else " " for char in masked)
    return shorten(" ".join(visible.split()), max_chars)


@lru_cache(maxsize=PATH_NAMES_KEPT)  # several triggers ask for the same event
def path_name(url: str) -> str:
    """The encoded path of a URL, without query and fragment. A URL without a path may contain prose, so only its
    scheme is used."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return UNNAMED
    path = parts.path or ("/" if parts.netloc or not parts.scheme else "")
    if path.startswith("/") or (not parts.scheme and _FILE.fullmatch(path)):
        name = page_text(path, NOTICE_NAMES_CHARS)
        return name if _PLAIN.fullmatch(name) else quote(name, safe=_IN_PATHS).replace(quote(ELLIPSIS), ELLIPSIS)
    return f"{parts.scheme}:{ELLIPSIS}" if parts.scheme in PATHLESS else UNNAMED


@lru_cache(maxsize=PATH_NAMES_KEPT)
def page_address(url: str) -> str:
    """The URL of a page without query and fragment, which often contain personal data."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return page_text(url)
    return page_text(parts._replace(query="", fragment="").geturl())


def type_name(name: str) -> str:
    """An error's type; if it is not an identifier, it is page text and not used."""
    return name if _TYPE.fullmatch(name) else "Error"


def method_name(method: object) -> str:
    """The HTTP method; GET if unknown."""
    return method.upper() if isinstance(method, str) and _METHOD.fullmatch(method) else "GET"


def trust_note(event: Event) -> str:
    """Says in a message that another page may have made the event up."""
    return " (untrusted frame)" if event.untrusted_frame is True else ""
