"""Hot updates are found in the traffic that development servers cause; other traffic is not mistaken for them."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.analysis.sessions.hot_updates import MAX_HOT_UPDATE_FILES, find_hot_updates
from gasoline.model.events import RequestTiming, WebSocketEvent, parse_time

ORIGIN = "http://localhost:5173"
LOADED_MS = round(parse_time("2026-01-31T12:00:00.000Z").timestamp() * 1000)


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def script(seconds: float, address: str, **more: Any) -> RequestTiming:
    """A script of a page that was loaded at 12:00:00."""
    fields = {"initiator": "script", "start": seconds * 1000, "page_url": f"{ORIGIN}/", "tab_id": 1, **more}
    return RequestTiming(ts=at(seconds), url=ORIGIN + address, **fields)


def message(seconds: float, data: str, **more: Any) -> WebSocketEvent:
    fields = {"event": "message", "direction": "incoming", "url": "ws://localhost:3000/_next/hmr?id=x", **more}
    return WebSocketEvent(ts=at(seconds), data=data, **fields)


def vite_time(seconds: float) -> int:
    return LOADED_MS + round(seconds * 1000)


CLIENT = script(0.1, "/@vite/client")
# As Next.js 16.4.6 sent it; the rest of the message is left out, as in a message that is too long.
TURBOPACK = (
    '{"type":"turbopack-message","data":[{"resource":{"path":"static/chunks/app_219uq1sj0q91c._.js","headers":null},'
    '"type":"partial","instruction":{"type":"ChunkListUpdate","merged":[{"type":"EcmascriptMergedUpdate","entries":{'
    '"[project]/app/page.jsx [app-client] (ecmascript)":{"code":"((__turbopack_context__) => {'
)


def test_a_module_that_vite_loads_anew_is_an_update() -> None:
    first, second = vite_time(5), vite_time(9)
    requests = [
        CLIENT,
        script(0.2, "/src/Cart.jsx"),
        script(5.1, f"/src/Cart.jsx?t={first}"),
        script(5.2, f"/src/cart.css?import&t={first}"),
        script(9.1, f"/src/Cart.jsx?t={second}"),
    ]
    updates = find_hot_updates(requests, [])
    assert [(update.ts, update.bundler, update.page_url, update.files) for update in updates] == [
        (at(5.1), "vite", f"{ORIGIN}/", ["/src/Cart.jsx", "/src/cart.css"]),
        (at(9.1), "vite", f"{ORIGIN}/", ["/src/Cart.jsx"]),
    ]


def test_a_reload_that_loads_the_updated_module_again_is_not_an_update() -> None:
    requests = [CLIENT, script(20, f"/src/Cart.jsx?t={vite_time(5)}", start=200.0)]
    assert find_hot_updates(requests, []) == []


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(script(5.1, f"/api/cart?t={vite_time(5)}", initiator="fetch"), id="data"),
        pytest.param(script(5.1, f"/cart.png?t={vite_time(5)}", initiator="img"), id="picture"),
        pytest.param(script(5.1, "/src/Cart.jsx?t=5"), id="short number"),
        pytest.param(script(5.1, f"/src/Cart.jsx?at={vite_time(5)}"), id="other parameter"),
        pytest.param(RequestTiming(ts=at(5.1), url=f"http://[x?t={vite_time(5)}", initiator="script"), id="no address"),
    ],
)
def test_other_requests_are_not_updates(request_: RequestTiming) -> None:
    assert find_hot_updates([CLIENT, request_], []) == []


def test_a_time_in_an_address_means_nothing_where_there_is_no_vite() -> None:
    assert find_hot_updates([script(5.1, f"/jsonp.js?t={vite_time(5)}")], []) == []


def test_the_chunks_of_one_webpack_update_are_one_update() -> None:
    requests = [
        script(3.0, "/main.d1e363dd999772996fc5.hot-update.json", initiator="fetch"),
        script(3.1, "/main.d1e363dd999772996fc5.hot-update.js"),
        script(3.2, "/_next/static/webpack/app/page.d1e363dd999772996fc5.hot-update.js"),
        script(4.1, "/main.caa48b7fdb48f23fd4cc.hot-update.js"),
        script(4.2, "/main.caa48b7fdb48f23fd4cc.hot-update.js", tab_id=2),
    ]
    updates = find_hot_updates(requests, [])
    assert [(update.ts, update.bundler, len(update.files)) for update in updates] == [
        (at(3.1), "webpack", 2),
        (at(4.1), "webpack", 1),
        (at(4.2), "webpack", 1),
    ]


def test_a_part_that_turbopack_sends_is_an_update() -> None:
    (update,) = find_hot_updates([], [message(5, TURBOPACK)])
    assert (update.ts, update.bundler, update.files) == (at(5), "turbopack", ["/app/page.jsx"])


@pytest.mark.parametrize(
    "other",
    [
        message(5, '{"type":"built","hash":"0","errors":[],"warnings":[]}'),
        message(5, TURBOPACK.replace("partial", "issues")),
        message(5, TURBOPACK, direction="outgoing"),
        message(5, TURBOPACK, url="ws://localhost:3000/chat"),
        WebSocketEvent(ts=at(5), event="open", url="ws://localhost:3000/_next/hmr"),
    ],
)
def test_other_messages_are_not_updates(other: WebSocketEvent) -> None:
    assert find_hot_updates([], [other]) == []


def test_an_update_names_a_bounded_number_of_files() -> None:
    requests = [CLIENT, *(script(5.1, f"/src/{n}.js?t={vite_time(5)}") for n in range(MAX_HOT_UPDATE_FILES + 5))]
    (update,) = find_hot_updates(requests, [])
    assert len(update.files) == MAX_HOT_UPDATE_FILES


async def test_the_timeline_has_the_update_between_the_errors_before_and_after(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    page = {"url": f"{ORIGIN}/", "type": "exception", "message": "boom"}
    parts.send("logs", {**page, "ts": at(4)}, {**page, "ts": at(6)})
    timing = {"initiator": "script", "pageUrl": f"{ORIGIN}/"}
    update = {"url": f"{ORIGIN}/src/Cart.jsx?t={vite_time(5)}", "ts": at(5.1), "start": 5100.0}
    parts.send("network", {**timing, "url": f"{ORIGIN}/@vite/client", "ts": at(0.1)}, {**timing, **update})
    timeline = (await parts.ask("get_session_timeline"))["timeline"]
    assert [entry["kind"] for entry in timeline] == ["console", "hot_update", "console"]
    assert (await parts.ask("get_session_timeline", url_filter="Cart"))["timeline"] == timeline[1:2]
    assert (await parts.ask("get_session_timeline", url_filter="Login"))["timeline"] == []
    assert timeline[1] == {
        "kind": "hot_update",
        "ts": at(5.1),
        "bundler": "vite",
        "url": f"{ORIGIN}/",
        "files": ["/src/Cart.jsx"],
    }
