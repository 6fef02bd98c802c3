"""URLs as a text answer shows them: a path where the origin is known from the first line."""

import re
from collections import Counter
from collections.abc import Iterable

from gasoline.kernel.text import ELLIPSIS, truncate_text
from gasoline.kernel.urls import origin_of
from gasoline.rendering.quote import inline

URL_CHARS = 300
QUERY_PART = 3
"""A long path leaves a third of the room to its query."""
SEPARATORS = "/?&#"
_PARAMETERS = re.compile(r"[?&#][^?&#]*")
_SEGMENTS = re.compile(r"^[^/]*//[^/]*|^[^/]+|/[^/]*")


def short(url: str, base: str, max_chars: int = URL_CHARS) -> str:
    """The path and query of a URL whose origin is `base`; any other URL stays complete."""
    rest = url.removeprefix(base) if base and origin_of(url) == base else url
    return inline(fit_address(rest or "/", max_chars))


def fit_address(address: str, max_chars: int) -> str:
    """At most `max_chars` characters. Keeps complete segments and parameters, so that addresses that differ at the end
    still differ, and no partial token remains."""
    if len(address) <= max_chars:
        return address
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    query = address[len(path) :]
    short_path = _drop_middle(_SEGMENTS.findall(path), max_chars - min(len(query), max_chars // QUERY_PART))
    return short_path + _drop_middle(_PARAMETERS.findall(query), max_chars - len(short_path))


def _drop_middle(pieces: list[str], room: int) -> str:
    """Keeps the last and the first piece, then fills the room with those before the last."""
    if sum(map(len, pieces)) <= room:
        return "".join(pieces)
    first, *others = pieces
    if not others:
        return truncate_text(first, room - len(ELLIPSIS))
    gap = f"{others[0][0]}{ELLIPSIS}" if len(others) > 1 else ""
    end = _last(others[-1], room - len(gap) - len(ELLIPSIS), len(first))
    start = first + gap if len(first + gap + end) <= room else _mark_before(first)
    for piece in reversed(others[:-1]):
        if len(start) + len(piece) + len(end) > room:
            break
        end = piece + end
    return start + end


def _last(piece: str, room: int, beside: int) -> str:
    """A last piece that is too long leaves up to half of the room for the piece `beside` it."""
    return piece if len(piece) <= room else truncate_text(piece, max(room - beside, room // 2))


def _mark_before(left_out: str) -> str:
    return f"{left_out[0]}{ELLIPSIS}" if left_out[0] in SEPARATORS else ELLIPSIS


def most_common_origin(urls: Iterable[str]) -> str:
    counts = Counter(found for url in urls if (found := origin_of(url)))
    return counts.most_common(1)[0][0] if counts else ""


def http_origin(of_origin: str) -> str:
    """The site that a WebSocket's address belongs to."""
    return f"http{of_origin.removeprefix('ws')}" if of_origin.startswith("ws") else of_origin


def host(of_origin: str) -> str:
    return of_origin.partition("://")[2] or of_origin
