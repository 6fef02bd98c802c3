"""A view: one page of the dashboard, with data from the same functions that answer an assistant."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from gasoline.toolkit.context import Context

DASHBOARD_LIST = 500  # entries of one list, newest first


class Query(Struct, frozen=True):
    """A request for a view's data."""

    id: str = ""
    """The id of the entry to show in detail; empty for the list."""


class View(Struct, frozen=True):
    """`read` returns bounded JSON-compatible data; the dispatcher redacts it."""

    name: str
    read: Callable[[Context, Query], Awaitable[Any]]
    """Raises ToolError if the requested entry does not exist."""
    count: Callable[[Context], int] | None = None
    """The count next to its name in the navigation, or None."""
    types: tuple[type, ...] = ()
    """The types of its data; `make gen` writes them for the dashboard's page."""
