"""Applies one change to one configuration file, or reports why it cannot."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gasoline.commands.install import config_files, edit_config
from gasoline.commands.install.jsonc_parse import MalformedConfig
from gasoline.commands.install.targets import Target

ATTEMPTS = 3  # a running client may rewrite its file while we read it
Plan = Callable[[str | None], str | None]
"""Maps the current text to the wanted text; None means that there is no file."""


@dataclass(frozen=True)
class Result:
    client: str
    title: str
    file: str
    action: str
    """installed, updated, already installed, removed, not installed, refused"""
    diff: str = ""
    backup: str | None = None
    message: str | None = None


def install(
    target: Target, command: str, args: list[str], env: Mapping[str, str] | None = None, *, dry_run: bool
) -> Result:
    def plan(text: str | None) -> str:
        return edit_config.install(target.client, text or "", command, args, env or {})

    def action(before: str | None, after: str | None) -> str:
        if before == after:
            return "already installed"
        return "updated" if before and edit_config.is_installed(target.client, before) else "installed"

    return _carry_out(target, plan, action, dry_run)


def uninstall(target: Target, *, dry_run: bool) -> Result:
    def plan(text: str | None) -> str | None:
        if text is None:
            return None
        return edit_config.uninstall(target.client, text, _backup_text(target.file))

    def action(before: str | None, after: str | None) -> str:
        return "not installed" if before == after else "removed"

    result = _carry_out(target, plan, action, dry_run)
    if result.action == "removed" and not dry_run:
        config_files.backup_of(target.file).unlink(missing_ok=True)
        config_files.remove_made_folders(target.file)
    return result


def _carry_out(target: Target, plan: Plan, action: Callable[[str | None, str | None], str], dry_run: bool) -> Result:
    try:
        for _ in range(ATTEMPTS):
            before = config_files.read_text(target.file)
            after = plan(before)
            done = action(before, after)
            if dry_run or before == after:
                return _result(target, done, diff=_diff(target.file, before, after))
            if config_files.read_text(target.file) == before:
                backup = _write(target.file, before, after)
                return _result(target, done, diff=_diff(target.file, before, after), backup=backup)
        return _result(target, "refused", message="the file keeps changing: close the client and run this again")
    except MalformedConfig as error:
        where = f"{target.file}:{error.line}:{error.column}"
        return _result(target, "refused", message=f"{where}: {error.message}. Fix it and run this again")
    except OSError as error:
        return _result(target, "refused", message=f"{target.file}: {error.strerror or error}")


def _write(file: Path, before: str | None, after: str | None) -> Path | None:
    """Writes the file and returns the path of its backup."""
    if after is None:
        file.unlink()
        return None
    backup = None if before is None else config_files.back_up(file, before)
    config_files.replace(file, after)
    return backup


def _backup_text(file: Path) -> str | None:
    return config_files.read_text(config_files.backup_of(file))


def _result(
    target: Target, action: str, *, diff: str = "", backup: Path | None = None, message: str | None = None
) -> Result:
    kept = str(backup) if backup and action in ("installed", "updated") else None
    return Result(target.client.id, target.client.title, str(target.file), action, diff, kept, message)


def _diff(file: Path, before: str | None, after: str | None) -> str:
    old, new = (before or "").splitlines(keepends=True), (after or "").splitlines(keepends=True)
    from_file = "/dev/null" if before is None else str(file)
    to_file = "/dev/null" if after is None else str(file)
    lines = difflib.unified_diff(old, new, from_file, to_file)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
