"""Who is connected, by connection: each client is told what is new to it."""

from collections import OrderedDict
from itertools import count

from gasoline.capabilities.context import Client
from gasoline.model import limits
from gasoline.store.store import Store


class Clients:
    """The connected clients. Those that have no connection of their own (stateless HTTP) share one by name."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._connected: OrderedDict[str, Client] = OrderedDict()
        self._numbers = count(1)

    def open(self, name: str = "client") -> tuple[str, Client]:
        """A client with a connection; close it by its key."""
        key = f"connection-{next(self._numbers)}"
        client = self._connected[key] = Client(name, self._store.cursor)
        return key, client

    def close(self, key: str) -> None:
        self._connected.pop(key, None)

    def shared(self, key: str, name: str) -> Client:
        """A client known by a key that its requests repeat; the least recent is forgotten first."""
        client = self._connected.get(key)
        if client is None:
            client = self._connected[key] = Client(name, self._store.cursor)
        self._connected.move_to_end(key)
        while len(self._connected) > limits.MCP_SESSIONS:
            self._connected.popitem(last=False)
        return client

    def names(self) -> list[str]:
        return [client.name for client in self._connected.values()]

    def __len__(self) -> int:
        return len(self._connected)
