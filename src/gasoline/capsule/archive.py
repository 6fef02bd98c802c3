"""The zip file of a capsule: packed in a fixed order, and validated when unpacked, because its source is untrusted."""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from gasoline.capsule import bounds
from gasoline.model.tool_error import ToolError

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the zip, so that the same session gives the same bytes."""
PRIVATE_FILE = 0o600 << 16
NAMES = re.compile(r"manifest\.json|[a-z][a-z_]{0,40}\.jsonl|pictures/[0-9]{1,3}\.jpg")
ENCRYPTED = 0x1
DIRECTORY_ENTRY = b"PK\x01\x02"
DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What `zipfile` raises for a damaged file."""


class BadCapsule(ToolError):
    """The file cannot be used as a capsule; the message says why."""

    def __init__(self, reason: str, hint: str = "Ask for the file again, or save it again.") -> None:
        super().__init__("bad_capsule", f"This file cannot be opened as a capsule: {reason}.", hint)


def pack(members: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            info.external_attr = PRIVATE_FILE
            info.create_system = 3  # Unix, wherever it is written
            archive.writestr(info, data)
    return file.getvalue()


def read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(bounds.FILE_BYTES + 1)
    except OSError as error:
        raise ToolError(
            "no_such_file", f"{path} cannot be read: {error.strerror}.", "Pass the path of a .gasoline file."
        ) from None
    if len(data) > bounds.FILE_BYTES:
        raise BadCapsule(f"it is larger than {bounds.FILE_BYTES:,} bytes")
    return data


def unpack(data: bytes) -> dict[str, bytes]:
    """All members; raises BadCapsule. Nothing is written to disk, and sizes are checked while unpacking."""
    # Before zipfile reads them: a list of half a million files takes it ten seconds.
    _check_count(data.count(DIRECTORY_ENTRY))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_directory(infos)
            return _read_members(archive, infos)
    except BadCapsule:
        raise
    except DAMAGED as error:
        raise BadCapsule(f"it is damaged or not a zip file ({type(error).__name__})") from None


def _check_count(files: int) -> None:
    if files > bounds.MEMBERS:
        raise BadCapsule(f"it has {files:,} files, more than {bounds.MEMBERS}")


def _check_directory(infos: list[zipfile.ZipInfo]) -> None:
    _check_count(len(infos))
    if sum(info.file_size for info in infos) > bounds.UNPACKED_BYTES:
        raise BadCapsule(f"unpacked it would have more than {bounds.UNPACKED_BYTES:,} bytes")
    seen: set[str] = set()
    for info in infos:
        _check_member(info)
        if info.filename in seen:
            raise BadCapsule("it has the same file twice")
        seen.add(info.filename)


def _check_member(info: zipfile.ZipInfo) -> None:
    if not NAMES.fullmatch(info.filename) or info.orig_filename != info.filename:
        raise BadCapsule("it has a file that does not belong into a capsule")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadCapsule("it has a link or another special file")
    if info.flag_bits & ENCRYPTED:
        raise BadCapsule("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadCapsule("it is compressed in an unknown way")
    if info.file_size > _most(info.filename):
        raise BadCapsule("one of its files is too large")


def _most(name: str) -> int:
    if name == "manifest.json":
        return bounds.MANIFEST_BYTES
    return bounds.PICTURE_BYTES if name.endswith(".jpg") else bounds.MEMBER_BYTES


def _read_members(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    """Unpacks only as much as a file declares; if it has more, its checksum is wrong."""
    members = {}
    for info in infos:
        with archive.open(info) as member:
            members[info.filename] = member.read(info.file_size)
    return members
