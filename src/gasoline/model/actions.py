"""What the person did in the page, and what the page then showed."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from gasoline.model.bounds import MAX_SPAN_MS, SELECTOR_CHARS, TIME_CHARS
from gasoline.model.events import Count, Event, Int, Maybe, check_times

MAX_DOM_SNAPSHOT_ELEMENTS = 5  # ACT-11
MAX_TYPED_KEYS = 100  # ACT-15
MAX_APPEARED_TEXTS = 3  # ACT-16
APPEARED_TEXT_CHARS = 100  # ACT-16

ActionType = Literal[
    "click", "dblclick", "input", "select", "submit", "keypress", "navigate", "scroll", "drag", "dialog"
]
SelectorName = Literal["testId", "ariaLabel", "role", "id", "text", "cssPath"]
NavigationTrigger = Literal["load", "reload", "pushState", "replaceState", "popstate", "hashchange"]
DialogType = Literal["alert", "confirm", "prompt", "beforeunload"]

LATEST_MS = 250_000_000_000_000
"""A time in the year 9892: later times cannot be shown as dates on every system."""

_SpanMs = Annotated[int, Meta(ge=0, le=MAX_SPAN_MS)]
_Selector = Annotated[str, Meta(max_length=SELECTOR_CHARS)]


class RoleSelector(Struct, frozen=True, kw_only=True):
    """An ARIA role and the accessible name."""

    role: _Selector
    name: _Selector


class Selectors(Struct, frozen=True, kw_only=True):
    """The ways to find an element again, computed before the action changed it."""

    test_id: _Selector | UnsetType = field(default=UNSET, name="testId")
    test_id_attribute: Annotated[
        _Selector | UnsetType, Meta(description="Where the test id stands, if not in data-testid.")
    ] = field(default=UNSET, name="testIdAttribute")
    aria_label: _Selector | UnsetType = field(default=UNSET, name="ariaLabel")
    role: RoleSelector | UnsetType = UNSET
    id: _Selector | UnsetType = UNSET
    text: _Selector | UnsetType = UNSET
    css_path: _Selector | UnsetType = field(default=UNSET, name="cssPath")
    nth: Annotated[
        dict[SelectorName, Int] | UnsetType,
        Meta(
            description="If a selector matches several elements inside the innermost shadow host, or else in the "
            "document: the index of the element, from 0."
        ),
    ] = UNSET


class Position(Struct, frozen=True):
    """A position in the viewport, in CSS pixels."""

    x: float
    y: float


class PageWatch(Struct, frozen=True, kw_only=True):
    """Milliseconds from an action to later changes of the page."""

    since: Annotated[_SpanMs, Meta(description="Changes were noticed from here on.")] = 0
    until: Annotated[_SpanMs, Meta(description="And up to here.")] = 0
    changed: Annotated[Maybe[_SpanMs], Meta(description="The last change; absent if there was none.")] = UNSET


class EnhancedAction(Event, frozen=True, kw_only=True):
    """One thing that the person did."""

    type: ActionType
    timestamp: Annotated[
        Maybe[Annotated[float, Meta(ge=0, le=LATEST_MS)]], Meta(description="Milliseconds since 1970.")
    ] = UNSET
    selectors: Annotated[Maybe[Selectors], Meta(description="The element; of a drag, what was dragged.")] = UNSET
    frame: Annotated[
        Maybe[list[_Selector]], Meta(description="The frames around it as CSS selectors, outermost first.")
    ] = UNSET
    shadow: Annotated[
        Maybe[list[_Selector]], Meta(description="The open shadow hosts around it as CSS selectors, outermost first.")
    ] = UNSET
    position: Maybe[Position] = UNSET
    text: Annotated[Maybe[str], Meta(description="The words on the element.")] = UNSET
    input_type: Annotated[
        Maybe[str], Meta(description="text, email, password, date, range, file, textarea, contenteditable, …")
    ] = field(default=UNSET, name="inputType")
    value: Annotated[
        Maybe[str], Meta(description="The final value; `[redacted]` of a sensitive field; a prompt's answer.")
    ] = UNSET
    key_delays: Annotated[
        Maybe[Annotated[list[Count], Meta(max_length=MAX_TYPED_KEYS)]],
        Meta(
            description="Of a value that was typed key by key: the milliseconds before each character but the first. "
            "Never of a sensitive field."
        ),
    ] = field(default=UNSET, name="keyDelays")
    checked: Annotated[Maybe[bool], Meta(description="Of a clicked checkbox or radio button, afterwards.")] = UNSET
    files: Annotated[Maybe[list[str]], Meta(description="Names of the chosen files.")] = UNSET
    selected_value: Maybe[str] = field(default=UNSET, name="selectedValue")
    selected_text: Maybe[str] = field(default=UNSET, name="selectedText")
    selected_values: Annotated[Maybe[list[str]], Meta(description="Of a select with several choices.")] = field(
        default=UNSET, name="selectedValues"
    )
    pressed: Annotated[Maybe[str], Meta(description="As `KeyboardEvent.key`.")] = field(default=UNSET, name="key")
    modifiers: Annotated[Maybe[list[Literal["Alt", "Control", "Meta", "Shift"]]], Meta(description="Held.")] = UNSET
    form_action: Maybe[str] = field(default=UNSET, name="formAction")
    method: Annotated[Maybe[str], Meta(description="Of a form.")] = UNSET
    from_url: Maybe[str] = field(default=UNSET, name="fromUrl")
    to_url: Maybe[str] = field(default=UNSET, name="toUrl")
    trigger: Annotated[Maybe[NavigationTrigger], Meta(description="Of a navigation.")] = UNSET
    scroll_x: Maybe[float] = field(default=UNSET, name="scrollX")
    scroll_y: Maybe[float] = field(default=UNSET, name="scrollY")
    target: Annotated[Maybe[str], Meta(description="Of a scroll: `window` or the element's CSS path.")] = UNSET
    target_selectors: Annotated[Maybe[Selectors], Meta(description="Where a drag was dropped.")] = field(
        default=UNSET, name="targetSelectors"
    )
    caused_by: Annotated[
        Maybe[str], Meta(description="Of a submit that another action brought about: that action's id.")
    ] = field(default=UNSET, name="causedBy")
    dialog: Maybe[DialogType] = UNSET
    accepted: Annotated[Maybe[bool], Meta(description="Of a dialog.")] = UNSET
    appeared: Annotated[
        Maybe[
            Annotated[list[Annotated[str, Meta(max_length=APPEARED_TEXT_CHARS)]], Meta(max_length=MAX_APPEARED_TEXTS)]
        ],
        Meta(description="Texts that it made appear: each found only once, and still there later."),
    ] = UNSET
    page_watch: Annotated[
        Maybe[PageWatch], Meta(description="Absent where a part of the page cannot be seen, such as a canvas.")
    ] = field(default=UNSET, name="pageWatch")


class SnapshotElement(Struct, frozen=True, kw_only=True):
    """A heading, or an element with a test id."""

    role: Maybe[str] = UNSET
    level: Maybe[Int] = UNSET
    text: str
    test_id: Maybe[str] = field(default=UNSET, name="testId")
    visible: bool = True
    stable: Annotated[Maybe[bool], Meta(description="Whether it was still present in a second snapshot.")] = UNSET
    unique: Annotated[Maybe[bool], Meta(description="False if others have the same test id, or heading.")] = UNSET
    composed: Annotated[Maybe[bool], Meta(description="True if the text is that of several blocks, run together.")] = (
        UNSET
    )


class DomSnapshot(Event, frozen=True, kw_only=True):
    """What a page showed after it was loaded or changed its route."""

    title: str = ""
    elements: Annotated[list[SnapshotElement], Meta(max_length=MAX_DOM_SNAPSHOT_ELEMENTS)] = field(default_factory=list)
    watched_since: Annotated[
        Maybe[Annotated[str, Meta(max_length=TIME_CHARS)]],
        Meta(description="Since when changes were noticed beside socket messages."),
    ] = field(default=UNSET, name="watchedSince")
    changed_at: Annotated[
        Maybe[Annotated[str, Meta(max_length=TIME_CHARS)]], Meta(description="When the page last changed since then.")
    ] = field(default=UNSET, name="changedAt")

    def __post_init__(self) -> None:
        check_times(self.ts or None, self.watched_since, self.changed_at)
