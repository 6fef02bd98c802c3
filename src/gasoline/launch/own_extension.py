"""A copy of the extension that only its owner can read, with the key that connects it to the owner's server."""

import hmac
import json
import os
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path

from gasoline.launch.pairing_keys import EXTENSION_ORIGIN, extension_key
from gasoline.launch.pairings import Pairings
from gasoline.launch.runtime_file import load_or_create_token, write_private

DEFAULTS = "defaults.json"


def own_extension(
    extension: Path,
    own_copy: Path,
    state_dir: str,
    defaults: Mapping[str, object],
    *,
    origin: str | None = EXTENSION_ORIGIN,
    all_sites: bool = False,
) -> Path:
    """Loading this copy pairs it without another step, because other users cannot read the key in it.

    Without an `origin` there is no key: a person's own Firefox chooses the origin when it loads the copy. With
    `all_sites` it asks for the permission that is optional otherwise, because no user is there to accept a prompt.
    """
    own_copy.mkdir(mode=0o700, parents=True, exist_ok=True)
    own_copy.chmod(0o700)
    # In place: a browser may have loaded it.
    shutil.copytree(extension, own_copy, dirs_exist_ok=True, ignore=_defaults, copy_function=shutil.copyfile)
    own_copy.chmod(0o700)
    _remove_what_is_not_in(extension, own_copy)
    if all_sites:
        _permit_all_sites(own_copy / "manifest.json")
    key = {} if origin is None else {"key": own_copy_key(state_dir, origin)}
    write_private(os.fspath(own_copy / DEFAULTS), json.dumps({**defaults, **key}))
    return own_copy


def own_copy_key(state_dir: str, origin: str = EXTENSION_ORIGIN) -> str:
    """The key of every copy with this state directory and origin; it is valid until `gasoline pair --revoke`."""
    record = Pairings(state_dir).own_copy(origin)
    return extension_key(load_or_create_token(state_dir), record.origin, record.id)


def firefox_uuid(state_dir: str, profile: str) -> str:
    """The UUID in the extension's origin in our own profile. It never changes: a key is valid for one origin."""
    text = f"gasoline firefox profile|{profile}"
    digest = hmac.digest(load_or_create_token(state_dir).encode(), text.encode(), "sha256")
    return str(uuid.UUID(bytes=digest[:16], version=4))


def _permit_all_sites(file: Path) -> None:
    manifest = json.loads(file.read_text("utf-8"))
    manifest["host_permissions"] += manifest.pop("optional_host_permissions")
    file.write_text(json.dumps(manifest, indent=2), "utf-8")


def _defaults(_: str, names: list[str]) -> set[str]:
    return {DEFAULTS} & set(names)


def _remove_what_is_not_in(extension: Path, own_copy: Path) -> None:
    for path in own_copy.rglob("*"):
        if path.is_file() and not (extension / path.relative_to(own_copy)).exists():
            path.unlink()
