"""Where in the application something was called: as the extension found it, else from the frames of the call."""

import re
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from gasoline.analysis.errors.stack import Frame, frames
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.call_site import MAX_CALL_PLACES, CallPlace

LIBRARY = re.compile(
    r"/node_modules/|/\.vite/|/@vite/|/@react-refresh|^webpack/|/(?:vendor|vendors|framework|polyfills|runtime)\b[^/]*\.js"
)

CALL_STACK, CALLED_FROM = "_callStack", "calledFrom"
STACKS_KEPT = 256
"""Read once: what logs in a loop has one stack."""
ONLY_FOR_UPDATES = frozenset({CALL_STACK, "eventId"})


def with_call_site(fields: dict[str, Any]) -> dict[str, Any]:
    """An event's fields with `calledFrom` instead of the frames it was sent with."""
    if CALL_STACK not in fields:
        return fields
    shown = {name: value for name, value in fields.items() if name not in ONLY_FOR_UPDATES}
    if not shown.get(CALLED_FROM) and (places := _places_in(fields[CALL_STACK] or "")):
        shown[CALLED_FROM] = msgspec.to_builtins(places)
    return shown


def call_places(event: Any) -> list[CallPlace]:
    """The nearest line of the application, and the next one."""
    known: list[CallPlace] = getattr(event, "called_from", None) or []
    if known:
        return known
    stack = getattr(event, "call_stack", None)
    return list(_places_in(stack)) if isinstance(stack, str) else []


@lru_cache(maxsize=STACKS_KEPT)
def _places_in(stack: str) -> tuple[CallPlace, ...]:
    """Without source maps: the frames that are in no library, as the browser names them."""
    own = (frame for frame in frames(stack) if _is_file(frame.file) and not LIBRARY.search(frame.file))
    places = {(frame.file, frame.line): _place(frame) for frame in own}
    return tuple(places.values())[:MAX_CALL_PLACES]


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
