"""The extension's id follows from its key."""

import base64
import hashlib
import json
from pathlib import Path

from gasoline.model import limits

ROOT = Path(__file__).resolve().parents[2]


def test_the_pinned_extension_id_is_that_of_the_manifests_key() -> None:
    key = json.loads((ROOT / "extension/manifest.json").read_text())["key"]
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    assert "".join(chr(ord("a") + int(digit, 16)) for digit in digest) == limits.EXTENSION_ID
