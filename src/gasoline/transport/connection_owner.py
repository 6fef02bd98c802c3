"""Who is at the other end of a connection, as the system shows it and not as the caller says."""

import asyncio
import os
import sys
from collections.abc import Iterable
from typing import Literal, NamedTuple

from gasoline.launch.known_browsers import is_browser
from gasoline.launch.proc_net import find_connection, holders_of

Address = tuple[str, int]
Kind = Literal["own_program", "own_browser", "unknown"]
"""A program of the user who runs this server, a browser of that user, or whatever the system does not show."""

LOOKS = 3  # a table that changes while it is read may leave out a row


class Owner(NamedTuple):
    """Who holds the other end."""

    kind: Kind
    processes: frozenset[int] = frozenset()
    is_own_user: bool = False
    """Known also where its processes may not be looked at."""


UNKNOWN = Owner("unknown")


class Peer:
    """The other end of one connection. Looked at when it is first asked for: that reads the whole process table."""

    def __init__(self, client: Address | None, server: Address | None) -> None:
        self._client = client
        self._server = server
        self._owner: Owner | None = None

    async def is_own_program(self) -> bool:
        return (await self._look()).kind == "own_program"

    async def own_browser(self) -> frozenset[int]:
        """The processes of a browser of the same user; none if the peer is anything else."""
        owner = await self._look()
        return owner.processes if owner.kind == "own_browser" else frozenset()

    async def may_be_own_user(self) -> bool:
        """False where the system shows users, and does not show this one."""
        return sys.platform != "linux" or (await self._look()).is_own_user

    async def _look(self) -> Owner:
        if self._owner is not None:
            return self._owner
        owner = await asyncio.to_thread(owner_of, self._client, self._server)
        self._owner = owner
        return owner


def owner_of(client: Address | None, server: Address | None) -> Owner:
    if sys.platform != "linux" or client is None or server is None:
        return UNKNOWN
    own_user = os.geteuid()
    for _ in range(LOOKS):
        row = find_connection(client, server)
        if row is None:
            continue
        if row.uid != own_user:
            return UNKNOWN
        return _owner_among(holders_of({row.inode}, own_user))._replace(is_own_user=True)
    return UNKNOWN


def _owner_among(holders: Iterable[int]) -> Owner:
    """If several processes share a socket, a browser among them decides: any of them may have sent the request."""
    try:
        found = {pid: is_browser(pid) for pid in holders}
    except OSError:  # one may not be looked at, or ended just now
        return UNKNOWN
    if not found:
        return UNKNOWN
    return Owner("own_browser" if any(found.values()) else "own_program", frozenset(found))
