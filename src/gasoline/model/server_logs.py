"""What development servers print: one struct for each entry, and one for each command that is captured."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from gasoline.model.bounds import NAME_CHARS
from gasoline.model.events import Event, Int, Level
from gasoline.model.server_bounds import SERVER_ENTRY_CHARS, SERVER_LINE_BYTES

ServerStream = Literal["stdout", "stderr", "terminal"]
"""A terminal merges both streams."""
_Text = Annotated[str, Meta(max_length=2 * SERVER_ENTRY_CHARS)]
_Name = Annotated[str, Meta(max_length=SERVER_LINE_BYTES)]


class ServerException(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exception of a stack trace, and the innermost line of the user's own code."""

    type: _Name
    message: _Name = ""
    file: _Name = ""
    line: Int = 0
    function: _Name = ""


class ServerRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The request that a line is about, as far as it says."""

    path: _Name
    method: _Name = ""
    status: Int = 0


class ServerLogEntry(Event, frozen=True, kw_only=True):
    """A line, or a stack trace with the line that announces it."""

    name: Annotated[str, Meta(max_length=NAME_CHARS)] = ""
    """The command that printed it; set by the server."""
    stream: ServerStream = "stdout"
    level: Level = "log"
    text: _Text
    exception: ServerException | UnsetType = UNSET
    request: ServerRequest | UnsetType = UNSET
