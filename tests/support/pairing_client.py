"""Pairs with a daemon as the extension does, by the key of an own copy."""

from daemon import Daemon

from gasoline.launch.own_extension import own_copy_key
from gasoline.launch.pairing_keys import EXTENSION_ORIGIN, pairing_proof

NONCE = "c" * 32


def begin_with(daemon: Daemon, key: str) -> str:
    """The server's challenge, for an extension that has this key."""
    first = {"challenge": NONCE, "pairing": key.split(".", maxsplit=1)[0]}
    return str(daemon.post("/pair", first, Origin=EXTENSION_ORIGIN).json["challenge"])


def pair_by_key(daemon: Daemon) -> str:
    """The credential for the requests that follow."""
    key, address = own_copy_key(str(daemon.state_dir)), f"127.0.0.1:{daemon.port}"
    begun = begin_with(daemon, key)
    proof = pairing_proof(key, "extension", address, NONCE, begun)
    assert daemon.post("/pair", {"challenge": begun, "proof": proof}, Origin=EXTENSION_ORIGIN).json["paired"]
    return pairing_proof(key, "session", address, NONCE, begun)
