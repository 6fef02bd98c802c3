"""Stacks as V8 and SpiderMonkey write them: their frames, the topmost place, and a shorter one."""

import re
from collections.abc import Iterator

from msgspec import Struct

from gasoline.model.bounds import NAME_CHARS, URL_CHARS

_FRAME_START = "    at "
_PLACE = re.compile(r"(?P<file>\S.*?):(?P<line>\d{1,9}):(?P<column>\d{1,9})\)?$")
_EVAL_ORIGIN = re.compile(r"(?P<file>.*?) line (?P<line>\d{1,9}) > ")
_TYPE = re.compile(r"(?:Uncaught (?:\(in promise\) )?)?([A-Z][\w$]{0,60}(?:Error|Exception)|Error)(?::|$)")


class Frame(Struct, frozen=True):
    """A place in the script that the browser ran; line and column count from 1."""

    file: str
    line: int
    column: int
    function: str = ""


def top_frame(stack: str) -> Frame | None:
    """The first frame that has a place: natives have none."""
    return next(frames(stack), None)


def error_type(text: str) -> str:
    """The error's name at the beginning of a stack or a message, or nothing."""
    match = _TYPE.match(text[: NAME_CHARS * 2].split("\n", 1)[0])
    return match.group(1) if match else ""


def shorten_stack(stack: str, frames: int) -> str:
    """The stack with its topmost frames; the last line says how many are left out."""
    lines = stack.rstrip("\n").split("\n")
    is_v8 = _FRAME_START in stack
    places = [number for number, line in enumerate(lines) if _is_frame(line, is_v8=is_v8)]
    if len(places) <= frames:
        return stack
    more = f"… {len(places) - frames} more"
    return "\n".join([*lines[: places[frames]], f"{_FRAME_START}{more}" if is_v8 else more])


def frames(stack: str) -> Iterator[Frame]:
    """Parses frames lazily, because usually only the first is needed."""
    if _FRAME_START not in stack:
        yield from _spidermonkey_frames(stack)
        return
    start = stack.find(_FRAME_START)
    while start >= 0:
        end = stack.find("\n", start)
        line = stack[start + len(_FRAME_START) : end if end >= 0 else len(stack)]
        if frame := _frame(line):
            yield frame
        start = stack.find(_FRAME_START, start + 1)


def _is_frame(line: str, *, is_v8: bool) -> bool:
    return line.startswith(_FRAME_START) if is_v8 else _spidermonkey_frame(line) is not None


def _spidermonkey_frames(stack: str) -> Iterator[Frame]:
    for line in stack.split("\n"):
        if frame := _spidermonkey_frame(line):
            yield frame


def _spidermonkey_frame(line: str) -> Frame | None:
    """Parses `save@http://…/app.js:4:15`, `async*save@…` and `@http://…/app.js line 4 > eval:1:7`."""
    caller, at, place = line[:URL_CHARS].partition("@")
    match = _PLACE.match(place) if at else None
    if match is None:
        return None
    # The cause of a later call comes before the `*`; a function without a name is said to be in another one.
    name = caller.rpartition("*")[2]
    function = "" if "/" in name or "<" in name else name
    if origin := _EVAL_ORIGIN.match(match["file"]):
        return Frame(origin["file"], int(origin["line"]), 1, function)
    return Frame(match["file"], int(match["line"]), int(match["column"]), function)


def _frame(text: str) -> Frame | None:
    """Parses `save (http://…/app.js:4:15)`, `async http://…/app.js:4:15` and the like."""
    function, opened, place = text[:URL_CHARS].rpartition(" (")
    match = _PLACE.match(place if opened else text.removeprefix("async "))
    if match is None:
        return None
    name = function.removeprefix("async ").removeprefix("new ")
    return Frame(match["file"], int(match["line"]), int(match["column"]), name)
