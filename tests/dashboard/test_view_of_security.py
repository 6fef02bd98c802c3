"""The dashboard's view of security findings."""

from pathlib import Path

import msgspec
import pytest
from parts import Parts

from gasoline.dashboard.view import Query
from gasoline.dashboard.views import security
from gasoline.model.wire import HelloMessage

CANARY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def test_it_shows_findings_of_every_severity_the_worst_first(parts: Parts) -> None:
    parts.log(f"token is {CANARY}")
    parts.send("network", {"method": "GET", "status": 200, "url": "https://shop.example/api", "initiator": "fetch"})
    shown = await security.read(parts.dispatcher.context(parts.client), Query())
    severities = [finding["severity"] for finding in shown["findings"]]
    assert severities[0] == "critical"
    assert severities == sorted(severities, key=["critical", "warning", "info"].index)
    assert shown["summary"]["total"] == len(severities)


async def test_a_secret_is_in_it_only_masked(parts: Parts) -> None:
    parts.log(f"token is {CANARY}")
    shown = await security.read(parts.dispatcher.context(parts.client), Query())
    text = msgspec.json.encode(shown).decode()
    assert "redacted_value" in text
    assert CANARY not in text


async def test_it_says_that_bodies_are_not_looked_at(parts: Parts) -> None:
    ctx = parts.dispatcher.context(parts.client)
    assert (await security.read(ctx, Query()))["bodies_captured"] is True
    parts.store.extension.channel_opened()
    switches = {"networkBodyCaptureEnabled": False}
    parts.store.extension.record_hello(HelloMessage("1.0", pilot=False, switches=switches))
    assert (await security.read(ctx, Query()))["bodies_captured"] is False
