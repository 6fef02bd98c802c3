"""Which files to write: the clients that are here, or those a user named."""

from dataclasses import dataclass
from pathlib import Path, PurePath

from gasoline.commands.install.clients import BY_ID, CLIENTS, Client
from gasoline.commands.install.machine import Machine


@dataclass(frozen=True)
class Target:
    client: Client
    file: Path


class UnknownClient(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(f"unknown client {name!r}. Known: {', '.join(BY_ID)}")


def find(machine: Machine, names: list[str]) -> list[Target]:
    """Of the named clients every file, of the others those that are installed here."""
    for name in names:
        if name not in BY_ID:
            raise UnknownClient(name)
    clients = [BY_ID[name] for name in dict.fromkeys(names)] or CLIENTS
    return [Target(client, file) for client in clients for file in _files(client, machine, bool(names))]


def everywhere(machine: Machine, names: list[str]) -> list[Target]:
    """Every file there is that may hold our entry, for uninstalling."""
    find(machine, names)
    clients = [BY_ID[name] for name in dict.fromkeys(names)] or CLIENTS
    return [
        Target(client, file)
        for client in clients
        for pattern in client.files(machine)
        for file in _expand(pattern)
        if file.exists()
    ]


def _files(client: Client, machine: Machine, named: bool) -> list[Path]:
    candidates = [file for pattern in client.files(machine) for file in _expand(pattern)]
    if client.one_of_files:
        candidates = [file for file in candidates if file.exists()][:1] or candidates[-1:]
    found = [file for file in candidates if _is_here(client, machine, file)]
    return found or (candidates[:1] if named else [])


def _is_here(client: Client, machine: Machine, file: Path) -> bool:
    signs = [Path(sign) for sign in client.signs(machine)]
    own_folder = [] if file.parent == Path(machine.home) else [file.parent]
    return file.exists() or any(folder.is_dir() for folder in signs + own_folder)


def _expand(pattern: PurePath) -> list[Path]:
    """The files a path with a `*` folder stands for: those whose folder is there."""
    parts = pattern.parts
    star = next((i for i, part in enumerate(parts) if "*" in part), None)
    if star is None:
        return [Path(pattern)]
    folders = sorted(Path(*parts[:star]).glob(parts[star]))
    return [file for folder in folders if (file := folder.joinpath(*parts[star + 1 :])).parent.is_dir()]
