"""The events that `gasoline export` asks for, as masked JSON lines: those that are stored, then, if wanted, new ones.

A line is `{"stream", "event"}`, or `{"browser": NAME}`, which is about all that follow; `{"stored": N}` ends the stored
ones, and `{"bye": reason}` the others.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from gasoline.kernel.backlog import Backlog
from gasoline.model.events import Event, LogEntry, RequestTiming
from gasoline.model.performance import PerformanceSnapshot
from gasoline.store.store import Store
from gasoline.transport.server_sent_events import EVENT_KEEPALIVE_S

EXPORT_BACKLOG = 20_000  # events that an export may be behind before it is ended
EXPORT_CHUNK = 200  # events that are masked at once, outside of the event loop
BEHIND = f"more than {EXPORT_BACKLOG} events behind"
STOPPED = "the server is stopping"
KINDS: dict[str, type[Event]] = {"logs": LogEntry, "network": RequestTiming, "performance": PerformanceSnapshot}

Exported = tuple[str, Event]
Write = Callable[[Any], str]


class ExportedEvents:
    """What one reader gets."""

    def __init__(self, stored: list[Exported], browser: Callable[[], str]) -> None:
        self.stored = stored
        self.browser = browser
        self.new: Backlog[Exported] = Backlog(EXPORT_BACKLOG, BEHIND)

    def take(self, event: Event) -> None:
        stream = next((name for name, kind in KINDS.items() if isinstance(event, kind)), None)
        if stream is not None:
            self.new.put((stream, event))


class Exports:
    """All readers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: set[ExportedEvents] = set()

    @contextmanager
    def open(self) -> Iterator[ExportedEvents]:
        """Copies what is stored and subscribes in one step, so that nothing is missing and nothing comes twice."""
        store = self._store
        stored = [(name, saved.event) for name in KINDS for saved in store.buffers[name].saved()]
        events = ExportedEvents(stored, lambda: store.extension.browser)
        undo = store.listen(lambda _, event: events.take(event))
        undo_updates = store.listen_to_updates(lambda _, after: events.take(after))
        self._open.add(events)
        try:
            yield events
        finally:
            undo()
            undo_updates()
            self._open.discard(events)

    def close(self) -> None:
        for events in self._open:
            events.new.end(STOPPED)


async def write_export(events: ExportedEvents, writer: asyncio.StreamWriter, to_json: Write, *, follow: bool) -> None:
    stored, browser = events.stored, events.browser()
    await _write_browser(writer, browser, to_json)
    for start in range(0, len(stored), EXPORT_CHUNK):
        await _write(writer, stored[start : start + EXPORT_CHUNK], to_json)
    writer.write(msgspec.json.encode({"stored": len(stored)}) + b"\n")
    await writer.drain()
    while follow and not events.new.has_ended:
        if not events.new and not await events.new.wait(EVENT_KEEPALIVE_S):
            continue
        if events.browser() != browser:
            browser = events.browser()
            await _write_browser(writer, browser, to_json)
        await _write(writer, events.new.pop(EXPORT_CHUNK), to_json)
    if follow:
        writer.write(msgspec.json.encode({"bye": events.new.reason}) + b"\n")
        await writer.drain()


async def _write_browser(writer: asyncio.StreamWriter, browser: str, to_json: Write) -> None:
    writer.write(to_json({"browser": browser}).encode() + b"\n")
    await writer.drain()


async def _write(writer: asyncio.StreamWriter, chunk: list[Exported], to_json: Write) -> None:
    def lines() -> bytes:
        return b"".join(to_json({"stream": stream, "event": event}).encode() + b"\n" for stream, event in chunk)

    writer.write(await asyncio.to_thread(lines))
    await writer.drain()
