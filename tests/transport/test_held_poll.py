"""A held poll whose client disconnects at the very moment at which a question comes."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

from msgspec import Raw
from parts import Parts
from starlette.requests import Request
from starlette.types import Message

from gasoline.model.wire import QueryResult
from gasoline.transport.endpoints import Endpoints
from gasoline.transport.guard import Policy

HEAD = {"type": "http", "method": "GET", "path": "/pending-queries", "headers": [(b"x-gasoline-token", b"secret")]}


class Client:
    """Who polls. Whoever waits for its next message is not woken when it disconnects, as while a loop is busy."""

    def __init__(self) -> None:
        self.is_gone = False
        self.request = Request(HEAD, self.receive)

    async def receive(self) -> Message:
        if not self.is_gone:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}


async def test_a_question_for_a_client_that_disconnects_meanwhile_goes_to_the_next_poll(tmp_path: Path) -> None:
    store = Parts(tmp_path).store
    unused = cast(Any, None)
    endpoints = Endpoints(store, (), unused, unused, Policy(7890, lambda token: token == "secret"), unused)
    client = Client()
    polling = asyncio.ensure_future(endpoints.pending_queries(client.request))
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # the poll is held
    asking = asyncio.ensure_future(store.queries.ask("tabs", {}))
    client.is_gone = True
    assert json.loads(bytes((await polling).body)) == {"queries": []}
    (query,) = await store.queries.poll()
    store.queries.answer(QueryResult(id=query.id, result=Raw(b"[]")))
    assert bytes(await asking) == b"[]"
