"""The HTTP endpoints: what the extension posts and polls, what a person may look at."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gasoline.capabilities.context import Client
from gasoline.capabilities.observe.health import report
from gasoline.ingest.decode import decode_body
from gasoline.ingest.intake import Intake
from gasoline.ingest.pairing import Pairing
from gasoline.ingest.pictures import PictureIntake
from gasoline.model import limits
from gasoline.model.wire import HelloMessage, PairRequest, Query, QueryResult
from gasoline.store.store import Store
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.guard import EXTENSION_ORIGIN, Knock, has_token
from gasoline.transport.respond import JsonResponse, failure

RESULT_PATHS = ("/query-result", "/dom-result", "/a11y-result")
HELLO = msgspec.json.Decoder(HelloMessage)
WATCHED = msgspec.json.Decoder(Annotated[int, msgspec.Meta(ge=0, le=limits.EXACT_INTEGER)])
PAIR = msgspec.json.Decoder(PairRequest)
RESULT = msgspec.json.Decoder(QueryResult)

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Endpoints:
    """Everything the endpoints reach."""

    store: Store
    intakes: tuple[Intake, ...]
    pairing: Pairing
    dispatcher: Dispatcher
    token: str
    pictures: PictureIntake

    def routes(self) -> list[BaseRoute]:
        return [
            *(Route(intake.stream.path, self._capture(intake), methods=["POST", "DELETE"]) for intake in self.intakes),
            *(Route(path, self.take_result, methods=["POST"]) for path in RESULT_PATHS),
            Route("/performance-snapshot", self.performance_snapshot, methods=["GET"]),
            Route("/pending-queries", self.pending_queries, methods=["GET"]),
            Route("/screenshots", self.screenshots, methods=["POST"]),
            Route("/pair", self.pair, methods=["POST"]),
            Route("/health", self.health, methods=["GET"]),
            Route("/pilot-status", self.pilot_status, methods=["GET"]),
        ]

    def _capture(self, intake: Intake) -> Endpoint:
        """POST takes a batch of the stream, DELETE forgets what it holds."""
        name = intake.stream.name

        async def capture(request: Request) -> Response:
            if request.method == "DELETE":
                return JsonResponse({"cleared": {name: self.store.clear(name)}})
            received = intake.accept(await request.body())
            if request.headers.get("origin"):
                self.store.extension.heard()
            return JsonResponse(received)

        return capture

    async def performance_snapshot(self, request: Request) -> Response:
        path = request.query_params.get("url")
        record = self.store.performance.latest(path)
        if record is None:
            return failure(404, "no_snapshot", "There is no snapshot of this page: open or reload it.")
        return Response(self.dispatcher.json(record.snapshot), media_type="application/json")

    async def take_result(self, request: Request) -> Response:
        result = decode_body(RESULT, await request.body(), '{"id": …, "result": …} or {"id": …, "error": …}')
        if not self.store.desk.answer(result):
            return failure(404, "unknown_query", "Nobody waits for this result: it came too late or has a wrong id.")
        return JsonResponse({"ok": True})

    async def pending_queries(self, request: Request) -> Response:
        is_extension = has_token(Knock("GET", "/pending-queries", request.headers.raw), self.token)
        if is_extension:
            self._introduce(request.headers)
        self.store.extension.channel_opened()
        queries = None
        try:
            # Only the extension gets questions: without the token any local program could take them away.
            queries = await self._poll_until_gone(request) if is_extension else await _hold_until_gone(request)
        finally:
            self.store.extension.poll_ended(is_client_gone=queries is None)
        return JsonResponse({"queries": queries or []})

    async def _poll_until_gone(self, request: Request) -> list[Query] | None:
        """The questions, or None for a client that vanished: what it would have got, the next poll gets."""
        polling = asyncio.ensure_future(self.store.desk.poll())
        is_gone = await _is_gone_before(request, polling)
        if not is_gone:
            return polling.result()
        if polling.done():
            self.store.desk.give_back(polling.result())
        polling.cancel()
        return None

    def _introduce(self, headers: Headers) -> None:
        """What the extension says of itself over the command channel, a poll says in its headers."""
        extension = self.store.extension
        if hello := headers.get("x-gasoline-hello"):
            self.store.extension_introduced(
                decode_body(HELLO, hello.encode(), 'X-Gasoline-Hello: {"type": "hello", …}')
            )
        if (pilot := headers.get("x-gasoline-pilot")) in ("0", "1"):
            extension.pilot_moved(pilot == "1")
        if watched := headers.get("x-gasoline-watched"):
            extension.watches(decode_body(WATCHED, watched.encode(), "X-Gasoline-Watched: a number"))

    async def screenshots(self, request: Request) -> Response:
        return JsonResponse(self.pictures.accept(await request.body()))

    async def pair(self, request: Request) -> Response:
        if request.headers.get("origin") != EXTENSION_ORIGIN:
            return failure(403, "forbidden_origin", "Only the Gasoline extension may pair.")
        asked = decode_body(PAIR, await request.body(), '{"challenge": "…", "first": true}')
        return JsonResponse(self.pairing.answer(asked))

    async def health(self, _: Request) -> Response:
        return JsonResponse(report(self.dispatcher.context(Client("http", 0))))

    async def pilot_status(self, _: Request) -> Response:
        return JsonResponse(self.store.extension.pilot_status())


async def _hold_until_gone(request: Request) -> list[Query] | None:
    no_queries: list[Query] = []
    holding = asyncio.ensure_future(asyncio.sleep(limits.POLL_HOLD_S, no_queries))
    return None if await _is_gone_before(request, holding) else []


async def _is_gone_before(request: Request, answer: asyncio.Future[list[Query]]) -> bool:
    """Waits for the answer; True when the client disconnects first."""
    disconnecting = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((answer, disconnecting), return_when=asyncio.FIRST_COMPLETED)
        return disconnecting.done()
    finally:
        disconnecting.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
