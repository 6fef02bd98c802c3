"""Configuration files on disk: read as they are, backed up once, replaced in one step."""

import os
import stat
import tempfile
from pathlib import Path

from gasoline.commands.install.jsonc_parse import MalformedConfig

BACKUP_SUFFIX = ".gasoline-backup"
MADE_FOLDERS_SUFFIX = ".gasoline-folders"
"""A file beside the configuration file, with the number of folders that we made for it."""


def backup_of(file: Path) -> Path:
    return file.with_name(file.name + BACKUP_SUFFIX)


def read_text(file: Path) -> str | None:
    """The text with its byte order mark and line endings; None if the file does not exist."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        raise MalformedConfig("the file is not UTF-8: save it as UTF-8", before, len(before)) from error


def back_up(file: Path, text: str) -> Path:
    """Saves the text as it was before our first change; an existing backup is kept."""
    backup = backup_of(file)
    try:
        handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return backup
    with os.fdopen(handle, "wb") as out:
        out.write(text.encode())
    backup.chmod(_mode(file.resolve()))
    return backup


def replace(file: Path, text: str) -> None:
    """Writes the text atomically. A symbolic link is kept; its target is written."""
    target = file.resolve()
    _make_folders(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = _mode(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(text.encode())
            out.flush()
            os.fsync(out.fileno())
        temporary.chmod(mode)
        _keep_owner(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _make_folders(file: Path) -> None:
    """Makes the folders of a new file, and notes how many, because only those may be removed later."""
    missing = [folder for folder in file.parents if not folder.exists()]
    if missing:
        file.parent.mkdir(parents=True)
        _made_folders_note(file).write_text(f"{len(missing)}\n", "utf-8")


def remove_made_folders(file: Path) -> None:
    """Removes the folders that we made for the file, as far as they are empty."""
    note = _made_folders_note(file)
    try:
        count = int(note.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return
    note.unlink()
    for folder in list(file.parents)[:count]:
        if any(folder.iterdir()):
            return
        folder.rmdir()


def _made_folders_note(file: Path) -> Path:
    return file.with_name(file.name + MADE_FOLDERS_SUFFIX)


def _mode(target: Path) -> int:
    """The file's permissions; for a new file, those of the user's umask."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _keep_owner(target: Path, temporary: Path) -> None:
    """Keeps the file's owner when run under sudo."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and target.exists():
        found = target.stat()
        os.chown(temporary, found.st_uid, found.st_gid)
