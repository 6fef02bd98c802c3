"""Every secret in a text, by its format, by the name before it, or by its shape."""

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from gasoline.kernel.linear_regex import for_places
from gasoline.kernel.secrets.by_encoded_name import encoded_places, find_encoded
from gasoline.kernel.secrets.by_format import FormatTable, table
from gasoline.kernel.secrets.by_name import find_named, named_places
from gasoline.kernel.secrets.by_shape import find_shaped, shaped_places
from gasoline.kernel.secrets.candidates import UNEXAMINED, Budgets
from gasoline.kernel.secrets.hit import Hit


class Span(NamedTuple):
    """What to take out of a text."""

    start: int
    stop: int
    quote: str = ""
    kind: str = ""
    """What it is, in our own words."""


def find_secrets(
    text: str, *, in_json: bool = False, formats: FormatTable | None = None, budgets: Budgets | None = None
) -> Iterator[Hit]:
    """Left to right; where two ways find the same, the format says more. A hit of the rule `UNEXAMINED` says where
    there were too many places to look at."""
    end = 0
    by_name: Hit | None = None
    for hit in _all_ways(text, formats or table(), in_json=in_json, budgets=budgets):
        if hit.rule != UNEXAMINED and hit.start < (by_name.stop if hit.key and by_name else end):
            continue
        if hit.key:
            if by_name is not None:
                yield by_name
            by_name = hit
            continue
        if by_name is not None and by_name.stop <= hit.start:
            yield by_name
            by_name = None
        if hit.rule == UNEXAMINED:
            yield hit
            continue
        label = by_name.key if by_name is not None else ""
        by_name, end = None, hit.stop
        yield replace(hit, under=label) if label else hit
    if by_name is not None:
        yield by_name


def secret_places(text: str, budgets: Budgets) -> Iterator[tuple[int, int]]:
    """Where `find_secrets` would look closely: in a text that has no such place it finds nothing."""
    searched = for_places(text)
    if not budgets.formats.is_spent:
        yield from _spans(table().places(searched))
    for places in () if budgets.names.is_spent else (named_places, encoded_places, shaped_places):
        yield from _spans(places(searched))


def _spans(matches: Iterator[Any]) -> Iterator[tuple[int, int]]:
    return (match.span() for match in matches)


def hidden_spans(text: str) -> Iterator[Span]:
    """What no exit may show of a JSON text. Spans that overlap are one: a password with a token in it
    is hidden whole."""
    waiting: Span | None = None
    for hit in _all_ways(text, table(), in_json=True):
        if not hit.is_hidden:
            continue
        if waiting is not None and hit.start < waiting.stop:
            kind = waiting.kind if hit.key else hit.name  # a format says more than a name before it
            waiting = Span(waiting.start, max(waiting.stop, hit.stop), waiting.quote, kind)
            continue
        if waiting is not None:
            yield waiting
        waiting = Span(hit.start, hit.stop, hit.quote, hit.name)
    if waiting is not None:
        yield waiting


def _all_ways(text: str, formats: FormatTable, *, in_json: bool, budgets: Budgets | None = None) -> Iterator[Hit]:
    """Hits in order of their start: the value of a name before a format at the same place, a format before a shape."""
    names = budgets.names if budgets else None
    ways = (
        find_named(text, in_json=in_json, budget=names),
        find_encoded(text, names),
        formats.find(text, budgets.formats if budgets else None),
        find_shaped(text, names),
    )
    return heapq.merge(*ways, key=lambda hit: (hit.start, not hit.key))
