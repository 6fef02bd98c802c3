"""The HTTP endpoints of the extension and of users."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gasoline.browser.query_broker import POLL_HOLD_S
from gasoline.capabilities.observe.health import public_report
from gasoline.ingest.decode import decode_body
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.ingest.intake import Intake
from gasoline.ingest.pairing import Pairing
from gasoline.launch.loaded_extensions import loads_only_ours
from gasoline.launch.pairing_keys import is_firefox_origin
from gasoline.model.bounds import EXACT_INTEGER
from gasoline.model.wire import HelloMessage, PairRequest, Query, QueryResult
from gasoline.store.store import Store
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.connection_owner import Peer
from gasoline.transport.guard import Policy, RequestHead, has_credential
from gasoline.transport.responses import JsonResponse, failure

RESULT_PATHS = ("/query-result", "/dom-result", "/a11y-result")
HELLO = msgspec.json.Decoder(HelloMessage)
WATCHED = msgspec.json.Decoder(Annotated[int, msgspec.Meta(ge=0, le=EXACT_INTEGER)])
PAIR = msgspec.json.Decoder(PairRequest)
RESULT = msgspec.json.Decoder(QueryResult)

Endpoint = Callable[[Request], Awaitable[Response]]


class Endpoints(Struct, frozen=True):
    """The dependencies of the endpoints."""

    store: Store
    intakes: tuple[Intake, ...]
    pairing: Pairing
    dispatcher: Dispatcher
    policy: Policy
    pictures: ErrorScreenshotIntake

    def routes(self) -> list[BaseRoute]:
        return [
            *(Route(intake.stream.path, self._capture(intake), methods=["POST", "DELETE"]) for intake in self.intakes),
            *(Route(path, self.take_result, methods=["POST"]) for path in RESULT_PATHS),
            Route("/pending-queries", self.pending_queries, methods=["GET"]),
            Route("/screenshots", self.screenshots, methods=["POST"]),
            Route("/pair", self.pair, methods=["POST"]),
            *self.read_routes(),
        ]

    def read_routes(self) -> list[BaseRoute]:
        return [
            Route("/performance-snapshot", self.performance_snapshot, methods=["GET"]),
            Route("/health", self.health, methods=["GET"]),
            Route("/pilot-status", self.pilot_status, methods=["GET"]),
        ]

    def _capture(self, intake: Intake) -> Endpoint:
        """POST stores a batch of the stream, DELETE clears it."""
        name = intake.stream.name

        async def capture(request: Request) -> Response:
            if request.method == "DELETE":
                return JsonResponse({"cleared": {name: self.store.clear(name)}})
            received = intake.accept(await request.body())
            if request.headers.get("origin"):
                self.store.extension.record_contact()
            return JsonResponse(received)

        return capture

    async def performance_snapshot(self, request: Request) -> Response:
        path = request.query_params.get("url")
        record = self.store.performance.latest(path)
        if record is None:
            return failure(404, "no_snapshot", "There is no snapshot of this page yet: open or reload it.")
        return Response(self.dispatcher.json(record.snapshot), media_type="application/json")

    async def take_result(self, request: Request) -> Response:
        result = decode_body(RESULT, await request.body(), '{"id": …, "result": …} or {"id": …, "error": …}')
        if not self.store.queries.answer(result):
            return failure(
                404, "unknown_query", "No question is waiting for this result: it is too late or has a wrong id."
            )
        return JsonResponse({"ok": True})

    async def pending_queries(self, request: Request) -> Response:
        is_extension = has_credential(RequestHead("GET", "/pending-queries", request.headers.raw), self.policy)
        if is_extension:
            self._introduce(request.headers)
        self.store.extension.channel_opened()
        queries = None
        try:
            # Only the extension gets questions: without the token, any local program could take them.
            queries = await self._poll_until_gone(request) if is_extension else await _hold_until_gone(request)
        finally:
            self.store.extension.poll_ended(is_client_gone=queries is None)
        return JsonResponse({"queries": queries or []})

    async def _poll_until_gone(self, request: Request) -> list[Query] | None:
        """The questions, or None if the client disconnected; then the next poll gets them."""
        polling = asyncio.ensure_future(self.store.queries.poll())
        is_gone = await _is_gone_before(request, polling)
        if not is_gone:
            return polling.result()
        if polling.done():
            self.store.queries.give_back(polling.result())
        polling.cancel()
        return None

    def _introduce(self, headers: Headers) -> None:
        """A poll sends in its headers what the extension reports over the command channel."""
        extension = self.store.extension
        if hello := headers.get("x-gasoline-hello"):
            self.store.record_hello(decode_body(HELLO, hello.encode(), 'X-Gasoline-Hello: {"type": "hello", …}'))
        if (pilot := headers.get("x-gasoline-pilot")) in ("0", "1"):
            extension.pilot_changed(pilot == "1")
        if watched := headers.get("x-gasoline-watched"):
            extension.watches(decode_body(WATCHED, watched.encode(), "X-Gasoline-Watched: a number"))

    async def screenshots(self, request: Request) -> Response:
        return JsonResponse(self.pictures.accept(await request.body()))

    async def pair(self, request: Request) -> Response:
        origin = request.headers.get("origin", "")
        # The guard has refused every other origin of Firefox.
        if origin not in self.policy.extension_origins and not is_firefox_origin(origin):
            return failure(403, "forbidden_origin", "Only the Gasoline extension may pair.")
        asked = decode_body(PAIR, await request.body(), '{"challenge": "…", "first": true}')
        # Not for every request: to look at the peer takes time.
        if not self.pairing.needs_peer(asked):
            return JsonResponse(self.pairing.answer(asked, origin))
        peer = _peer_of(request)
        may_be_own_user = await peer.may_be_own_user()
        browser = await peer.own_browser()
        only_ours = await asyncio.to_thread(lambda: all(map(loads_only_ours, browser)))
        answer = self.pairing.answer(
            asked, origin, browser=browser, loads_only_ours=only_ours, may_be_own_user=may_be_own_user
        )
        return JsonResponse(answer)

    async def health(self, _: Request) -> Response:
        return JsonResponse(public_report(self.dispatcher.context(Client("http", 0))))

    async def pilot_status(self, _: Request) -> Response:
        return JsonResponse(self.store.extension.pilot_status())


def _peer_of(request: Request) -> Peer:
    peer: Peer = request.scope["extensions"]["gasoline.peer"]
    return peer


async def _hold_until_gone(request: Request) -> list[Query] | None:
    no_queries: list[Query] = []
    holding = asyncio.ensure_future(asyncio.sleep(POLL_HOLD_S, no_queries))
    return None if await _is_gone_before(request, holding) else []


async def _is_gone_before(request: Request, answer: asyncio.Future[list[Query]]) -> bool:
    """Waits for the answer; True if the client disconnects first."""
    disconnecting = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((answer, disconnecting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        disconnecting.cancel()
    # It may have disconnected at the same time as the answer came.
    return disconnecting.done() or await request.is_disconnected()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
