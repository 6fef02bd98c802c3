"""Reads a capsule into a fresh store."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gasoline.capsule import bounds
from gasoline.capsule.archive import BadCapsule, read_file, unpack
from gasoline.capsule.manifest import Manifest
from gasoline.capsule.sections import SECTIONS
from gasoline.kernel.secrets.redaction import redact, redact_lines
from gasoline.model.events import parse_time
from gasoline.store.store import Store
from gasoline.toolkit.context import CapsuleFacts
from gasoline.toolkit.recorded_audit import RecordedAudit

AUDIT = "security"
NEWER = "Update Gasoline, then open it again."


class OpenedCapsule(Struct, frozen=True):
    manifest: Manifest
    store: Store
    facts: CapsuleFacts

    def now_s(self) -> float:
        """The time of the recording, which stands still."""
        return parse_time(self.manifest.saved_at).timestamp()


class _Version(msgspec.Struct, frozen=True):
    """What is read before anything else."""

    format: int
    product: str = ""


def open_capsule(path: Path) -> OpenedCapsule:
    """Raises BadCapsule with the reason."""
    return load_capsule(read_file(path), path.name)


def read_manifest(members: dict[str, bytes]) -> Manifest:
    data = members.get("manifest.json")
    if data is None:
        raise BadCapsule("it has no manifest.json")
    version = _decoded("manifest.json", data, msgspec.json.Decoder(_Version).decode)
    if version.product != "gasoline":
        raise BadCapsule("another program made it")
    if version.format > bounds.FORMAT:
        raise BadCapsule(f"its format is {version.format}, and this version reads up to {bounds.FORMAT}", NEWER)
    if version.format < 1:
        raise BadCapsule(f"its format {version.format} does not exist")
    manifest: Manifest = _decoded("manifest.json", data, msgspec.json.Decoder(Manifest).decode)
    return manifest


def load_capsule(data: bytes, name: str) -> OpenedCapsule:
    members = unpack(data)
    manifest = read_manifest(members)
    store = Store(Path(name).with_suffix(".never-written"), redact, redact_lines, _frozen)
    for stream, buffer in store.buffers.items():
        for line in _lines(members, stream):
            _decoded(stream, line, buffer.load)
    for section in SECTIONS:
        values = [_decoded(section.name, line, section.decode_line) for line in _lines(members, section.name)]
        section.load(store, values)
    _load_environment(store, manifest)
    facts = CapsuleFacts(
        name=name,
        saved_at=manifest.saved_at,
        start=manifest.start,
        end=manifest.end,
        note=manifest.note,
        audit=_audit(members),
        pictures=_pictures(members, manifest),
    )
    return OpenedCapsule(manifest, store, facts)


def _frozen() -> float:
    return 0.0


def decode_stream_line(stream: str) -> Callable[[bytes], Any]:
    """Checks a line as loading does, in a store of its own."""
    if stream == AUDIT:
        return msgspec.json.Decoder(RecordedAudit).decode
    return Store(Path("never-written"), redact, redact_lines, _frozen).buffers[stream].load


def _load_environment(store: Store, manifest: Manifest) -> None:
    environment = manifest.environment
    sequence = environment.sequence
    store.actions.resize(environment.actions_kept)
    store.load_sequence(sequence.cursor, sequence.received)
    store.notices.newest = sequence.notices
    store.contracts.evicted = sequence.contracts_evicted
    store.extension.load(environment.extension)
    for buffer in store.buffers.values():
        for name, ring in buffer.rings().items():
            if name in environment.rings:
                ring.load_drop_counts(environment.rings[name])


def _lines(members: dict[str, bytes], name: str) -> list[bytes]:
    """A stream that an older version did not have is empty; one that only a newer version has is skipped."""
    lines = members.get(f"{name}.jsonl", b"").split(b"\n")
    if len(lines) > bounds.LINES:
        raise BadCapsule(f"{name}.jsonl has more than {bounds.LINES:,} lines")
    return [line for line in lines if line]


def _decoded(name: str, line: bytes, decode: Callable[[bytes], Any]) -> Any:
    try:
        return decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError, OverflowError) as error:
        raise BadCapsule(f"{name} has an entry that is not valid ({str(error)[:120]})") from None


def _audit(members: dict[str, bytes]) -> RecordedAudit:
    lines = _lines(members, AUDIT)
    if not lines:
        return RecordedAudit()
    audit: RecordedAudit = _decoded(AUDIT, lines[0], msgspec.json.Decoder(RecordedAudit).decode)
    return audit


def _pictures(members: dict[str, bytes], manifest: Manifest) -> dict[str, bytes]:
    return {picture.error_id: members[picture.file] for picture in manifest.pictures if picture.file in members}
