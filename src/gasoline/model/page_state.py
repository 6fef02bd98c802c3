"""What a page shows and receives at one moment, bounded and without bodies, to be compared with a later moment."""

from typing import Any

from msgspec import Struct

from gasoline.model.units import KIB

PAGE_TEXT_BYTES = 8 * KIB  # FIX-11
RESPONSE_SHAPES_BYTES = 6 * KIB  # FIX-12
MESSAGE_SHAPES_BYTES = 3 * KIB  # FIX-12

Shape = Any
"""Nested type names, made by `kernel.shape`."""


class LandmarkText(Struct, frozen=True, array_like=True):
    """The lines of one part of the page."""

    landmark: str
    """Its role and name, such as `main` or `dialog “Pay”`."""
    lines: tuple[str, ...]


class VisibleText(Struct, frozen=True, kw_only=True):
    """What a person can read."""

    path: str
    landmarks: tuple[LandmarkText, ...]
    is_complete: bool = True


class NamedShape(Struct, frozen=True, array_like=True):
    """The types in the latest response of an endpoint, or in the latest socket message of a kind."""

    name: str
    shape: Shape
    is_partial: bool = False
    """It was too long to be captured completely: what it lacks is unknown."""
    is_of_a_kind: bool = True
    """Another one of this name is the same kind of thing; a socket message may not say what it is."""


class PageState(Struct, frozen=True, kw_only=True, array_like=True):
    """One side of a comparison."""

    text: VisibleText | None = None
    why_no_text: str = ""
    """Continues “What the page shows was not compared: ”."""
    responses: tuple[NamedShape, ...] = ()
    messages: tuple[NamedShape, ...] = ()
    has_bodies: bool = True
    """Bodies of responses were captured, as far as is known."""
    left_out: int = 0
    """Shapes for which there was no room."""
