"""Turns a store into the files of a capsule: everything in the window, masked."""

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gasoline.analysis.security.finding import CATEGORIES
from gasoline.capsule import bounds
from gasoline.capsule.archive import pack
from gasoline.capsule.fit_text import as_member, fit_text
from gasoline.capsule.load import AUDIT, decode_stream_line
from gasoline.capsule.manifest import Environment, Manifest, Picture, Sequences
from gasoline.capsule.masking import Masking
from gasoline.capsule.sections import SECTIONS
from gasoline.capsule.server_lines import server_lines_of_requests
from gasoline.capsule.window import Window
from gasoline.kernel.time import iso_time
from gasoline.model.events import LogEntry, parse_time
from gasoline.store.saved_event import SavedEvent
from gasoline.toolkit.context import Context
from gasoline.toolkit.progress import Progress, run_in_thread
from gasoline.toolkit.recorded_audit import RecordedAudit, saved_finding
from gasoline.toolkit.security_audit import run_audit


@dataclass(frozen=True)
class Saved:
    """A capsule, packed."""

    data: bytes
    manifest: Manifest


async def save_capsule(ctx: Context, window: Window, note: str) -> Saved:
    """Copies what is stored now; masking and packing run in a thread."""
    streams = {name: _in_window(buffer.saved(), window) for name, buffer in ctx.store.buffers.items()}
    if window.url_filter:
        streams["server_logs"] = server_lines_of_requests(ctx.store, window)
    files = {name: [msgspec.json.encode(saved) for saved in events] for name, events in streams.items()}
    for section in SECTIONS:
        files[section.name] = [msgspec.json.encode(value) for value in section.save(ctx.store, window)]
    events = [saved.event for name in streams for saved in streams[name]]
    manifest = _manifest(ctx, window, note, [event.ts for event in events if event.ts])
    pictures = _pictures(events)
    audit = await run_audit(ctx, CATEGORIES, window.url_filter or None, "info", in_time=window.includes_moment)
    recorded = RecordedAudit(findings=tuple(map(saved_finding, audit.found)), not_examined=tuple(audit.not_examined))
    files[AUDIT] = [msgspec.json.encode(recorded)]

    def work(_: Progress) -> Saved:
        return _pack(manifest, files, pictures)

    return await run_in_thread(ctx.progress, work)


def _in_window(saved: Iterable[SavedEvent[Any]], window: Window) -> list[SavedEvent[Any]]:
    return [each for each in saved if window.includes(each.event)]


def _manifest(ctx: Context, window: Window, note: str, times: Sequence[str]) -> Manifest:
    store = ctx.store
    rings = {
        name: ring.saved_drop_counts() for buffer in store.buffers.values() for name, ring in buffer.rings().items()
    }
    sequence = Sequences(
        cursor=store.cursor,
        received=store.received,
        notices=store.notices.newest,
        contracts_evicted=store.contracts.evicted,
    )
    return Manifest(
        version=ctx.server.version,
        saved_at=ctx.server.now_iso(),
        start=min(times, key=parse_time, default=""),
        end=max(times, key=parse_time, default=""),
        since=iso_time(window.since.timestamp()) if window.since else "",
        url_filter=window.url_filter,
        note=note,
        environment=Environment(
            extension=store.extension.saved(),
            actions_kept=store.actions.capacity,
            rings=rings,
            sequence=sequence,
            system=system_text(),
        ),
    )


def system_text() -> str:
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}"


def _pictures(events: Iterable[Any]) -> dict[str, Path]:
    """The screenshots of errors by the error's id, newest last."""
    return {
        event.id: Path(event.screenshot)
        for event in events
        if isinstance(event, LogEntry) and event.id and isinstance(event.screenshot, str)
    }


def _pack(manifest: Manifest, files: dict[str, list[bytes]], pictures: dict[str, Path]) -> Saved:
    masking = Masking()
    decoders = {section.name: section.decode_line for section in SECTIONS}
    masked = {
        name: masking.lines(name, lines, decoders.get(name) or decode_stream_line(name))
        for name, lines in sorted(files.items())
    }
    masked, dropped = fit_text(masked)
    manifest = replace(
        manifest,
        dropped=dropped,
        note=_masked_note(masking, manifest.note),
        counts={name: len(lines) for name, lines in masked.items() if name != AUDIT},
        masked=dict(sorted(masking.kinds.items())),
        left_out=dict(sorted(masking.left_out.items())),
    )
    members = {f"{name}.jsonl": as_member(lines) for name, lines in masked.items()}
    shots = _readable(pictures)
    while True:
        listed = tuple(Picture(file=_picture_name(number), error_id=id) for number, (id, _) in enumerate(shots, 1))
        images = {_picture_name(number): data for number, (_, data) in enumerate(shots, 1)}
        final = replace(manifest, pictures=listed)
        data = pack({"manifest.json": msgspec.json.format(msgspec.json.encode(final)), **members, **images})
        if len(data) <= bounds.SAVED_BYTES or not shots:
            return Saved(data, final)
        shots = shots[1:]  # the newest pictures are kept


def _masked_note(masking: Masking, note: str) -> str:
    [text] = msgspec.json.decode(masking.text(msgspec.json.encode([note]).decode()), type=list[str])
    return text[: bounds.NOTE_CHARS]


def _picture_name(number: int) -> str:
    return f"pictures/{number}.jpg"


def _readable(pictures: dict[str, Path]) -> list[tuple[str, bytes]]:
    """The pictures that still exist: the state directory keeps only the newest."""
    found = []
    for error_id, path in list(pictures.items())[-bounds.PICTURES :]:
        try:
            data = path.read_bytes()
        except OSError:
            continue
        if len(data) <= bounds.PICTURE_BYTES:
            found.append((error_id, data))
    return found
