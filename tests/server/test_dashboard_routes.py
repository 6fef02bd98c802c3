"""The dashboard's addresses over a real daemon: who gets in, by what, and what is given to whom."""

import base64
import json
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from daemon import Daemon, HttpAnswer
from event_reader import get_stream

from gasoline.dashboard.views import ALL
from gasoline.launch.recording_dir import recording_dirs
from gasoline.transport.open_recording import DROPPED_BYTES

TYPED = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
OWN_PAGE = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
FILES = ["/dashboard/app.js", "/dashboard/app.css", "/dashboard/index.html"]


def make_link(daemon: Daemon) -> str:
    answer = daemon.post("/dashboard/link", {}, **{"X-Gasoline-Token": daemon.token})
    assert answer.status == 200
    return str(answer.json["url"]).removeprefix(daemon.url)


def come_by(daemon: Daemon, link: str) -> HttpAnswer:
    return daemon.get(link, **TYPED)


def cookie_of(daemon: Daemon) -> str:
    """As a browser sends it that came by a link."""
    (cookie,) = SimpleCookie(come_by(daemon, make_link(daemon)).headers["set-cookie"]).values()
    return f"{cookie.key}={cookie.value}"


def test_a_link_lets_one_browser_in_and_leads_to_the_page(shared_daemon: Daemon) -> None:
    answer = come_by(shared_daemon, make_link(shared_daemon))
    assert (answer.status, answer.headers["location"]) == (303, "/")
    (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
    assert cookie.key == f"gasoline_{shared_daemon.port}"
    assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "strict", "/")
    assert len(cookie.value) >= 43 and cookie.value != shared_daemon.token
    page = shared_daemon.get("/", Cookie=f"{cookie.key}={cookie.value}", **TYPED)
    assert (page.status, '<script type="module" src="/dashboard/app.js">' in page.text) == (200, True)


# GUARD-11
def test_a_link_works_once(shared_daemon: Daemon) -> None:
    link = make_link(shared_daemon)
    assert come_by(shared_daemon, link).status == 303
    again = come_by(shared_daemon, link)
    assert (again.status, "set-cookie" in again.headers) == (410, False)
    assert "gasoline open" in again.text


@pytest.mark.parametrize("code", ["", "x", "%C3%A9", "0" * 43, "a" * 5000])
def test_a_code_that_nobody_made_lets_nobody_in(shared_daemon: Daemon, code: str) -> None:
    answer = come_by(shared_daemon, f"/?link={code}")
    assert (answer.status, "set-cookie" in answer.headers) == (410, False)


def test_the_own_page_saves_the_session_and_no_other_page_does(shared_daemon: Daemon) -> None:
    cookie = cookie_of(shared_daemon)
    own = {"Origin": shared_daemon.url, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    saved = shared_daemon.post("/dashboard/capsule", {}, Cookie=cookie, **own)
    assert saved.status == 200
    assert Path(saved.json["path"]).suffix == ".gasoline"
    other = {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}
    assert shared_daemon.post("/dashboard/capsule", {}, Cookie=cookie, **other).status == 403


# CAPS-06
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("bm90aGluZw==", "not a zip file"),
        ("UEsDBAoAAAAAAA==", "not a zip file"),
        ("<script>alert(1)</script>", "arrived damaged"),
        (base64.b64encode(bytes(DROPPED_BYTES + 1)).decode(), "gasoline capsule open FILE"),
    ],
)
def test_a_dropped_file_that_is_not_a_capsule_is_refused_with_the_reason(
    shared_daemon: Daemon, data: str, reason: str
) -> None:
    own = {"Cookie": cookie_of(shared_daemon), "Origin": shared_daemon.url, **OWN_PAGE}
    answer = shared_daemon.post("/dashboard/recording", {"name": "../../bad.gasoline", "data": data}, **own)
    assert (answer.status, reason in answer.json["message"]) == (422, True), answer.text
    assert recording_dirs(str(shared_daemon.state_dir)) == []


def test_no_other_page_opens_a_recording(shared_daemon: Daemon) -> None:
    other = {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}
    cookie = cookie_of(shared_daemon)
    assert shared_daemon.post("/dashboard/recording", {"name": "x", "data": ""}, Cookie=cookie, **other).status == 403
    assert shared_daemon.post("/dashboard/recording", {"name": "x", "data": ""}, **OWN_PAGE).status == 401


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_a_tab_may_be_led_to_the_entry_by_a_code_and_a_frame_may_not(shared_daemon: Daemon, site: str) -> None:
    entry = make_link(shared_daemon).replace("/?", "/dashboard/enter?")
    led = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
    assert shared_daemon.get(entry, **led, **{"Sec-Fetch-Dest": "iframe"}).status == 403
    assert shared_daemon.get(entry, **led, **{"Sec-Fetch-Dest": "document"}).status == 200
    assert shared_daemon.get(entry, **led, **{"Sec-Fetch-Dest": "document"}).status == 410


