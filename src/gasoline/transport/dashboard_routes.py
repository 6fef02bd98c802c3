"""The dashboard's endpoints: its page, the one-time link, the views and the live feed."""

import asyncio

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from gasoline.dashboard.browser_sessions import BrowserSessions
from gasoline.dashboard.link_files import LinkFiles
from gasoline.dashboard.one_time_links import DASHBOARD_LINK_S, OneTimeLinks
from gasoline.dashboard.page_files import TYPES, PageMissing, read_page
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import ALL
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher
from gasoline.transport.dashboard_stream import DashboardStreams
from gasoline.transport.guard import ENTRY, RECORDING, Policy, RequestHead, has_session
from gasoline.transport.locked_page import EnteredPage, LockedPage
from gasoline.transport.open_recording import OpenRecording
from gasoline.transport.responses import JsonResponse, failure

DASHBOARD_ID_CHARS = 300  # the name of what a detail is asked for

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
PAGE_HEADERS = {"Content-Security-Policy": PAGE_POLICY, "Cross-Origin-Opener-Policy": "same-origin"}
VIEWS = {view.name: view for view in ALL}


class Dashboard(Struct, frozen=True):
    """Its dependencies. The guard has already checked access."""

    dispatcher: Dispatcher
    streams: DashboardStreams
    links: OneTimeLinks
    link_files: LinkFiles
    sessions: BrowserSessions
    policy: Policy
    open_recording: OpenRecording

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/dashboard/link", self.link, methods=["POST"]),
            Route("/dashboard/link-file", self.link_file, methods=["POST"]),
            Route(ENTRY, self.enter_from_file, methods=["GET"]),
            Route("/dashboard/capsule", self.save, methods=["POST"]),
            Route(RECORDING, self.open_recording.endpoint, methods=["POST"]),
            Route("/dashboard/stream", self.streams.endpoint, methods=["GET"]),
            Route("/dashboard/views/{name}", self.view, methods=["GET"]),
            Route("/dashboard/{name}", self.file, methods=["GET"]),
        ]

    async def page(self, request: Request) -> Response:
        code = request.query_params.get("link")
        if code is not None:
            return self._enter(code)
        if not has_session(RequestHead("GET", "/", request.headers.raw), self.policy):
            return LockedPage()
        return _file("index.html")

    async def enter_from_file(self, request: Request) -> Response:
        """Not by a redirect: that would count as coming from the file, and the browser would not send the cookie."""
        code = request.query_params.get("link", "")
        return self._let_in(EnteredPage()) if self._use(code) else LockedPage(link_failed=True)

    def _enter(self, code: str) -> Response:
        return self._let_in(RedirectResponse("/", 303)) if self._use(code) else LockedPage(link_failed=True)

    def _use(self, code: str) -> bool:
        self.link_files.remove(code)
        return self.links.use(code)

    def _let_in(self, answer: Response) -> Response:
        answer.set_cookie(self.policy.cookie, self.sessions.start(), httponly=True, samesite="strict", path="/")
        return answer

    async def link(self, _: Request) -> Response:
        code, server = self.links.make(), f"http://127.0.0.1:{self.policy.port}"
        seconds = int(DASHBOARD_LINK_S)
        return JsonResponse(
            {"url": f"{server}/?link={code}", "entry": f"{server}{ENTRY}?link={code}", "seconds": seconds}
        )

    async def link_file(self, _: Request) -> Response:
        """The same as a file that leads there, for a browser whose arguments every user of the machine can read."""
        code = self.links.make()
        path = self.link_files.write(code, f"http://127.0.0.1:{self.policy.port}{ENTRY}?link={code}")
        asyncio.get_running_loop().call_later(DASHBOARD_LINK_S, self.link_files.remove, code)
        return JsonResponse({"file": str(path), "seconds": int(DASHBOARD_LINK_S)})

    async def save(self, _: Request) -> Response:
        """Saves the captured session as a capsule; answers with its path."""
        reply = await self.dispatcher.call("save_capsule", {}, Client("dashboard", 0))
        return Response(reply.texts[0], 409 if reply.is_error else 200, media_type="application/json")

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
        if len(wanted) > DASHBOARD_ID_CHARS:
            return failure(400, "bad_id", f"An id has at most {DASHBOARD_ID_CHARS} characters.")
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
