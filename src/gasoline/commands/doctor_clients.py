"""Doctor checks for the AI clients of this machine: is Gasoline configured, and can they start it?"""

from collections.abc import Iterator

from gasoline.commands.install import config_files, edit_config
from gasoline.commands.install.jsonc_parse import MalformedConfig
from gasoline.commands.install.platform_paths import PlatformPaths
from gasoline.commands.install.targets import Target, find
from gasoline.launch.find_program import find_program
from gasoline.model.check import Check


class Unusable(Exception):
    """`gasoline install` would refuse this file; the message names it."""


def check_clients(machine: PlatformPaths) -> Iterator[Check]:
    """One check for each file that needs a person, then one for everything else."""
    with_entry: list[tuple[Target, object]] = []
    without_entry: list[Target] = []
    unusable: list[Target] = []
    for target in find(machine, []):
        try:
            found = _entry_of(target)
        except Unusable as error:
            unusable.append(target)
            fix = f"Correct the file, then run `gasoline install {target.client.id}`."
            yield Check("clients", "warn", f"{target.client.title}: {error}", fix)
        else:
            if found is None:
                without_entry.append(target)
            else:
                with_entry.append((target, found))
    broken = [(target, program) for target, entry in with_entry if (program := _missing_program(entry))]
    for target, program in broken:
        message = f"{target.client.title}: it starts {program}, which does not exist"
        yield Check("clients", "warn", message, _install([target]))
    working = [target for target, entry in with_entry if not _missing_program(entry)]
    if not (broken or unusable) or working:
        yield _summary(working, without_entry)


def _summary(working: list[Target], others: list[Target]) -> Check:
    if working:
        rest = f"; not in {_titles(others)}" if others else ""
        return Check("clients", "ok", f"gasoline is set up in {_titles(working)}{rest}")
    if others:
        message = f"gasoline is in the configuration of no AI client; found: {_titles(others)}"
        return Check("clients", "warn", message, _install(others))
    fix = "Run `gasoline install CLIENT`; `gasoline install --help` lists the supported clients."
    return Check("clients", "warn", "no AI client was found on this machine", fix)


def _install(targets: list[Target]) -> str:
    names = dict.fromkeys(target.client.id for target in targets)
    return f"Run `gasoline install {' '.join(names)}`, then restart {'it' if len(names) == 1 else 'them'}."


def _entry_of(target: Target) -> object:
    try:
        text = config_files.read_text(target.file)
        return edit_config.entry_in(target.client, text) if text else None
    except MalformedConfig as error:
        raise Unusable(f"{target.file}:{error.line}:{error.column}: {error.message}") from error
    except OSError as error:
        raise Unusable(f"{target.file}: {error.strerror}") from error


def _missing_program(entry: object) -> str | None:
    """The program that the entry starts, if it does not exist. An entry with a URL starts none."""
    command = entry.get("command") if isinstance(entry, dict) else None
    if isinstance(command, list):
        command = command[0] if command else None
    return command if isinstance(command, str) and find_program(command) is None else None


def _titles(targets: list[Target]) -> str:
    return ", ".join(dict.fromkeys(target.client.title for target in targets))
