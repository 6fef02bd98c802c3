"""Selects the files to write: those of the installed clients, or of the clients that the user named."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path, PurePath

from gasoline.commands.install.ai_clients import BY_ID, CLIENTS, Client
from gasoline.commands.install.platform_paths import PlatformPaths
from gasoline.launch.find_program import find_program


@dataclass(frozen=True)
class Target:
    client: Client
    file: Path


class UnknownClient(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(f"unknown client {name!r}. Known: {', '.join(BY_ID)}")


def find(machine: PlatformPaths, names: list[str]) -> list[Target]:
    """Every file of the named clients; without names, the files of the installed clients."""
    for name in names:
        if name not in BY_ID:
            raise UnknownClient(name)
    clients = [BY_ID[name] for name in dict.fromkeys(names)] or CLIENTS
    return [Target(client, file) for client in clients for file in _files(client, machine, bool(names))]


def all_targets(machine: PlatformPaths, names: list[str]) -> list[Target]:
    """Every existing file that may contain our entry, for uninstalling."""
    find(machine, names)
    clients = [BY_ID[name] for name in dict.fromkeys(names)] or CLIENTS
    return [
        Target(client, file)
        for client in clients
        for pattern in client.files(machine)
        for file in _expand(pattern)
        if file.exists()
    ]


def _files(client: Client, machine: PlatformPaths, named: bool) -> list[Path]:
    candidates = [file for pattern in client.files(machine) for file in _expand(pattern)]
    if client.one_of_files:
        candidates = [file for file in candidates if file.exists()][:1] or candidates[-1:]
    found = [file for file in candidates if _is_here(client, machine, file)]
    return found or (candidates[:1] if named else [])


def _is_here(client: Client, machine: PlatformPaths, file: Path) -> bool:
    signs = [Path(sign) for sign in client.signs(machine)]
    own_folder = [] if file.parent == Path(machine.home) else [file.parent]
    return file.exists() or any(folder.is_dir() for folder in signs + own_folder)


def _expand(pattern: PurePath) -> list[Path]:
    """Expands a path with a `*` folder to the folders that exist."""
    parts = pattern.parts
    star = next((i for i, part in enumerate(parts) if "*" in part), None)
    if star is None:
        return [Path(pattern)]
    folders = sorted(Path(*parts[:star]).glob(parts[star]))
    return [file for folder in folders if (file := folder.joinpath(*parts[star + 1 :])).parent.is_dir()]


ARGS = ["mcp"]
MODULE_ARGS = ["-P", "-m", "gasoline", *ARGS]
"""-P: a client starts it in the user's project, whose `gasoline.py` or `json.py` must not be imported."""


def own_command(argv0: str, python: str = sys.executable) -> tuple[str, list[str]]:
    """The running executable, or the running Python with `-P -m gasoline`."""
    script = Path(argv0)
    if script.stem != "gasoline":
        return python, list(MODULE_ARGS)
    if os.path.dirname(argv0):  # noqa: PTH120 - a bare name is a program on the PATH, not a file in the working directory
        for candidate in (script, script.with_suffix(".exe")):
            if candidate.is_file():
                # Not resolved: a link on the PATH outlives the version it points to.
                return str(candidate.absolute()), list(ARGS)
    found = find_program(argv0)
    return (found, list(ARGS)) if found else (python, list(MODULE_ARGS))
