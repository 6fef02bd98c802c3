"""Receives batches of captured events; each event is validated separately, each batch is stored once."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect
from msgspec import UNSET, Raw

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.decode import decode_body, trim
from gasoline.ingest.flood_gate import FloodGate
from gasoline.ingest.normalize_event import normalize_event, own_time
from gasoline.ingest.server_side import ServerSide
from gasoline.model.events import Event, RequestTiming, happened_again
from gasoline.model.wire import Batch, Received, Stream
from gasoline.store.event_buffer import Origin
from gasoline.store.store import Store

REJECTIONS_SHOWN = 5  # reasons in the answer to a batch
MAX_BATCH_ENTRIES = 10_000  # entries in one request


class _Identity(msgspec.Struct):
    id: str = ""
    event_id: str = msgspec.field(default="", name="eventId")

    @property
    def key(self) -> str:
        return self.event_id or self.id


@cache
def _decoders(stream: Stream) -> tuple[msgspec.json.Decoder[Any], msgspec.inspect.Type, msgspec.json.Decoder[Any]]:
    """The decoder of one event, the event's schema, and the decoder of a batch."""
    envelope = msgspec.defstruct("Envelope", [(stream.field, list[Raw])], bases=(Batch,), kw_only=True)
    return (
        msgspec.json.Decoder(stream.event),
        msgspec.inspect.type_info(stream.event),
        msgspec.json.Decoder(envelope),
    )


class Intake:
    """The intake of one stream: decodes a batch, drops duplicates, stores the rest and responds."""

    def __init__(self, stream: Stream, store: Store, gate: FloodGate, now_iso: Callable[[], str]) -> None:
        self.stream = stream
        self._store = store
        self._buffer = store.buffers[stream.name]
        self._gate = gate
        self._now_iso = now_iso
        self._event, self._schema, self._envelope = _decoders(stream)
        self._server_side = ServerSide(self._schema)

    def accept(self, body: bytes, **fixed: Any) -> Received:
        """`fixed`: fields that every event gets, whatever the sender says."""
        batch: Any = decode_body(self._envelope, self._in_envelope(body), f'{{"{self.stream.field}": […]}}')
        events: list[Raw] = getattr(batch, self.stream.field)
        if len(events) > MAX_BATCH_ENTRIES:
            raise BadBody(f"At most {MAX_BATCH_ENTRIES} events in one batch; split it.", code="batch_too_large")
        if not self._gate.admit(len(events)):
            raise BadBody("Too many events per second; send the batch again.", "flood", 429, retry_after=1)
        return self._store_new(batch, events, fixed)

    def _in_envelope(self, body: bytes) -> bytes:
        """A bare event as a batch of one."""
        if not self.stream.takes_bare:
            return body
        try:
            fields = msgspec.json.decode(body, type=dict[str, Raw])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return body  # the batch decoder reports what is wrong
        return body if self.stream.field in fields else msgspec.json.encode({self.stream.field: [Raw(body)]})

    def _store_new(self, batch: Batch, events: list[Raw], fixed: dict[str, Any]) -> Received:
        numbered = batch.client and batch.seq is not UNSET
        senders = self._store.senders
        if batch.dropped is not UNSET and (not numbered or senders.is_first_report(batch.client, _number(batch))):
            self._store.extension.lost(batch.dropped)
        known = senders.already_stored(batch.client, _number(batch), len(events)) if numbered else 0
        if events and known == len(events):
            return Received(received=len(events), duplicate=True)
        errors = [
            error
            for index, raw in enumerate(events[known:], start=known)
            if (error := self._store_one(batch, index, raw, fixed))
        ]
        self._buffer.commit()
        if numbered:
            self._store.senders.record(batch.client, _number(batch), len(events))
        if self.stream.path:  # from the browser
            self._store.received += len(events)
        return Received(received=len(events) - len(errors), rejected=len(errors), errors=errors[:REJECTIONS_SHOWN])

    def _store_one(self, batch: Batch, index: int, raw: Raw, fixed: dict[str, Any]) -> str:
        """Stores one event; returns the reason if it cannot."""
        data = memoryview(raw)
        try:
            event = normalize_event(self._read(data), self._store.connections)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return str(error)
        event = self._stamped(event, batch, fixed)
        known = self._known(event.key)
        seq = self._store.next_seq() if known is None or happened_again(known, event) else self._store.cursor
        origin = Origin(seq, batch.client, _number(batch), index)
        if known is None and _is_update(event):
            return "an update of an event that is not stored"
        if known is None:
            self._buffer.add(event, len(data), origin)
            self._store.announce(seq, event)
        else:
            self._buffer.update(event, len(msgspec.json.encode(event)), origin)
            self._store.announce_update(known, event)
        return ""

    def _read(self, data: memoryview) -> Event:
        """The event, trimmed if it is longer than its schema allows."""
        try:
            return self._read_exactly(data)
        except msgspec.ValidationError:
            fields = msgspec.json.decode(data)
            trimmed = trim(self._server_side.without(fields) if isinstance(fields, dict) else fields, self._schema)
            return self._read_exactly(memoryview(msgspec.json.encode(trimmed)))

    def _read_exactly(self, data: memoryview) -> Event:
        """The event merged with the one it updates. An update may omit required fields."""
        try:
            event: Event = self._event.decode(data)
        except msgspec.ValidationError:
            known = self._known(msgspec.json.decode(data, type=_Identity).key)
            if known is None:
                raise
            return self._merged(known, data)
        known = self._known(event.key)
        return self._server_side.unset(event) if known is None else self._merged(known, data)

    def _known(self, key: str) -> Event | None:
        return self._buffer.find(key) if key else None

    def _merged(self, known: Event, data: memoryview) -> Event:
        fields = {**msgspec.to_builtins(known), **self._server_side.without(msgspec.json.decode(data))}
        merged: Event = msgspec.convert(fields, self.stream.event)
        return merged

    def _stamped(self, event: Event, batch: Batch, fixed: dict[str, Any]) -> Event:
        changes: dict[str, Any] = dict(fixed)
        if not event.ts:
            changes["ts"] = own_time(event) or self._now_iso()
        if batch.tab_id is not UNSET:
            changes["tab_id"] = batch.tab_id
        if batch.untrusted_frame is True:
            changes["untrusted_frame"] = True
        return msgspec.structs.replace(event, **changes) if changes else event


def _is_update(event: Event) -> bool:
    """Whether it only says where a request came from, which is useless alone."""
    return isinstance(event, RequestTiming) and not event.url and isinstance(event.called_from, list)


def _number(batch: Batch) -> int:
    return 0 if batch.seq is UNSET else batch.seq
