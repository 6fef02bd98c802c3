"""What the lines that a server prints become."""

from typing import Any

from gasoline.launch.server_output.entry_builder import EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader


def entries_of(text: str | bytes, directory: str = "/app") -> list[dict[str, Any]]:
    builder, reader = EntryBuilder("stdout", directory), LineReader()
    data = text if isinstance(text, bytes) else text.encode()
    lines = [*reader.feed(data), *reader.finish(is_end=True)]
    return [entry for line in lines for entry in builder.add(line, 0.0)] + builder.finish()


def place_of(entry: dict[str, Any]) -> tuple[Any, ...]:
    found = entry["exception"]
    return found["type"], found["message"], found.get("file"), found.get("line")
