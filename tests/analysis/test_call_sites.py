"""Where something was called: as the extension mapped it, else from the frames of the call."""

from pathlib import Path

import pytest
from parts import Parts

from gasoline.analysis.causes.find_call_site import call_places, with_call_site
from gasoline.analysis.security.evidence import source_of
from gasoline.model.call_site import CallPlace
from gasoline.model.error_context import SourceSnippet
from gasoline.model.events import ConsoleEntry, ExceptionEntry, RequestTiming


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


STACK = (
    "\n    at request (http://localhost:5173/node_modules/.vite/deps/axios.js?v=1:4:5)"
    "\n    at placeOrder (http://localhost:5173/src/checkout/api.js:3:10)"
    "\n    at async submit (http://localhost:5173/src/checkout/button.jsx:8:3)"
    "\n    at http://localhost:5173/src/main.jsx:2:1"
)
BUNDLE = "http://localhost:5173/bundle.js"


def test_code_from_eval_has_no_file_to_name() -> None:
    stack = "\n    at eval (eval at run (:370:30), <anonymous>:1:6)\n    at run (<anonymous>:370:30)"
    assert call_places(RequestTiming(url="http://localhost:5173/api", call_stack=stack)) is None


# CON-10
def test_the_nearest_frames_that_are_not_a_librarys_are_shown() -> None:
    places = call_places(RequestTiming(url="http://localhost:5173/api", call_stack=STACK))
    assert [(place.file, place.line, place.function) for place in places or ()] == [
        ("http://localhost:5173/src/checkout/api.js", 3, "placeOrder"),
        ("http://localhost:5173/src/checkout/button.jsx", 8, "submit"),
    ]


def test_what_the_source_map_says_comes_first_and_the_frames_are_not_shown() -> None:
    mapped = [{"file": "src/api.ts", "line": 7}]
    assert with_call_site({"url": "u", "_callStack": STACK, "calledFrom": mapped, "eventId": "e"}) == {
        "url": "u",
        "calledFrom": mapped,
    }


# CON-10
async def test_a_call_from_libraries_alone_says_so(parts: Parts) -> None:
    stack = "\n    at a (http://localhost/node_modules/a.js:1:1)"
    assert with_call_site({"url": "u", "_callStack": stack}) == {"url": "u", "calledFrom": []}
    parts.send("network", {"id": "r", "url": "http://localhost/api", "initiator": "fetch", "_callStack": stack})
    assert "/api → ?, from a library, caller unknown" in await parts.read("observe", what="network")


# CON-10
async def test_where_the_source_map_knows_only_libraries_the_frames_do_not_count(parts: Parts) -> None:
    """In a bundle, every frame looks like the application's."""
    stack = f"\n    at dispatch ({BUNDLE}:2677:5)"
    parts.send("network", {"id": "r", "url": "http://localhost/api", "initiator": "fetch", "_callStack": stack})
    assert f"from {BUNDLE}:2677 (no source map)" in await parts.read("observe", what="network")
    assert parts.send("network", {"id": "r", "calledFrom": []}).rejected == 0
    text = await parts.read("observe", what="network")
    assert "from a library, caller unknown" in text
    assert "bundle.js" not in text
    [shown] = await parts.ask("observe", what="network")
    assert shown["calledFrom"] == []


async def test_an_update_without_places_does_not_become_a_request(parts: Parts) -> None:
    assert parts.send("network", {"id": "r", "calledFrom": []}).rejected == 1


def test_the_source_of_a_console_finding_is_file_and_line() -> None:
    entry = ConsoleEntry(args=["x"], called_from=[CallPlace(file="src/login/auth.js", line=45)])
    assert source_of(entry) == "auth.js:45"


def test_the_source_of_an_exception_is_the_original_line() -> None:
    snippet = SourceSnippet(file="src/login/auth.js", line=45, snippet=[])
    entry = ExceptionEntry(message="x", filename="http://localhost/bundle.js", lineno=1, source_snippets=[snippet])
    assert source_of(entry) == "auth.js:45"
    assert source_of(ExceptionEntry(message="x", filename="http://localhost/app.js", lineno=3)) == "app.js:3"


def test_an_update_names_the_place_of_a_request_a_message_and_a_log(parts: Parts) -> None:
    place = [{"file": "src/api.js", "line": 3}]
    parts.send("network", {"id": "r", "url": "http://x/api", "_callStack": STACK})
    parts.send("websocket_events", {"id": "c", "event": "message", "eventId": "e", "_callStack": STACK})
    parts.send("logs", {"id": "l", "type": "console", "args": [1], "_callStack": STACK})
    for stream, name in (("network", "id=r"), ("websocket_events", "eventId=e"), ("logs", "id=l")):
        key, value = name.split("=")
        assert parts.send(stream, {key: value, "calledFrom": place}).rejected == 0
    store = parts.store
    for ring in (store.network, store.websocket_events.ring, store.logs.chatter):
        (slot,) = ring.newest_first()
        assert call_places(slot.event) == [CallPlace(file="src/api.js", line=3)]


def test_an_update_of_a_request_that_is_gone_does_not_become_a_request(parts: Parts) -> None:
    assert parts.send("network", {"id": "r", "calledFrom": [{"file": "a.js", "line": 1}]}).rejected == 1
    assert len(parts.store.network) == 0


# CON-10
async def test_a_line_that_is_not_of_the_source_is_flagged(parts: Parts) -> None:
    frames = f"    at foo ({BUNDLE}:1:2345)"
    parts.log("no map", level="error", _callStack=frames, url="http://localhost:5173/")
    parts.log("mapped", level="error", calledFrom=[{"file": "src/a.js", "line": 9}], url="http://localhost:5173/")
    for what in ("errors", "logs"):
        text = await parts.read("observe", what=what)
        assert "from /bundle.js:1 (no source map)" in text
        assert "from src/a.js:9 (" not in text


@pytest.mark.parametrize(
    "stack",
    [
        f"TypeError: boom\n    at total ({BUNDLE}:1:2345)\n    at {BUNDLE}:1:99",
        f"TypeError: boom\ntotal@{BUNDLE}:1:2345\n@{BUNDLE}:1:99\n",
    ],
)
async def test_lists_have_no_positions_of_a_logged_stack(parts: Parts, stack: str) -> None:
    parts.log("Failed:", stack, level="error", calledFrom=[{"file": "src/a.js", "line": 9}])
    for what in ("errors", "logs", "timeline"):
        text = await parts.read("observe", what=what)
        assert "TypeError: boom" in text
        assert "bundle.js" not in text
    assert "bundle.js:1:2345" in await parts.read("observe", what="errors", id="e1")


async def test_lines_that_only_look_like_frames_stay(parts: Parts) -> None:
    parts.log("Prices:\nat noon 12:30 the price was 4\nmail ann@example.org at 10:15", level="error")
    text = await parts.read("observe", what="logs")
    assert "at noon" in text
    assert "ann@example.org" in text
