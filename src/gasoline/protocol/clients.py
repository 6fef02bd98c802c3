"""The connected clients, each with its own state."""

from collections import OrderedDict
from collections.abc import Callable
from itertools import count

from gasoline.store.store import Store
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import new_client

HTTP_CLIENT_FRESH_S = 60.0  # how long after its last request a client over HTTP counts as here
CLIENT_NAME_CHARS = 100  # what an AI client calls itself
MAX_MCP_SESSIONS = 200  # streamable HTTP sessions at once


class Clients:
    """Clients with their own connection, and HTTP clients, which exist only with their requests."""

    def __init__(self, store: Store, monotonic: Callable[[], float]) -> None:
        self._store = store
        self._monotonic = monotonic
        self._connected: dict[int, Client] = {}
        self._numbers = count(1)
        self._over_http: OrderedDict[str, tuple[Client, float]] = OrderedDict()
        self._streaming: set[str] = set()
        """HTTP sessions whose GET stream is open."""

    def __len__(self) -> int:
        return len(self._connected) + len(self._over_http)

    @property
    def streaming_count(self) -> int:
        """The number of HTTP sessions with an open GET stream."""
        return len(self._streaming)

    def open(self) -> tuple[int, Client]:
        """A client with a connection; it is closed by its number."""
        number = next(self._numbers)
        client = self._connected[number] = new_client("client", self._store)
        return number, client

    def of_other_version(self, version: str) -> list[str]:
        others = (client for client in self._connected.values() if client.version not in ("", version))
        return [f"{client.name} ({client.version})" for client in others]

    def close(self, number: int) -> None:
        self._connected.pop(number, None)

    def over_http(self, session: str, name: str) -> Client:
        """A client with a session; notifications reach it only on its GET stream."""
        client = self._known(session, name)
        client.can_receive = session in self._streaming
        return client

    def without_session(self, name: str) -> Client:
        """A client identified by its name, which every request contains."""
        return self._known(f"by name: {name}", name)

    def set_can_receive(self, session: str, *, now: bool) -> Client | None:
        """Its GET stream was opened or closed; returns the client if it has already sent a request."""
        (self._streaming.add if now else self._streaming.discard)(session)
        client, _ = self._over_http.get(session, (None, 0.0))
        if client is not None:
            client.can_receive = now
        return client

    def knows(self, session: str) -> bool:
        return session in self._over_http

    def forget(self, session: str) -> None:
        """The session has ended."""
        self._over_http.pop(session, None)

    def _known(self, key: str, name: str) -> Client:
        client, _ = self._over_http.pop(key, (new_client(name, self._store), 0.0))
        self._over_http[key] = (client, self._monotonic())
        while len(self._over_http) > MAX_MCP_SESSIONS:
            self._over_http.popitem(last=False)
        return client

    def present(self) -> list[Client]:
        """The connected clients; over HTTP, those with a request in the last minute."""
        fresh = self._monotonic() - HTTP_CLIENT_FRESH_S
        recent = [client for client, asked in self._over_http.values() if asked >= fresh]
        return [*self._connected.values(), *recent]

    def names(self) -> list[str]:
        return [client.name for client in self.present()]
