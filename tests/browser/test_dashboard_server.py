"""What a server printed, in the dashboard: its view, and the details of the error that it explains."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from intruders import INTRUDERS, PAYLOADS
from playwright.sync_api import expect
from run_processes import ECHO, say, started

from browser import Browser
from dashboard import Dashboard

TRACE = [
    "ERROR in app: Exception on /api/orders [GET]",
    "Traceback (most recent call last):",
    '  File "/app/shop.py", line 10, in orders',
    '    raise ValueError("no stock")',
    "ValueError: no stock",
    'INFO: "GET /api/orders HTTP/1.1" 500',
]
HOSTILE = {name: text for name, text in PAYLOADS.items() if text.isascii() and "\n" not in text and len(text) < 1_000}


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path / "state")
    yield daemon
    daemon.stop()


def test_the_server_view_and_the_error_show_what_the_server_printed(bare_browser: Browser, daemon: Daemon) -> None:
    with started(daemon, ECHO, "--name", "api") as wrapper:
        wait_until(lambda: daemon.call("get_health")["server_runs"], "the command")
        start = time.time()
        for line in (*TRACE, *(f"ERROR: {text}" for text in HOSTILE.values())):
            say(wrapper, line)
        assert len(daemon.call("get_server_logs", limit=200)) == 2 + len(HOSTILE)
        fail(daemon, start)
        dashboard = Dashboard(bare_browser.context, daemon)
        page = dashboard.page
        dashboard.show("server")
        expect(page.get_by_role("main")).to_contain_text(f"{2 + len(HOSTILE)} entries · running: api")
        expect(dashboard.rows).to_have_count(2 + len(HOSTILE))
        for index in range(len(HOSTILE)):
            dashboard.rows.nth(index).click()
            expect(dashboard.detail.get_by_label("Output")).to_contain_text("ERROR: ")
            assert page.evaluate(INTRUDERS) == []
        dashboard.rows.last.click()
        expect(dashboard.detail).to_contain_text("ValueError: no stock")
        expect(dashboard.detail).to_contain_text("/app/shop.py:10")
        expect(dashboard.detail.get_by_label("Output")).to_contain_text('raise ValueError("no stock")')
        dashboard.show("errors")
        dashboard.rows.first.click()
        expect(dashboard.detail).to_contain_text("Server output meanwhile")
        expect(dashboard.detail).to_contain_text("api, names this request")
        expect(dashboard.detail).to_contain_text("api, at that time")
        assert page.evaluate(INTRUDERS) == []
        dashboard.close()
    assert dashboard.faults == []


def fail(daemon: Daemon, start: float) -> None:
    """The request that the server printed this about, as the extension reports it."""
    end = time.time()
    failure = {
        **{"type": "network", "ts": datetime.fromtimestamp(end, UTC).isoformat(timespec="milliseconds")},
        **{"method": "GET", "url": "http://127.0.0.1:8000/api/orders", "status": 500},
        **{"duration": (end - start) * 1000, "pageUrl": "http://127.0.0.1:8000/cart", "tabId": 1},
    }
    assert daemon.post("/logs", {"entries": [failure]}).status == 200
