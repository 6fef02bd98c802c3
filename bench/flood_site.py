"""The site of the page measurements: quick answers, and jobs that pages fetch, run by themselves and report.

No debugger is attached to the browsers, so the pages come and ask: `GET /next?who=…` is held until there is a job.
"""

import asyncio
import json
import queue
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flood_socket

PAGE = (Path(__file__).parent / "pages" / "flood.html").read_bytes()
DATA = json.dumps({"items": list(range(100))}).encode()
RESULT_WAIT_S = 90.0
HOLD_S = 600.0

Answer = tuple[str, bytes]


class FloodSite:
    """Runs in a thread; the caller sleeps while a page works."""

    def __init__(self) -> None:
        self._jobs: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._results: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._serving = asyncio.run_coroutine_threadsafe(self._serve(), self._loop)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port = self._serving.result(10)

    def address(self, who: str) -> str:
        return f"http://localhost:{self.port}/?who={who}"

    def ask(self, who: str, job: dict[str, Any]) -> dict[str, Any]:
        """Has a page do the job; what it measured."""
        self._loop.call_soon_threadsafe(self._queue(who).put_nowait, job)
        result = self._results.get(timeout=RESULT_WAIT_S)
        assert result["who"] == who, result
        return result

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _queue(self, who: str) -> asyncio.Queue[dict[str, Any]]:
        return self._jobs.setdefault(who, asyncio.Queue())

    async def _serve(self) -> int:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.wait(others or {asyncio.create_task(asyncio.sleep(0))}, timeout=5)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                if head.startswith("GET /socket "):
                    await flood_socket.talk(head, reader, writer)
                    break
                length = int(head.lower().partition("content-length: ")[2].split("\r\n")[0] or 0)
                content_type, body = await self._answer(head.split(" ", 2)[1], await reader.readexactly(length))
                start = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nCache-Control: no-store\r\n"
                writer.write(f"{start}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass  # the page or the bench is done
        finally:
            writer.close()

    async def _answer(self, target: str, body: bytes) -> Answer:
        split = urlsplit(target)
        return await self._routes.get(split.path, self._data)(parse_qs(split.query), body)

    async def _page(self, *_: Any) -> Answer:
        return "text/html; charset=utf-8", PAGE

    async def _data(self, *_: Any) -> Answer:
        return "application/json", DATA

    async def _next(self, query: dict[str, list[str]], _: bytes) -> Answer:
        try:
            job = await asyncio.wait_for(self._queue(query["who"][0]).get(), HOLD_S)
        except TimeoutError:
            job = {"kind": "none"}
        return "application/json", json.dumps(job).encode()

    async def _result(self, _: Any, body: bytes) -> Answer:
        self._results.put(json.loads(body))
        return "application/json", b"{}"

    @property
    def _routes(self) -> dict[str, Callable[..., Awaitable[Answer]]]:
        return {"/": self._page, "/next": self._next, "/result": self._result}
