"""Refuses a state directory that somebody else owns or can write to: they could choose the token."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH116, PTH118

import os
import stat

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_ANY = stat.S_IRWXG | stat.S_IRWXO
SECRET = "token"  # noqa: S105 - runtime.json has it, too, and is rewritten for each server
OURS = (SECRET, "runtime.json", "daemon.sock", "daemon.lock", "start.lock", "daemon.log", "logs.jsonl", "pairings.json")
"""A person may keep files of their own there, whose modes are their decision."""


class NotPrivate(OSError):
    """The message says what is wrong and which command puts it right."""


def check_private(directory: str) -> None:
    """Checks the directory first: as long as only its owner can write there, the files in it stay as they are."""
    if not hasattr(os, "geteuid"):
        return  # on Windows the profile's access lists protect it
    _check(directory, os.stat(directory), OTHERS_WRITE, "go-w")
    for name in os.listdir(directory):  # noqa: PTH208
        _check_entry(os.path.join(directory, name), name)


def _check_entry(path: str, name: str) -> None:
    """A folder, too: the copies of the extension have a key in them."""
    try:
        _check_owner(path, os.lstat(path))
        found = os.stat(path)
    except FileNotFoundError:  # deleted meanwhile, or a link to nothing
        return
    if name == SECRET:
        _check(path, found, OTHERS_ANY, "go-rwx")
    elif name in OURS or stat.S_ISDIR(found.st_mode):
        _check(path, found, OTHERS_WRITE, "go-w")


def check_owner(path: str) -> None:
    """For a socket outside the state directory: another user may have deleted and recreated its folder."""
    if hasattr(os, "geteuid"):
        _check_owner(path, os.stat(path))


def _check(path: str, found: os.stat_result, forbidden: int, change: str) -> None:
    _check_owner(path, found)
    if found.st_mode & forbidden:
        mode = stat.S_IMODE(found.st_mode)
        raise NotPrivate(f"{path} is open to other users (mode {mode:o}). Run `chmod {change} {path}`")


def _check_owner(path: str, found: os.stat_result) -> None:
    if found.st_uid != os.geteuid():
        raise NotPrivate(f"{path} belongs to another user (uid {found.st_uid}, not {os.geteuid()})")
