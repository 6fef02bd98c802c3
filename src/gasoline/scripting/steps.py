"""The intermediate form: the user's actions as framework-independent steps."""

from typing import TypeAlias

from msgspec import Struct

from gasoline.model.actions import DialogType, Selectors


class Target(Struct, frozen=True):
    """An element with all its selectors; each dialect has its own order of preference."""

    selectors: Selectors
    frames: tuple[str, ...] = ()
    shadow: tuple[str, ...] = ()
    label: str = ""
    """Its readable name."""


class Secret(Struct, frozen=True):
    """A value that was not recorded; `variable` is the environment variable that supplies it."""

    variable: str


class Address(Struct, frozen=True):
    """A URL. If a part was removed or changes between runs, `pattern` matches it."""

    url: str
    pattern: str = ""


class Click(Struct, frozen=True):
    target: Target
    double: bool = False


class Send(Struct, frozen=True):
    """A form submit whose trigger is not among the steps."""

    target: Target


class Fill(Struct, frozen=True):
    target: Target
    value: str | Secret
    input_type: str = "text"
    key_delays: tuple[int, ...] = ()
    """Milliseconds before each character but the first, if it was typed key by key."""
    key_by_key: bool = False
    """Whether a script types it in this rhythm instead of entering it at once."""


class Check(Struct, frozen=True):
    target: Target
    on: bool


class Choose(Struct, frozen=True):
    target: Target
    values: tuple[str | Secret, ...]
    several: bool
    by_label: bool = False


class ChooseFiles(Struct, frozen=True):
    target: Target
    names: tuple[str, ...]


class Press(Struct, frozen=True):
    """A key press. `focus` is the element to focus first, unless the previous steps already do."""

    key: str
    modifiers: tuple[str, ...] = ()
    focus: Target | None = None


class Drag(Struct, frozen=True):
    target: Target
    onto: Target


class Open(Struct, frozen=True):
    address: Address


class Reload(Struct, frozen=True):
    pass


class Travel(Struct, frozen=True):
    """Back or forward in the browser's history."""

    back: bool
    address: Address


class Arrive(Struct, frozen=True):
    """A navigation that the steps before it caused."""

    address: Address
    leaves_document: bool = False


class Remark(Struct, frozen=True):
    """Something that is only mentioned in a comment."""

    text: str


Act: TypeAlias = (
    Click | Send | Fill | Check | Choose | ChooseFiles | Press | Drag | Open | Reload | Travel | Arrive | Remark
)


class Dialog(Struct, frozen=True):
    """A dialog that the step opened, and the user's answer."""

    kind: DialogType
    accepted: bool
    answer: str | Secret | None = None


class Step(Struct, frozen=True):
    """One act with its time and what belongs to it."""

    act: Act
    at_ms: float
    comment: str = ""
    pause_s: float = 0.0
    """How long the user was idle before it."""
    dialogs: tuple[Dialog, ...] = ()
    appeared: tuple[str, ...] = ()
    """Texts that it made appear."""
    changes_page: bool = False
    """Whether anything of the page changed after it."""
    frames: tuple[str, ...] = ()
    """The frames around its element, and around these texts."""
