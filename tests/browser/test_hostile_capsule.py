"""A capsule of somebody else cannot run script in the dashboard: markup in every field, looked at in every view."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from capsules import busy_session, saved
from daemon import Daemon
from hostile_capsule import hostile_everywhere
from intruders import INTRUDERS, PAYLOADS, WALK
from playwright.sync_api import expect

from browser import violations
from dashboard import Dashboard, end_recordings
from gasoline.capsule.archive import pack, unpack

KINDS = ("script", "svg", "javascript address", "attribute")
REFUSED = re.compile("the server responded with a status of 40[04] ")


def hostile_capsule(folder: Path, text: str) -> bytes:
    """Made in a thread of its own, because Playwright uses the event loop of this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        capsule = pool.submit(asyncio.run, saved(busy_session(folder))).result()
    return pack(hostile_everywhere(unpack(capsule.data), text))


# CAPS-06, CAPS-11, DASH-03
@pytest.mark.parametrize("kind", KINDS)
def test_markup_in_every_field_of_a_dropped_capsule_is_shown_as_text(
    dashboard: Dashboard, captured: Daemon, tmp_path: Path, kind: str
) -> None:
    text = PAYLOADS[kind]
    data = hostile_capsule(tmp_path, text)
    page = dashboard.page
    try:
        dashboard.drop(f"{text.replace('/', '')[:90]}.gasoline", data)
        expect(page.get_by_role("status")).to_contain_text("Recording of ", timeout=20_000)
        dashboard.url = re.sub(r"(?<=[0-9])/.*", "", page.url)
        assert dashboard.url != captured.url
        expect(dashboard.rows.filter(has_text=text[:20]).first).to_be_visible()
        for view in dashboard.names():
            dashboard.show(view)
            page.wait_for_selector("main > *")
            assert page.evaluate(INTRUDERS) == [], view
            assert page.evaluate(WALK) == [], view
        assert violations(page) == []
        # The browser's own line about a detail that is asked for by an id that no entry can have.
        assert [fault for fault in dashboard.faults if not REFUSED.search(fault)] == []
    finally:
        page.goto("about:blank")
        dashboard.faults.clear()
        end_recordings(captured)
