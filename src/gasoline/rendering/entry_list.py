"""Lists of captured entries as text: what all entries share is said once, in the first line."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from gasoline.kernel.urls import origin_of
from gasoline.rendering.address import host, most_common_origin, short
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.moment import days
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of

LIST_BYTES = 10_300
"""What a list aims at: the more entries, the shorter each of them. Its id gives an entry complete."""
NARROWEST, WIDEST = 24, 400
SITES = 5

Lines = Callable[["Frame"], list[str]]


class Frame(Struct, frozen=True):
    """What the lines of a list are written within."""

    base: str
    """The origin that URLs leave out."""
    width: int
    """How many characters of the page's text a line has room for."""

    def address(self, url: str) -> str:
        return short(url, self.base, max(self.width, NARROWEST))

    def site(self, entry: dict[str, Any]) -> str:
        """The page's site where it is another than that of the paths. Before what the page wrote, which could name
        any site."""
        found = origin_of(entry.get("pageUrl") or entry.get("url") or "")
        return f"({inline(host(found), WIDEST)}) " if found and self.base and found != self.base else ""


class Wording(Struct, frozen=True):
    """What a list is called, and the call that shows one entry of it complete."""

    singular: str
    mode: str
    letter: str
    """What the ids of its entries begin with."""
    details: str = ""
    """What the complete entry has beyond the line."""
    plural: str = ""
    order: str = "newest first"
    places: str = "sites"
    """What the origins of its entries are."""


def list_document(
    view: View,
    wording: Wording,
    lines: Lines,
    *,
    pages: Iterable[str],
    prefix_chars: int,
    list_bytes: int = LIST_BYTES,
    shared: str = "",
    more: Sequence[str] = (),
    counts: Sequence[int] = (),
) -> Document:
    """`lines` writes the entries, each a line or a block. `pages`: the URLs that show which site an entry belongs to.
    `prefix_chars`: how much of a line is not the page's text. `shared`: what else the entries have in common.
    `counts`: how many entries each line stands for, where equal ones are folded."""
    if not view.data:
        return Document(view.note)
    urls = list(pages)
    frame = Frame(most_common_origin(urls), _width(len(counts or view.data), prefix_chars, list_bytes))
    detail = f"{wording.mode} id={wording.letter}{view.seqs[0]} ({wording.details})" if wording.details else ""
    facts = [_where(view, urls, frame, wording.places), _tab(view.data), _days(view.data), shared]

    def headline(shown: int) -> str:
        what = count_of(view.matching, wording.singular, wording.plural)
        many = f"{shown} of {what}" if shown < view.matching else what
        return SEPARATOR.join(part for part in (f"{many}, {wording.order}", *facts) if part)

    calls = [part for part in (detail, *more) if part]
    return Document(headline, lines(frame), calls, items=len(view.data), counts=counts)


def entry_document(view: View, entry_id: str) -> Document:
    """One entry, complete."""
    if not view.data:
        return Document(view.note)
    return Document(f"{entry_id}, complete", outline(view.data[0]))


def _width(entries: int, prefix_chars: int, list_bytes: int) -> int:
    return max(NARROWEST, min(WIDEST, list_bytes // max(1, entries) - prefix_chars))


def _where(view: View, pages: list[str], frame: Frame, places: str) -> str:
    """The page if all entries have the same one, else their site, or all sites with their counts."""
    if len(view.origins) > 1:
        return f"{sites_text(view.origins, places)}{SEPARATOR}paths are of {inline(frame.base)}"
    distinct = {page for page in pages if page}
    if len(distinct) == 1:
        return inline(distinct.pop(), WIDEST)
    return inline(frame.base)


def sites_text(origins: dict[str, int], places: str = "sites") -> str:
    """How many entries each site has, and how to ask for one site; empty for a single one."""
    if len(origins) <= 1:
        return ""
    sites = sorted(origins.items(), key=lambda each: -each[1])
    counts = ", ".join(f"{inline(host(site)) or 'no site'} ({number})" for site, number in sites[:SITES])
    others = f" and {len(sites) - SITES} more" if len(sites) > SITES else ""
    named = next((host(site) for site, _ in sites if site), "")
    return f"{places}: {counts}{others}" + (f"; url_filter={inline(named)} shows one" if named else "")


def _tab(entries: list[dict[str, Any]]) -> str:
    tabs = {entry.get("tabId") for entry in entries}
    return f"tab {tabs.pop()}" if len(tabs) == 1 and None not in tabs else ""


def _days(entries: list[dict[str, Any]]) -> str:
    return days(entry["ts"] for entry in entries if entry.get("ts"))
