"""The dashboard's addresses: its page and the one-time link to it, its views, its live feed."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from gasoline.capabilities.context import Client
from gasoline.dashboard.links import Links
from gasoline.dashboard.pages import TYPES, PageMissing, read_page
from gasoline.dashboard.sessions import Sessions
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import ALL
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.dashboard_stream import DashboardStreams
from gasoline.transport.guard import Knock, Policy, has_session
from gasoline.transport.locked_page import LockedPage
from gasoline.transport.respond import JsonResponse, failure

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
PAGE_HEADERS = {"Content-Security-Policy": PAGE_POLICY, "Cross-Origin-Opener-Policy": "same-origin"}
VIEWS = {view.name: view for view in ALL}


@dataclass(frozen=True)
class Dashboard:
    """Everything that it reaches. Who may come to which address, the guard has decided."""

    dispatcher: Dispatcher
    streams: DashboardStreams
    links: Links
    sessions: Sessions
    policy: Policy

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/dashboard/link", self.link, methods=["POST"]),
            Route("/dashboard/stream", self.streams.endpoint, methods=["GET"]),
            Route("/dashboard/views/{name}", self.view, methods=["GET"]),
            Route("/dashboard/{name}", self.file, methods=["GET"]),
        ]

    async def page(self, request: Request) -> Response:
        code = request.query_params.get("link")
        if code is not None:
            return self._enter(code)
        if not has_session(Knock("GET", "/", request.headers.raw), self.policy):
            return LockedPage()
        return _file("index.html")

    def _enter(self, code: str) -> Response:
        if not self.links.use(code):
            return LockedPage(link_failed=True)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.policy.cookie, self.sessions.start(), httponly=True, samesite="strict", path="/")
        return answer

    async def link(self, _: Request) -> Response:
        url = f"http://127.0.0.1:{self.policy.port}/?link={self.links.make()}"
        return JsonResponse({"url": url, "seconds": int(limits.DASHBOARD_LINK_S)})

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in TYPES:
            return failure(404, "not_found", f"The dashboard has {', '.join(TYPES)}.")
        return _file(name)

    async def view(self, request: Request) -> Response:
        view = VIEWS.get(request.path_params["name"])
        if view is None:
            return failure(404, "not_found", f"There is no such view. There are {', '.join(VIEWS)}.")
        wanted = request.query_params.get("id", "")
        if len(wanted) > limits.DASHBOARD_ID_CHARS:
            return failure(400, "bad_id", f"An id has at most {limits.DASHBOARD_ID_CHARS} characters.")
        try:
            data = await view.read(self.dispatcher.context(Client("dashboard", 0)), Query(wanted))
        except ToolError as error:
            return failure(404, error.code, error.message)
        return Response(self.dispatcher.json(data), media_type="application/json")


def _file(name: str) -> Response:
    try:
        return Response(read_page(name), headers={**PAGE_HEADERS, "Content-Type": TYPES[name]})
    except PageMissing as error:
        return failure(503, "not_built", str(error))
