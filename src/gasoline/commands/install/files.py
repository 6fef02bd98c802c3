"""Configuration files on disk: read as they are, backed up once, replaced in one step."""

import os
import stat
import tempfile
from pathlib import Path

from gasoline.commands.install.malformed import Malformed

BACKUP_SUFFIX = ".gasoline-backup"


def backup_of(file: Path) -> Path:
    return file.with_name(file.name + BACKUP_SUFFIX)


def read_text(file: Path) -> str | None:
    """The text with its byte order mark and line ends; None where there is no file."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        raise Malformed("not UTF-8: save the file as UTF-8", before, len(before)) from error


def back_up(file: Path, text: str) -> Path:
    """Keeps the text as it was before our first change; a backup that is there already stays."""
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
    """Writes the text in one step. A link stays a link: what it points to is written."""
    target = file.resolve()
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


def remove(file: Path) -> None:
    """Removes a file of ours, and its folder if nothing else is in it and it is not the home."""
    file.unlink()
    if file.parent != Path.home() and not any(file.parent.iterdir()):
        file.parent.rmdir()


def _mode(target: Path) -> int:
    """The file's permissions; for a new one what the user's umask says."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _keep_owner(target: Path, temporary: Path) -> None:
    """Under sudo the file stays its user's."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and target.exists():
        found = target.stat()
        os.chown(temporary, found.st_uid, found.st_gid)