def test_links_are_made_for_the_token_alone(shared_daemon: Daemon) -> None:
    cookie = cookie_of(shared_daemon)
    assert shared_daemon.post("/dashboard/link", {}).status == 401
    assert shared_daemon.post("/dashboard/link", {}, **{"X-Gasoline-Token": "0" * 64}).status == 401
    assert shared_daemon.post("/dashboard/link", {}, Cookie=cookie, **OWN_PAGE).status == 401


def test_without_a_cookie_the_page_says_how_to_get_in_and_nothing_else(shared_daemon: Daemon) -> None:
    answer = shared_daemon.get("/", **TYPED)
    assert (answer.status, "gasoline open" in answer.text, "<script" in answer.text) == (200, True, False)


@pytest.mark.parametrize("path", [*FILES, "/dashboard/stream", *(f"/dashboard/views/{view.name}" for view in ALL)])
def test_a_browser_without_the_cookie_gets_nothing(shared_daemon: Daemon, path: str) -> None:
    for cookie in ({}, {"Cookie": f"gasoline_{shared_daemon.port}={'0' * 43}"}, {"Cookie": "gasoline_1=x; ;=;a"}):
        answer = shared_daemon.get(path, **OWN_PAGE, **cookie)
        assert (answer.status, set(answer.json)) == (401, {"error", "message"})


@pytest.mark.parametrize("view", [view.name for view in ALL])
def test_a_browser_that_was_let_in_reads_every_view(shared_daemon: Daemon, view: str) -> None:
    answer = shared_daemon.get(f"/dashboard/views/{view}", Cookie=cookie_of(shared_daemon), **OWN_PAGE)
    assert answer.status == 200
    assert isinstance(answer.json, dict)


def test_a_cookie_that_another_port_set_before_ours_is_ignored(shared_daemon: Daemon) -> None:
    both = f"gasoline_{shared_daemon.port}=forged; other=1; {cookie_of(shared_daemon)}"
    assert shared_daemon.get("/dashboard/views/errors", Cookie=both, **OWN_PAGE).status == 200


@pytest.mark.parametrize("path", ["/", "/dashboard/app.js", "/dashboard/app.css"])
def test_the_page_may_load_its_own_files_and_nothing_may_frame_it(shared_daemon: Daemon, path: str) -> None:
    headers = shared_daemon.get(path, Cookie=cookie_of(shared_daemon), **OWN_PAGE).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert (policy["require-trusted-types-for"], policy["trusted-types"]) == ("'script'", "'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/dashboard/nothing.js", "/dashboard/../runtime.json", "/dashboard/views/nothing"])
def test_there_is_nothing_else_under_its_address(shared_daemon: Daemon, path: str) -> None:
    assert shared_daemon.get(path).status == 404


def test_an_id_that_is_too_long_or_unknown_is_refused_with_a_reason(shared_daemon: Daemon) -> None:
    assert shared_daemon.get(f"/dashboard/views/errors?id={'x' * 301}").status == 400
    unknown = shared_daemon.get("/dashboard/views/errors?id=unknown")
    assert (unknown.status, unknown.json["error"]) == (404, "not_found")


def test_what_happens_comes_with_the_stream_masked_and_the_state_before_it(daemon: Daemon) -> None:
    secret = "ghp_" + "A1b2C3d4" * 4 + "E5f6"
    with get_stream(daemon, "/dashboard/stream", Cookie=cookie_of(daemon), **OWN_PAGE) as stream:
        first = stream.next_block()
        assert first is not None and first["event"] == "state"
        assert json.loads(first["data"])["extension"]["connected"] is False
        daemon.post("/logs", {"entries": [{"type": "console", "level": "error", "args": [f"token {secret}"]}]})
        block = stream.next_block()
        while block is not None and block.get("event") == "state":
            block = stream.next_block()
    assert block is not None
    (row,) = json.loads(block["data"])
    assert (row["kind"], row["severity"], row["label"]) == ("error", "error", "console.error")
    assert row["text"].startswith("token ") and secret not in block["data"]


def test_the_stream_begins_with_what_is_remembered_and_resumes_after_what_is_known(daemon: Daemon) -> None:
    def log(*words: str) -> None:
        daemon.post("/logs", {"entries": [{"type": "console", "args": [word]} for word in words]})

    log("one", "two")
    block = next_rows(daemon)
    assert [row["text"] for row in json.loads(block["data"])] == ["one", "two"]
    log("three")
    resumed = next_rows(daemon, **{"Last-Event-ID": block["id"]})
    assert [row["text"] for row in json.loads(resumed["data"])] == ["three"]


def next_rows(daemon: Daemon, **headers: str) -> dict[str, str]:
    with get_stream(daemon, "/dashboard/stream", **headers) as stream:
        while (block := stream.next_block()) is not None:
            if block.get("event") != "state":
                return block
    raise AssertionError("the stream ended without rows")


def test_dashboards_are_notified_when_the_server_stops_and_do_not_delay_it(daemon: Daemon) -> None:
    with get_stream(daemon, "/dashboard/stream") as stream:
        daemon.process.terminate()
        assert json.loads(stream.rest()[-1]["data"]) == {"reason": "the server is stopping"}
    assert daemon.process.wait(10) == 0
