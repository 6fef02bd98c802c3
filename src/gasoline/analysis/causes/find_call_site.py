"""Finds where in the application a call was made: as the extension reported it, else from the stack frames."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from gasoline.analysis.errors.stack import Frame, frames
from gasoline.kernel.library_files import is_library_file
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.call_site import MAX_CALL_PLACES, CallPlace

CALL_STACK, CALLED_FROM = "_callStack", "calledFrom"
STACKS_KEPT = 256
"""Read once: what logs in a loop has one stack."""
ONLY_FOR_UPDATES = frozenset({CALL_STACK, "eventId"})


def with_call_site(fields: dict[str, Any]) -> dict[str, Any]:
    """An event's fields with `calledFrom` instead of the frames it was sent with."""
    if CALL_STACK not in fields:
        return fields
    shown = {name: value for name, value in fields.items() if name not in ONLY_FOR_UPDATES}
    if not isinstance(shown.get(CALLED_FROM), list):
        places = _places_in(fields[CALL_STACK] or "")
        shown |= {} if places is None else {CALLED_FROM: msgspec.to_builtins(list(places))}
    return shown


def call_places(event: Any) -> list[CallPlace] | None:
    """The nearest line of the application, and the next one: none if only libraries are known to have called. None if
    nothing is known."""
    known: Any = getattr(event, "called_from", None)
    if isinstance(known, list):
        return known
    stack = getattr(event, "call_stack", None)
    places = _places_in(stack) if isinstance(stack, str) else None
    return None if places is None else list(places)


@lru_cache(maxsize=STACKS_KEPT)
def _places_in(stack: str) -> tuple[CallPlace, ...] | None:
    """The frames outside of libraries, without source maps, as the browser names them."""
    files = [frame for frame in frames(stack) if _is_file(frame.file)]
    own = (frame for frame in files if not is_library_file(frame.file, is_generated=True))
    places = {(frame.file, frame.line): _place(frame) for frame in own}
    return tuple(places.values())[:MAX_CALL_PLACES] if files else None


def _is_file(name: str) -> bool:
    """Code from `eval` has a line, but no file of its own."""
    return "://" in name and "<anonymous>" not in name


def _place(frame: Frame) -> CallPlace:
    return CallPlace(
        file=frame.file,
        line=max(1, frame.line),
        column=max(1, frame.column),
        function=frame.function[:KEY_CHARS] or UNSET,
        is_generated=True,
    )
