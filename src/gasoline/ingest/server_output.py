"""Receives what `gasoline run` sends: batches of entries, what was lost, and how the command ended."""

from collections.abc import Callable
from typing import Any

import msgspec

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.flood_gate import FloodGate
from gasoline.ingest.intake import Intake
from gasoline.model.server_logs import ServerLogEntry
from gasoline.model.wire import Stream
from gasoline.store.server_runs import ServerRun
from gasoline.store.store import Store

STREAM = Stream("server_logs", "", "entries", ServerLogEntry)
"""Kept apart from the extension's streams, because no HTTP endpoint accepts it."""


class RunMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One line from the wrapper: a batch, the answer to a flush, or the end."""

    seq: int | None = None
    lost: int = 0
    """Lines that were dropped since the command began."""
    flushed: int | None = None
    exit: int | None = None


class ServerOutputIntake:
    """Stores the entries of all commands."""

    def __init__(self, store: Store, gate: FloodGate, now_iso: Callable[[], str]) -> None:
        self._intake = Intake(STREAM, store, gate, now_iso)
        self._now_iso = now_iso

    def take(self, run: ServerRun, line: bytes) -> tuple[RunMessage, dict[str, Any] | None]:
        """The message, and the answer to it. Raises BadBody."""
        try:
            message = msgspec.json.decode(line, type=RunMessage)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadBody(str(error)) from None
        run.lost = max(run.lost, message.lost)
        if message.exit is not None:
            run.exit_code = message.exit
        if message.seq is None:
            return message, None
        received = self._intake.accept(line, name=run.name)
        if not received.duplicate:
            run.entries += received.received
            run.rejected += received.rejected
        return message, {"seq": message.seq, **msgspec.to_builtins(received)}
