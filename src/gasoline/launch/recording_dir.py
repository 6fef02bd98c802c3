"""A state directory for a capsule: a server that starts in it shows that recording instead of a live browser."""
# pathlib would add 3 ms to the start of every AI client.
# ruff: noqa: PTH103, PTH118, PTH119, PTH123

import hashlib
import os
import shutil
import time

from gasoline.launch.daemon_lock import daemon_lock_is_held
from gasoline.model.units import MIB

CAPSULE_FILE_BYTES = 32 * MIB  # the largest capsule that is opened; a busy session has less than 5 MB
RECORDING_DIRS = 10  # opened capsules whose copies are kept in the state directory
RECORDING_DIR_AGE_S = 3_600  # and at least for this time
CAPSULE_FILE = "capsule.gasoline"
NAME_FILE = "capsule-name"
FOLDER = "recordings"
DIGEST_CHARS = 16


def recording_dir(state_dir: str, file: str) -> str:
    """Copies the file into a directory of its own; the same content has the same directory, so that calls share one
    server. OSError: the file cannot be read, or is too large."""
    with open(file, "rb") as capsule:
        data = capsule.read(CAPSULE_FILE_BYTES + 1)
    if len(data) > CAPSULE_FILE_BYTES:
        raise OSError(f"{file} is larger than {CAPSULE_FILE_BYTES:,} bytes: not a capsule")
    return recording_dir_of(state_dir, data, os.path.basename(file))


def recording_dirs(state_dir: str) -> list[str]:
    """The directories of all capsules that were opened."""
    folder = os.path.join(state_dir, FOLDER)
    return _directories(folder) if os.path.isdir(folder) else []  # noqa: PTH112


def owner_of(state_dir: str) -> str:
    """The state directory that a recording's directory belongs to; any other one belongs to itself."""
    folder, name = os.path.split(os.path.dirname(state_dir))  # noqa: PTH120
    return folder if name == FOLDER else state_dir


def recording_dir_of(state_dir: str, data: bytes, name: str) -> str:
    folder = os.path.join(state_dir, FOLDER)
    directory = os.path.join(folder, hashlib.sha256(data).hexdigest()[:DIGEST_CHARS])
    os.makedirs(folder, mode=0o700, exist_ok=True)
    _remove_unused(folder, directory)
    os.makedirs(directory, mode=0o700, exist_ok=True)
    _write(os.path.join(directory, NAME_FILE), os.fsencode(name))
    _write(os.path.join(directory, CAPSULE_FILE), data)
    return directory


def _write(path: str, data: bytes) -> None:
    """Never half: another process may read it now."""
    temporary = f"{path}.{os.getpid()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(temporary, path)  # noqa: PTH105


def _remove_unused(folder: str, wanted: str) -> None:
    """Removes the directories that are neither among the newest nor in use."""
    found = sorted((os.stat(path).st_mtime, path) for path in _directories(folder) if path != wanted)  # noqa: PTH116
    too_old = time.time() - RECORDING_DIR_AGE_S
    for changed, path in found[:-RECORDING_DIRS]:
        if changed < too_old and not daemon_lock_is_held(path):
            shutil.rmtree(path, ignore_errors=True)


def _directories(folder: str) -> list[str]:
    return [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
