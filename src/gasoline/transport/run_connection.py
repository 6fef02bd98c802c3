"""The local connection of one `gasoline run`: takes its entries, and asks it for the newest ones before an answer."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.server_output import ServerOutputIntake
from gasoline.store.server_runs import ServerRun, ServerRuns

logger = logging.getLogger("gasoline.run")


class RunConnection:
    """Lives as long as the command is connected."""

    def __init__(self, intake: ServerOutputIntake, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._intake = intake
        self._reader = reader
        self._writer = writer
        self._flushes: dict[int, asyncio.Event] = {}
        self._last_flush = 0

    async def serve(self, run: ServerRun, runs: ServerRuns, now_iso: Callable[[], str]) -> None:
        run.flush = self._flush
        run = runs.open(run)
        try:
            self._send({"ok": True, "name": run.name})
            while line := await self._reader.readline():
                self._take(run, line)
        finally:
            if run.flush == self._flush:  # it may have connected again already
                run.flush, run.ended_at = None, now_iso()
            for waiting in self._flushes.values():
                waiting.set()

    def _take(self, run: ServerRun, line: bytes) -> None:
        try:
            message, answer = self._intake.take(run, line)
        except BadBody as error:
            logger.warning("output of %s was refused: %s", run.name, error)
            self._send({"error": {"code": error.code, "message": str(error)}})
            raise ConnectionError("the wrapper sends the batch again over a new connection") from None
        if answer is not None:
            self._send(answer)
        if message.flushed in self._flushes:
            self._flushes[message.flushed].set()

    async def _flush(self) -> None:
        self._last_flush += 1
        number, done = self._last_flush, asyncio.Event()
        self._flushes[number] = done
        try:
            self._send({"flush": number})
            await done.wait()
        finally:
            del self._flushes[number]

    def _send(self, message: dict[str, Any]) -> None:
        with suppress(ConnectionError):
            self._writer.write(msgspec.json.encode(message) + b"\n")
