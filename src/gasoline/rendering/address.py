"""URLs as a text answer shows them: a path where the origin is known from the first line."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from gasoline.rendering.quote import inline

URL_CHARS = 300


@lru_cache(maxsize=1024)
def origin(url: str) -> str:
    """`http://localhost:5173`; empty for what has no host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""


def short(url: str, base: str, max_chars: int = URL_CHARS) -> str:
    """The path and query of a URL whose origin is `base`; any other URL stays complete."""
    rest = url.removeprefix(base) if base and origin(url) == base else url
    return inline(rest or "/", max_chars)


def most_common_origin(urls: Iterable[str]) -> str:
    counts = Counter(found for url in urls if (found := origin(url)))
    return counts.most_common(1)[0][0] if counts else ""


def host(of_origin: str) -> str:
    return of_origin.partition("://")[2] or of_origin
