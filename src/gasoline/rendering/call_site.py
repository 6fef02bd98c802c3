"""Renders where a call was made, in a few words at the end of a line."""

from typing import Any

from gasoline.rendering.entry_list import Frame

WITH_CALL_SITES = 40
"""Up to so many entries, each line says where it was called; a longer list is read for something else."""

ONLY_LIBRARIES = "from a library, caller unknown"
"""A stack has the innermost calls only, and those of libraries may fill it."""


def shows_call_sites(entries: int) -> bool:
    return entries <= WITH_CALL_SITES


def call_site(entry: dict[str, Any], frame: Frame, known: str = "") -> str:
    """`from src/checkout/api.js:3`, or nothing. `known`: a file that was said to have no source map."""
    places = entry.get("calledFrom")
    if places == []:
        return ONLY_LIBRARIES
    return f"from {place_text(places[0], frame, known)}" if places else ""


def place_text(place: dict[str, Any], frame: Frame, known: str = "") -> str:
    """File and line; of generated code, that they are not those of the source."""
    note = " (no source map)" if place.get("isGenerated") and place["file"] != known else ""
    return f"{frame.address(place['file'])}:{place['line']}{note}"
