"""The place in the page's code where a call was made."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from gasoline.model.bounds import EXACT_INTEGER, KEY_CHARS, URL_CHARS

MAX_CALL_PLACES = 2  # CON-10
CALL_STACK_CHARS = 1_500  # CON-10

_Position = Annotated[int, Meta(ge=1, le=EXACT_INTEGER)]


class CallPlace(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the application from which something was called."""

    file: Annotated[
        str,
        Meta(
            max_length=URL_CHARS,
            description="The path that the source map has, without a bundler's prefix; else the script's URL.",
        ),
    ]
    line: _Position
    column: _Position | UnsetType = UNSET
    function: Annotated[str, Meta(max_length=KEY_CHARS, description="The function's name.")] | UnsetType = UNSET
    is_generated: Annotated[
        bool | UnsetType, Meta(description="There is no map: line and file are those that the browser ran.")
    ] = field(default=UNSET, name="isGenerated")


CalledFrom: TypeAlias = (
    Annotated[
        list[CallPlace],
        Meta(
            max_length=MAX_CALL_PLACES,
            description="The nearest line of the application that is not a library's, and the next one; "
            "empty if all known frames are a library's.",
        ),
    ]
    | UnsetType
    | None
)
CallStack: TypeAlias = (
    Annotated[
        str,
        Meta(max_length=CALL_STACK_CHARS, description="The frames of the call as the browser names them."),
    ]
    | UnsetType
    | None
)
