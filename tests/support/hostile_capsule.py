"""A capsule in which every text that may be anything is markup, each with a number, so that ids stay different."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec

from gasoline.capsule.load import decode_stream_line
from gasoline.capsule.manifest import Manifest
from gasoline.capsule.sections import SECTIONS

Members = dict[str, bytes]


def hostile_everywhere(members: Members, markup: str) -> Members:
    """Every text of every file becomes markup, unless it must have a form, such as a time."""
    hostile = {}
    text = (f"{markup}{number}" for number in count())
    for name, data in members.items():
        if name == "manifest.json":
            hostile[name] = hostile_line(data, text, msgspec.json.Decoder(Manifest).decode)
        elif name.endswith(".jsonl"):
            sections = [section.decode_line for section in SECTIONS if f"{section.name}.jsonl" == name]
            decode = sections[0] if sections else decode_stream_line(name.removesuffix(".jsonl"))
            hostile[name] = b"\n".join(hostile_line(line, text, decode) for line in data.splitlines())
        else:
            hostile[name] = data
    return hostile


def hostile_line(line: bytes, text: Iterator[str], decode: Callable[[bytes], Any]) -> bytes:
    value = msgspec.json.decode(line)
    for place, key in texts_in(value):
        if key == "product":
            continue
        before, place[key] = place[key], next(text)
        try:
            decode(msgspec.json.encode(value))
        except (msgspec.DecodeError, ValueError):
            place[key] = before
    return msgspec.json.encode(value)


def texts_in(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, item in list(value.items()) if isinstance(value, dict) else list(enumerate(value)):
        if isinstance(item, str):
            yield value, key
        elif isinstance(item, dict | list):
            yield from texts_in(item)
