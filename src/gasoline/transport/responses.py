"""JSON answers of the HTTP endpoints."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gasoline.ingest.bad_body import BadBody


class JsonResponse(Response):
    """JSON by msgspec."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def failure(status: int, error: str, message: str, headers: Mapping[str, str] | None = None) -> JsonResponse:
    return JsonResponse({"error": error, "message": message}, status, headers)


async def bad_body(_: Request, error: Exception) -> Response:
    assert isinstance(error, BadBody)
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
    return failure(error.status, error.code, error.message, headers)


async def too_large(_: Request, __: Exception) -> Response:
    return failure(413, "too_large", "Send smaller batches.", {"Connection": "close"})


async def too_slow(_: Request, __: Exception) -> Response:
    return failure(408, "too_slow", "Send the whole body without pauses.", {"Connection": "close"})


async def not_found(_: Request, __: Exception) -> Response:
    return failure(404, "not_found", "There is no such endpoint. GET /health shows whether the server is healthy.")


async def wrong_method(request: Request, error: Exception) -> Response:
    headers: Mapping[str, str] = getattr(error, "headers", None) or {}
    allowed = headers.get("Allow", "another method")
    message = f"{request.url.path} takes {allowed}."
    return failure(405, "method_not_allowed", message, headers)


async def server_error(_: Request, __: Exception) -> Response:
    return failure(500, "internal_error", "Gasoline failed. See daemon.log for the reason, and please report it.")
