"""What is known around an error: source lines, components, state. Senders fill it in piece by piece."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from gasoline.model.bounds import EXACT_INTEGER, KEY_CHARS, SpanMs

MAX_SNIPPETS = 3  # ERR-06: stack frames
COMPONENT_DEPTH = 10  # ERR-11
MAX_COMPONENT_PROP_KEYS = 20  # ERR-11
MAX_COMPONENT_STATE_KEYS = 10  # ERR-11
MAX_STATE_SLICE_VALUES = 10  # ERR-14

_Name = Annotated[str, Meta(max_length=KEY_CHARS)]
_Int = Annotated[int, Meta(ge=-EXACT_INTEGER, le=EXACT_INTEGER)]


class SnippetLine(Struct, frozen=True, kw_only=True):
    """One line of source code."""

    line: _Int
    text: str
    is_error: Annotated[bool | UnsetType, Meta(description="The error was thrown here.")] = field(
        default=UNSET, name="isError"
    )


class SourceSnippet(Struct, frozen=True, kw_only=True):
    """The source around one frame of the stack."""

    file: Annotated[
        str, Meta(description="The path that the source map has, without a bundler's prefix; else the script's URL.")
    ]
    line: _Int
    column: _Int | UnsetType = UNSET
    function: Annotated[str | UnsetType, Meta(description="The function's name in the source.")] = UNSET
    is_generated: Annotated[
        bool | UnsetType, Meta(description="There is no map: lines and file are those that the browser ran.")
    ] = field(default=UNSET, name="isGenerated")
    snippet: list[SnippetLine]


Snippets = Annotated[list[SourceSnippet], Meta(max_length=MAX_SNIPPETS)]


class Component(Struct, frozen=True, kw_only=True):
    """One component: the keys of its properties and its state, never their values."""

    name: _Name
    prop_keys: Annotated[list[_Name], Meta(max_length=MAX_COMPONENT_PROP_KEYS)] | UnsetType = field(
        default=UNSET, name="propKeys"
    )
    has_state: bool | UnsetType = field(default=UNSET, name="hasState")
    state_keys: Annotated[list[_Name], Meta(max_length=MAX_COMPONENT_STATE_KEYS)] | UnsetType = field(
        default=UNSET, name="stateKeys"
    )


class ComponentAncestry(Struct, frozen=True, kw_only=True):
    """The components around the place of the error, from the root to the leaf."""

    framework: _Name
    # Kept from its end where a sender has more: the component that failed is the last.
    components: Annotated[list[Component], Meta(max_length=COMPONENT_DEPTH, extra={"keep": "last"})]


class StateKey(Struct, frozen=True, kw_only=True):
    """What kind of value a key of the state holds."""

    type: _Name
    keys: list[_Name] | UnsetType = UNSET


class StateSnapshot(Struct, frozen=True, kw_only=True):
    """The application's state: its structure, and the values that may have to do with the error."""

    source: Annotated[_Name, Meta(description="redux, zustand, pinia, svelte, react-context.")]
    keys: dict[str, StateKey]
    relevant_slice: Annotated[
        dict[str, Any],
        Meta(max_length=MAX_STATE_SLICE_VALUES, description="By their path, such as `auth.error`; redacted."),
    ] = field(default_factory=dict, name="relevantSlice")
    changed: Annotated[list[str] | UnsetType, Meta(description="Paths that changed in the last 2 s.")] = UNSET


class AiContext(Struct, frozen=True, kw_only=True):
    """Everything about an error in one place, for an assistant to read."""

    summary: str | UnsetType = UNSET
    source_snippets: Snippets | UnsetType = field(default=UNSET, name="sourceSnippets")
    component_ancestry: ComponentAncestry | UnsetType = field(default=UNSET, name="componentAncestry")
    state_snapshot: StateSnapshot | UnsetType = field(default=UNSET, name="stateSnapshot")


class Cause(Struct, frozen=True, kw_only=True):
    """One error behind another: its `cause`, or one of an AggregateError's `errors`."""

    name: _Name
    message: str
    stack: str | UnsetType = UNSET


class FailedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The request that failed just before an error, or whose response the page could not read."""

    method: str
    url: str
    status: Annotated[_Int | None, Meta(description="0 when there was no answer.")] = None
    duration: Annotated[SpanMs | None, Meta(description="Milliseconds until the answer or the failure.")] = None
    response: Annotated[str | None, Meta(description="The beginning of the answer's body, at most 16 KB.")] = None
    truncated: Annotated[bool, Meta(description="`response` is only the beginning.")] = False
    error: Annotated[str | None, Meta(description="Why there was no answer, or what was wrong with it.")] = None
    id: Annotated[str, Meta(description="Names the request.")] = ""


class PageWorker(Struct, frozen=True, kw_only=True):
    """The worker of a page in which an exception happened."""

    kind: Literal["dedicated", "shared", "service"]
    url: Annotated[str, Meta(description="Its script.")]


class RecentAction(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the person did shortly before an error."""

    ts: str
    type: str
    target: Annotated[str, Meta(description="The element as a short selector; of a navigation, where it went.")] = ""
    text: str = ""
    input_type: str = field(default="", name="inputType")
    value: str = ""
