"""Reads the system's tables of TCP sockets (Linux, proc(5)): which user and which processes hold a socket."""

import os
import socket
import sys
from collections.abc import Iterator

TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
LISTENING = "0A"
NO_INODE = 0
"""What a socket shows that no process holds any more."""


class SocketRow:
    """One row of a table; addresses as the system writes them."""

    __slots__ = ("inode", "local", "remote", "state", "uid")

    def __init__(self, row: str) -> None:
        fields = row.split()
        self.local, self.remote, self.state = fields[1], fields[2], fields[3]
        self.uid, self.inode = int(fields[7]), int(fields[9])


def tcp_rows() -> Iterator[SocketRow]:
    for table in TABLES:
        try:
            with open(table, encoding="ascii") as file:  # noqa: PTH123
                rows = file.read().splitlines()[1:]
        except OSError:
            continue
        yield from map(SocketRow, rows)


def find_connection(client: tuple[str, int], server: tuple[str, int]) -> SocketRow | None:
    """The client's end of a connection between two IPv4 addresses of this machine."""
    client_end, server_end = _as_written(client), _as_written(server)
    for row in tcp_rows():
        # A program may reach an IPv4 address through an IPv6 socket.
        if row.local.endswith(client_end) and row.remote.endswith(server_end) and row.inode != NO_INODE:
            return row
    return None


def holders_of(inodes: set[int], uid: int | None = None) -> Iterator[int]:
    """The processes, of all users or of one, that hold one of these sockets."""
    wanted = {f"socket:[{inode}]" for inode in inodes}
    with os.scandir("/proc") as entries:
        processes = [entry for entry in entries if entry.name.isdigit() and _belongs_to(entry, uid)]
    for process in processes:
        if _holds(process.path, wanted):
            yield int(process.name)


def _belongs_to(process: os.DirEntry[str], uid: int | None) -> bool:
    try:
        return uid is None or process.stat().st_uid == uid
    except OSError:
        return False


def _holds(process: str, wanted: set[str]) -> bool:
    try:
        with os.scandir(f"{process}/fd") as handles:
            return any(_target_of(handle.path) in wanted for handle in handles)
    except OSError:  # another user's process, or it has just ended
        return False


def _target_of(handle: str) -> str:
    try:
        return os.readlink(handle)  # noqa: PTH115
    except OSError:  # closed meanwhile
        return ""


def _as_written(address: tuple[str, int]) -> str:
    host, port = address
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"
