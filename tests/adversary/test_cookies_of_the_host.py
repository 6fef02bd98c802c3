"""Any page on 127.0.0.1 can set cookies for that host, which a browser sends to every port of it."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon
from playwright.sync_api import Playwright
from squatter import Squatter

from browser import Browser
from gasoline.transport.guard import COOKIE_BYTES, HEADER_BYTES

COOKIES = 170
VALUE = "v" * 4000
HEADER = "; ".join(f"c{number}={VALUE}" for number in range(COOKIES))
SET_THEM = f"for (let i = 0; i < {COOKIES}; i++) document.cookie = `c${{i}}={VALUE}; path=/`;"
PAGE = f"<!doctype html><title>Hostile</title><script>{SET_THEM}</script>".encode()


def raw_status(port: int, *lines: str) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall("\r\n".join([*lines, f"Host: 127.0.0.1:{port}", "Connection: close", "", ""]).encode())
        return int(connection.makefile("rb").readline().split()[1])


def test_cookies_do_not_count_as_headers(shared_daemon: Daemon) -> None:
    assert len(HEADER) > HEADER_BYTES
    assert raw_status(shared_daemon.port, "GET /health HTTP/1.1", f"Cookie: {HEADER}") == 200


# GUARD-02
def test_other_headers_count_beside_cookies(shared_daemon: Daemon) -> None:
    filler = "X-Filler: " + "a" * HEADER_BYTES
    assert raw_status(shared_daemon.port, "GET /health HTTP/1.1", f"Cookie: {HEADER}", filler) == 431


def test_more_cookies_than_a_browser_keeps_are_refused(shared_daemon: Daemon) -> None:
    cookies = "Cookie: " + "a" * (HEADER_BYTES + COOKIE_BYTES)
    assert raw_status(shared_daemon.port, "GET /health HTTP/1.1", cookies) == 431


def test_the_command_channel_opens_beside_cookies(shared_daemon: Daemon) -> None:
    handshake = (
        "GET /ws HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Cookie: {HEADER}",
        f"Sec-WebSocket-Protocol: gasoline.v1, token.{shared_daemon.token}",
    )  # fmt: skip
    with socket.create_connection(("127.0.0.1", shared_daemon.port), timeout=10) as connection:
        connection.sendall("\r\n".join([*handshake, f"Host: 127.0.0.1:{shared_daemon.port}", "", ""]).encode())
        assert connection.makefile("rb").readline().split()[1] == b"101"


@pytest.fixture
def hostile_site() -> Iterator[Squatter]:
    site = Squatter(lambda _: (200, PAGE))
    yield site
    site.close()


# GUARD-08
def test_a_page_cannot_lock_extension_and_dashboard_out(
    playwright: Playwright, tmp_path: Path, daemon: Daemon, hostile_site: Squatter
) -> None:
    browser = Browser(playwright, tmp_path / "profile")
    try:
        page = browser.context.new_page()
        page.route(f"{hostile_site.url}/**", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.goto(hostile_site.url)
        assert page.evaluate("document.cookie.split(';').length") > COOKIES - 20, "the attack works"
        browser.connect(daemon)
        link = daemon.post("/dashboard/link", {}, **{"X-Gasoline-Token": daemon.token}).json["url"]
        answer = page.goto(link)
        assert answer is not None
        assert answer.status == 200
        read = "fetch('/dashboard/views/errors').then((response) => response.status)"
        assert page.evaluate(read) == 200
    finally:
        browser.close()
