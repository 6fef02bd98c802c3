"""`gasoline open`: a link to the dashboard that works once, opened in the person's browser or printed."""

import http.client
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from home import Home


def status_of(url: str) -> int:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    try:
        connection.request("GET", f"{parts.path}?{parts.query}")
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.fixture
def told(home: Home) -> Path:
    """Where the person's browser writes what it is told to open."""
    browser = home.folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {home.folder}/opened\n')
    browser.chmod(0o755)
    home.env["BROWSER"] = f"{browser} %s"
    return home.folder / "opened"


def test_it_starts_the_server_and_prints_a_link_that_works_once(home: Home) -> None:
    done = home.run("open", "--print")
    assert done.returncode == 0
    assert done.stdout.startswith(f"http://127.0.0.1:{home.port}/?link=")
    assert [status_of(done.stdout.strip()), status_of(done.stdout.strip())] == [303, 410]


def link_in(told: Path) -> str:
    """The link in the file that the browser was told to open."""
    file = Path(unquote(urlsplit(told.read_text().strip()).path))
    assert file.stat().st_mode & 0o777 == 0o600
    found = re.search(r"url=(http://[^\"]+)", file.read_text())
    assert found
    return unescape(found[1])


def test_it_opens_a_private_file_that_leads_to_the_dashboard(home: Home, told: Path) -> None:
    done = home.run("open")
    assert done.returncode == 0
    assert done.stdout.startswith("Opened the dashboard in your browser.")
    assert told.read_text().startswith("file://")
    link = link_in(told)
    assert [status_of(link), status_of(link)] == [200, 410]


def test_the_file_goes_when_its_link_was_used(home: Home, told: Path) -> None:
    home.run("open")
    status_of(link_in(told))
    assert list(home.state_dir.glob("*.html")) == []


def test_a_file_that_a_server_left_behind_goes_when_the_next_one_starts(home: Home, told: Path) -> None:
    home.run("open")
    home.kill_daemon()
    assert len(list(home.state_dir.glob("*.html"))) == 1
    home.run("open", "--print")
    assert list(home.state_dir.glob("*.html")) == []


def test_json_says_what_was_done(home: Home, told: Path) -> None:
    assert home.json_of("open", "--json")["opened"] is True
    printed = home.json_of("open", "--print", "--json")
    assert (printed["opened"], printed["seconds"], status_of(printed["url"])) == (False, 60, 303)


def test_without_a_browser_the_link_is_printed(home: Home) -> None:
    home.env["BROWSER"] = "/nonexistent/browser"
    home.env["PATH"] = ""
    home.env.pop("DISPLAY", None)
    done = home.run("open")
    assert "Open this link within" in done.stderr
    assert status_of(done.stdout.strip()) == 303


def test_the_token_is_in_no_link(home: Home) -> None:
    url = home.json_of("open", "--print", "--json")["url"]
    assert home.runtime.token not in url
