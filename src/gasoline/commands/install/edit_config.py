"""How installing and uninstalling change the text of a configuration file. Pure functions."""

import copy
from collections.abc import Mapping
from typing import Any

from gasoline.commands.install.ai_clients import Client, Entry, Path, Slot
from gasoline.commands.install.jsonc_parse import MalformedConfig

NAME = "gasoline"
REMOTE_KEYS = frozenset({"url", "httpUrl", "serverUrl"})
_CANNOT = "this file cannot be edited safely: change the entry yourself"


def install(client: Client, text: str, command: str, args: list[str], env: Mapping[str, str]) -> str:
    """The text with our entry. Keys and variables that the user added to an existing entry are kept."""
    document = client.format.read(text)
    slot = _slot(client, document)
    path, wanted = (*slot.path, NAME), slot.shape(command, args)
    present = _lookup(document, path)
    if isinstance(present, dict) and not REMOTE_KEYS & present.keys():
        entry = _with_env({**present, **wanted}, slot, env)
        edited = text if entry == present else client.format.update(text, path, entry)
    else:
        entry = _with_env(wanted, slot, env)
        edited = client.format.put(text, path, entry)
    return _checked(client, edited, _with(document, path, entry))


def _with_env(entry: Entry, slot: Slot, env: Mapping[str, str]) -> Entry:
    if not env:
        return entry
    present = entry.get(slot.env_key)
    return {**entry, slot.env_key: {**(present if isinstance(present, dict) else {}), **env}}


def uninstall(client: Client, text: str, backup: str | None) -> str | None:
    """The text without our entry; None if the file contained nothing else.

    If the file is the backup plus our entry, the result is the backup, byte for byte.
    """
    document = client.format.read(text)
    paths = [path for path in _paths(client) if _lookup(document, path) is not None]
    if not paths:
        return text
    if backup is not None and _is_backup_plus_entry(client, text, backup, document, paths):
        return backup
    kept = _read_or_empty(client, backup)
    for path in paths:
        text = client.format.drop(text, path)
        document = _without(document, path)
        text, document = _drop_if_empty(client, text, document, path[:-1], kept)
    if backup is None and text.strip("\ufeff \t\r\n") in ("", "{}"):
        return None
    return _checked(client, text, document)


def is_installed(client: Client, text: str) -> bool:
    return entry_in(client, text) is not None


def entry_in(client: Client, text: str) -> object:
    """Our entry in the file, or None."""
    document = client.format.read(text)
    found = (_lookup(document, path) for path in _paths(client))
    return next((entry for entry in found if entry is not None), None)


def _paths(client: Client) -> list[Path]:
    return [(*slot.path, NAME) for slot in client.slots]


def _slot(client: Client, document: Mapping[str, Any]) -> Slot:
    """The last slot whose servers already exist, otherwise the first slot."""
    return next((slot for slot in reversed(client.slots[1:]) if _holds_servers(document, slot)), client.slots[0])


def _holds_servers(document: Mapping[str, Any], slot: Slot) -> bool:
    """A map of servers, not a server that happens to have the map's name."""
    found = _lookup(document, slot.path)
    return isinstance(found, dict) and all(isinstance(server, dict) for server in found.values())


def _lookup(document: Any, path: Path) -> Any:
    for key in path:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def _with(document: dict[str, Any], path: Path, entry: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    holder = changed
    for key in path[:-1]:
        holder = holder.setdefault(key, {})
    holder[path[-1]] = entry
    return changed


def _without(document: dict[str, Any], path: Path) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    holder = _lookup(changed, path[:-1])
    if isinstance(holder, dict):
        holder.pop(path[-1], None)
    return changed


def _drop_if_empty(
    client: Client, text: str, document: dict[str, Any], path: Path, kept: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Removes the object that contained our entry if it is empty and did not exist before us.

    A TOML table may already be gone: empty parent tables need not be written.
    """
    if _lookup(document, path) != {}:
        return text, document
    if _lookup(kept, path) is not None and _lookup(client.format.read(text), path) is not None:
        return text, document
    return client.format.drop(text, path), _without(document, path)


def _is_backup_plus_entry(client: Client, text: str, backup: str, document: dict[str, Any], paths: list[Path]) -> bool:
    kept = _read_or_empty(client, backup)
    if len(paths) != 1 or any(_lookup(kept, path) is not None for path in _paths(client)):
        return False
    edited: str = client.format.put(backup, paths[0], _lookup(document, paths[0]))
    return edited == text


def _read_or_empty(client: Client, text: str | None) -> dict[str, Any]:
    try:
        document: dict[str, Any] = client.format.read(text or "")
    except MalformedConfig:
        return {}
    return document


def _checked(client: Client, text: str, expected: dict[str, Any]) -> str:
    """Verifies that the new text parses to exactly the intended value."""
    if client.format.read(text) != expected:
        raise MalformedConfig(_CANNOT, text, 0)
    return text
