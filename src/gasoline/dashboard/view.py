"""A view: one page of the dashboard, read from the same functions that answer an assistant."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gasoline.capabilities.context import Context


@dataclass(frozen=True)
class Query:
    """What the dashboard's page asks of a view."""

    id: str = ""
    """The one thing whose detail is wanted; empty for the list."""


@dataclass(frozen=True)
class View:
    """`read` gives data that JSON can hold, bounded; it leaves through the dispatcher's one redaction."""

    name: str
    read: Callable[[Context, Query], Awaitable[Any]]
    """Raises ToolError when what is asked for is not there."""
    count: Callable[[Context], int] | None = None
    """The number beside its name in the navigation; None if a number would say nothing."""
