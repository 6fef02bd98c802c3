"""`gasoline serve` that also writes what it receives from the extension to the file in GASOLINE_RECORD."""

import os
from pathlib import Path
from typing import Any

import msgspec

from gasoline.browser.query_broker import PageReply, QueryBroker
from gasoline.cli import main
from gasoline.ingest.intake import Intake
from gasoline.model.wire import HelloMessage, Received
from gasoline.store.store import Store

FILE = Path(os.environ["GASOLINE_RECORD"])
accept, ask_one, record_hello = Intake.accept, QueryBroker._ask_one, Store.record_hello


def _write(entry: dict[str, Any]) -> None:
    with FILE.open("ab") as file:
        file.write(msgspec.json.encode(entry) + b"\n")


def _accept(self: Intake, body: bytes) -> Received:
    _write({"stream": self.stream.name, "body": msgspec.Raw(body)})
    return accept(self, body)


async def _ask_one(
    self: QueryBroker, channel: Any, query_type: Any, params: Any, *rest: Any, **named: Any
) -> PageReply:
    reply = await ask_one(self, channel, query_type, params, *rest, **named)
    _write({"query": query_type, "params": params, "result": reply.data})
    return reply


def _record_hello(self: Store, message: HelloMessage, channel: int) -> None:
    _write({"hello": message})
    record_hello(self, message, channel)


Intake.accept, QueryBroker._ask_one, Store.record_hello = _accept, _ask_one, _record_hello  # type: ignore
raise SystemExit(main())
