"""The extension's id follows from its key."""

import json
from pathlib import Path

import pytest

from gasoline.launch.loaded_extensions import extension_id
from gasoline.launch.pairing_keys import EXTENSION_ID, extension_origins
from gasoline.transport.guard import Policy, RequestHead, _origin

ROOT = Path(__file__).resolve().parents[2]


# EXT-09
def test_the_pinned_extension_id_is_that_of_the_manifests_key() -> None:
    key = json.loads((ROOT / "extension/manifest.json").read_text())["key"]
    assert extension_id(key) == EXTENSION_ID


STORE_ID = "abcdefghijklmnopabcdefghijklmnop"
OTHER_ID = "ponmlkjihgfedcbaponmlkjihgfedcba"


@pytest.mark.parametrize(
    ("store_id", "caller", "accepted"),
    [
        (None, EXTENSION_ID, True),
        (None, STORE_ID, False),
        (STORE_ID, EXTENSION_ID, True),
        (STORE_ID, STORE_ID, True),
        (STORE_ID, OTHER_ID, False),
    ],
)
def test_the_stores_id_is_accepted_beside_the_unpacked_one(store_id: str | None, caller: str, accepted: bool) -> None:
    policy = Policy(port=7890, is_credential=lambda _: True, extension_origins=extension_origins(store_id))
    headers = [(b"host", b"127.0.0.1:7890"), (b"origin", f"chrome-extension://{caller}".encode())]
    refusal = _origin(RequestHead("POST", "/pair", headers), policy)
    assert (refusal is None) is accepted
