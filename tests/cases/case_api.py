"""The real API of the applications in `tests/devservers/cases`: what is wrong there begins here, or shows here."""

import asyncio
import json
import socket
import threading
from typing import Any

import uvicorn
from daemon import WAIT_S, wait_until
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

TEAS = ["Red bush", "Rooibos", "Rose hip", "Rose petal"]
MOST = 2
"""A search answers with the first few names only."""
WORD = 3
LATE_S = 0.3
"""The search for one letter takes so much longer than that for the letters of a word, which is sent after it."""
WRITE_S = 0.3
PAID_AT = "2026-03-05T10:00:00Z"
RESTART = 1012
CACHED = {"Cache-Control": "max-age=600"}


class CaseApi:
    """Runs in a thread of its own, on a free port."""

    def __init__(self) -> None:
        self.is_fixed = False
        self.reset()
        routes = [
            Route("/api/invoices", self._invoices),
            Route("/api/invoices/{id:int}", self._pay, methods=["PATCH"]),
            Route("/api/teas", self._teas),
            Route("/api/orders", self._order, methods=["POST"]),
            Route("/api/notes", self._notes),
            Route("/api/notes", self._add_note, methods=["POST"]),
            WebSocketRoute("/api/prices", self._prices),
        ]
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._server = uvicorn.Server(
            uvicorn.Config(Starlette(routes=routes), log_level="error", lifespan="off", timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started, "the API")

    def reset(self) -> None:
        """As it was before the first walk."""
        self.orders: list[dict[str, Any]] = []
        self.notes = ["Buy milk"]
        self.visits = 0
        self._is_found = asyncio.Event()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()

    async def _invoices(self, _: Request) -> JSONResponse:
        return JSONResponse({"invoices": [{"id": number, "number": f"INV-{number}"} for number in (1, 2)]})

    async def _pay(self, request: Request) -> JSONResponse:
        """The bug: it answers before the time of the payment is known."""
        number = request.path_params["id"]
        return JSONResponse({"id": number, "number": f"INV-{number}", "paidAt": PAID_AT if self.is_fixed else None})

    async def _teas(self, request: Request) -> JSONResponse:
        words = request.query_params["q"].lower()
        if len(words) == 1:
            await asyncio.wait_for(self._is_found.wait(), WAIT_S)
            await asyncio.sleep(LATE_S)
        elif len(words) == WORD:
            self._is_found.set()
        return JSONResponse({"names": [name for name in TEAS if name.lower().startswith(words)][:MOST]})

    async def _order(self, request: Request) -> JSONResponse:
        order = json.loads(await request.body())
        await asyncio.sleep(WRITE_S)
        self.orders.append({"id": len(self.orders) + 1, **order})
        return JSONResponse({"orders": self.orders}, 201)

    async def _notes(self, _: Request) -> JSONResponse:
        return JSONResponse({"notes": self.notes}, headers=CACHED)

    async def _add_note(self, request: Request) -> JSONResponse:
        self.notes.append(json.loads(await request.body())["text"])
        return JSONResponse({"added": self.notes[-1]}, 201)

    async def _prices(self, socket: WebSocket) -> None:
        """Restarts after its first message; the version that runs from then on names the currency, too."""
        await socket.accept()
        self.visits += 1
        if self.visits == 1:
            await socket.send_json({"type": "price", "tea": "Assam", "price": 4.5})
            await socket.close(RESTART)
            return
        price = {"amount": "4.75", "currency": "EUR"}
        await socket.send_json({"type": "price", "tea": "Assam", "price": price})
        await socket.receive()
