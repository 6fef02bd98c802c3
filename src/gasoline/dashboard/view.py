"""A view: one page of the dashboard, with data from the same functions that answer an assistant."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gasoline.toolkit.context import Context

DASHBOARD_LIST = 500  # entries of one list, newest first


@dataclass(frozen=True)
class Query:
    """A request for a view's data."""

    id: str = ""
    """The id of the entry to show in detail; empty for the list."""


@dataclass(frozen=True)
class View:
    """`read` returns bounded JSON-compatible data; the dispatcher redacts it."""

    name: str
    read: Callable[[Context, Query], Awaitable[Any]]
    """Raises ToolError if the requested entry does not exist."""
    count: Callable[[Context], int] | None = None
    """The count next to its name in the navigation, or None."""
    types: tuple[type, ...] = ()
    """The types of its data; `make gen` writes them for the dashboard's page."""
