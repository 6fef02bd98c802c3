"""The doctor's look at the AI clients of this machine: is Gasoline in their files, and can they start it?"""

import shutil
from collections.abc import Iterator

from gasoline.commands.install import change, files
from gasoline.commands.install.machine import Machine
from gasoline.commands.install.malformed import Malformed
from gasoline.commands.install.targets import Target, find
from gasoline.model.check import Check


def check_clients(machine: Machine) -> Check:
    targets = find(machine, [])
    if not targets:
        message = "no AI client was found on this machine"
        return Check(
            "clients", "warn", message, "Name yours: `gasoline install CLIENT`; `--help` lists the known ones."
        )
    troubles = [(target, trouble) for target in targets for trouble in _troubles(target)]
    if not troubles:
        return Check("clients", "ok", f"gasoline is set up in {_titles(targets)}")
    message = "; ".join(f"{target.client.title}: {trouble}" for target, trouble in troubles)
    names = dict.fromkeys(target.client.id for target, _ in troubles)
    return Check("clients", "warn", message, f"Run `gasoline install {' '.join(names)}`, then restart the client.")


def _troubles(target: Target) -> Iterator[str]:
    try:
        text = files.read_text(target.file)
        entry = change.entry_in(target.client, text) if text else None
    except Malformed as error:
        yield f"{target.file}:{error.line}:{error.column}: {error.message}"
        return
    except OSError as error:
        yield f"{target.file}: {error.strerror}"
        return
    if entry is None:
        yield "gasoline is not in its file"
    elif (program := _program(entry)) and shutil.which(program) is None:
        yield f"it starts {program}, which is not there"


def _program(entry: object) -> str | None:
    """What the entry starts; None for one that names an address instead."""
    command = entry.get("command") if isinstance(entry, dict) else None
    if isinstance(command, list):
        command = command[0] if command else None
    return command if isinstance(command, str) else None


def _titles(targets: list[Target]) -> str:
    return ", ".join(dict.fromkeys(target.client.title for target in targets))
