"""An extension in Firefox, whose origin is random: what a person has to do, and that nobody else gets in."""

from collections.abc import Iterator

import pytest
from daemon import Daemon
from home import Home

from gasoline.launch.pairing_keys import pairing_proof

__all__ = ["home"]
from home import home

FIREFOX = "moz-extension://d81444e2-fdb3-4f86-b06d-5a93f1e834b5"
OTHER = "moz-extension://00000000-fdb3-4f86-b06d-5a93f1e834b5"
CODE = "0123456789ABCDEF"
NONCE = "c" * 32
FIRST = {"challenge": NONCE, "first": True}


@pytest.fixture
def daemon(home: Home) -> Iterator[Daemon]:
    daemon = Daemon(home.state_dir, port=home.port)
    yield daemon
    daemon.stop()


def headers(origin: str, **more: str) -> dict[str, str]:
    """As Firefox sends them."""
    return {"Origin": origin, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", **more}


# GUARD-12
def test_a_firefox_origin_pairs_by_a_code_and_is_refused_once_it_is_revoked(home: Home, daemon: Daemon) -> None:
    refused = daemon.post("/pair", FIRST, **headers(FIREFOX))
    assert (refused.status, refused.json["error"]) == (403, "pairing_closed")

    assert home.run("pair", "-", stdin=CODE).returncode == 0
    challenge = str(daemon.post("/pair", FIRST, **headers(FIREFOX)).json["challenge"])
    address = f"127.0.0.1:{daemon.port}"
    proof = pairing_proof(CODE, "extension", address, NONCE, challenge)
    answer = daemon.post("/pair", {"challenge": challenge, "proof": proof}, **headers(FIREFOX)).json
    assert answer["paired"]
    credential = {"X-Gasoline-Token": pairing_proof(answer["key"], "session", address, NONCE, challenge)}

    batch = {"entries": [{"level": "log", "message": "hi", "ts": "2026-01-02T03:04:05.678Z"}]}
    assert daemon.post("/logs", batch, **headers(FIREFOX, **credential)).status == 200
    assert daemon.post("/logs", batch, **headers(FIREFOX)).status == 401, "an origin alone opens nothing"
    assert daemon.post("/logs", batch, **headers(OTHER, **credential)).status == 403
    assert daemon.post("/pair", FIRST, **headers(OTHER)).status == 403
    assert daemon.get("/performance-snapshot", **{"Sec-Fetch-Site": "same-origin"}).status == 403
    assert daemon.get("/performance-snapshot", **{"Sec-Fetch-Site": "same-origin"}, **credential).status == 404

    (record,) = home.json_of("pair", "--list", "--json")
    assert (record["origin"], record["how"]) == (FIREFOX, "code")
    assert home.run("pair", "--revoke", record["id"]).returncode == 0
    assert daemon.post("/logs", batch, **headers(FIREFOX, **credential)).status == 403
