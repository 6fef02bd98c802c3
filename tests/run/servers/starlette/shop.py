"""A handler that fails."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


async def orders(request: Request) -> JSONResponse:
    raise ValueError("no stock")


app = Starlette(routes=[Route("/api/orders", orders)])
