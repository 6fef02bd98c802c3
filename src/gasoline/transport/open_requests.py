"""The requests and channels that last, so that they end when their credential becomes invalid."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import Message, Receive, Send

from gasoline.transport.guard import Policy, RequestHead, has_credential

REVOKED = 4401


class OpenRequests:
    """WebSockets, polls and streams whose caller has shown a credential."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._ends: dict[asyncio.Event, RequestHead] = {}

    @contextmanager
    def watch(self, head: RequestHead, receive: Receive, send: Send) -> Iterator[Receive]:
        """`receive` for the app: it says that the caller is gone once the credential is invalid."""
        if not (_lasts(head) and has_credential(head, self.policy)):
            yield receive
            return
        ended = asyncio.Event()
        self._ends[ended] = head
        try:
            yield _until(ended, receive, send, is_websocket=head.websocket)
        finally:
            del self._ends[ended]

    def end_unauthorized(self) -> None:
        for ended, head in self._ends.items():
            if not has_credential(head, self.policy):
                ended.set()


def _lasts(head: RequestHead) -> bool:
    return head.websocket or head.method == "GET" or head.path == "/mcp"


def _until(ended: asyncio.Event, receive: Receive, send: Send, *, is_websocket: bool) -> Receive:
    async def receive_or_end() -> Message:
        receiving = asyncio.ensure_future(receive())
        ending = asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait((receiving, ending), return_when=asyncio.FIRST_COMPLETED)
            if not ended.is_set():
                return receiving.result()
        finally:
            ending.cancel()
            receiving.cancel()
        if not is_websocket:
            return {"type": "http.disconnect"}
        await send({"type": "websocket.close", "code": REVOKED, "reason": "This pairing was revoked."})
        return {"type": "websocket.disconnect", "code": REVOKED}

    return receive_or_end
