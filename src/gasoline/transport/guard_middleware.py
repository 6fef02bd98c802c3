"""Puts the guard in front of the app, and the same safe headers on every answer."""

import asyncio
from collections.abc import Mapping, MutableMapping
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gasoline.transport.guard import Refusal, RequestHead, body_limit, needs_credential, refuse
from gasoline.transport.open_requests import OpenRequests

BODY_WAIT_S = 30.0  # a body that trickles

SAFE_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
)
OWN = {key for key, _ in SAFE_HEADERS}
POLICY = b"content-security-policy"
"""Our own pages set their own policy; every other response may do nothing at all."""


class GuardMiddleware:
    """Refuses before the body is read; bounds the body that is read after it."""

    def __init__(self, app: ASGIApp, open_requests: OpenRequests) -> None:
        self._app = app
        self._open_requests = open_requests
        self._policy = open_requests.policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        head = _request_head(scope)
        refusal = await self._refuse(head, scope.get("extensions", {}))
        with self._open_requests.watch(head, receive, send) as watched:
            if scope["type"] == "websocket":
                await self._websocket(refusal, scope, watched, send)
                return
            safely = _with_safe_headers(send)
            if refusal is not None:
                await _send_refusal(refusal, safely)
                return
            await self._app(scope, _bounded(watched, body_limit(scope["path"]), scope), safely)

    async def _refuse(self, head: RequestHead, extensions: Mapping[str, Any]) -> Refusal | None:
        refusal = refuse(head, self._policy)
        if refusal is not None and refusal.unless_own_program and await extensions["gasoline.peer"].is_own_program():
            refusal = None
        if refusal is None and needs_credential(head) and "gasoline.proven" in extensions:
            extensions["gasoline.proven"]()
        return refusal

    async def _websocket(self, refusal: Refusal | None, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal is None:
            await self._app(scope, receive, send)
            return
        await receive()
        body, headers = _refusal_body(Refusal(403, refusal.error, refusal.message))
        safe = [*headers, *SAFE_HEADERS]
        await send({"type": "websocket.http.response.start", "status": 403, "headers": safe})
        await send({"type": "websocket.http.response.body", "body": body})


class BodyTooLarge(Exception):
    """More came than the caller announced or the endpoint takes."""


class BodyTooSlow(Exception):
    """The body did not arrive in time."""


def _request_head(scope: Scope) -> RequestHead:
    return RequestHead(
        method=scope.get("method", "GET"),
        path=scope["path"],
        headers=scope["headers"],
        origin_form=scope.get("extensions", {}).get("gasoline.origin_form", True),
        websocket=scope["type"] == "websocket",
    )


def _bounded(receive: Receive, most: int, scope: Scope) -> Receive:
    """Counts the body as it comes: a chunked body announces no length."""
    seen = 0
    reads_body = scope["method"] == "POST"

    async def bounded() -> Message:
        nonlocal seen, reads_body
        if not reads_body:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), BODY_WAIT_S)
        except TimeoutError:
            raise BodyTooSlow from None
        seen += len(message.get("body", b""))
        reads_body = bool(message.get("more_body", False))
        if seen > most:
            raise BodyTooLarge
        return message

    return bounded


def _with_safe_headers(send: Send) -> Send:
    async def safely(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            kept = [(key, value) for key, value in message.get("headers", []) if key.lower() not in OWN - {POLICY}]
            brought = {key.lower() for key, _ in kept}
            message = {**message, "headers": [*kept, *(pair for pair in SAFE_HEADERS if pair[0] not in brought)]}
        await send(message)

    return safely


def _refusal_body(refusal: Refusal) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    body = msgspec.json.encode({"error": refusal.error, "message": refusal.message})
    return body, [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]


async def _send_refusal(refusal: Refusal, send: Send) -> None:
    body, headers = _refusal_body(refusal)
    if refusal.status == 401:  # noqa: PLR2004
        headers.append((b"www-authenticate", b'Bearer realm="gasoline"'))
    headers.append((b"connection", b"close"))  # what follows may be a body that is never read
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
