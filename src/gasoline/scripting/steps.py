"""The intermediate form: the user's actions as framework-independent steps."""

from dataclasses import dataclass
from typing import TypeAlias

from gasoline.model.actions import DialogType, Selectors


@dataclass(frozen=True)
class Target:
    """An element with all its selectors; each dialect has its own order of preference."""

    selectors: Selectors
    frames: tuple[str, ...] = ()
    shadow: tuple[str, ...] = ()
    label: str = ""
    """Its readable name."""


@dataclass(frozen=True)
class Secret:
    """A value that was not recorded; `variable` is the environment variable that supplies it."""

    variable: str


@dataclass(frozen=True)
class Address:
    """A URL. If a part was removed or changes between runs, `pattern` matches it."""

    url: str
    pattern: str = ""


@dataclass(frozen=True)
class Click:
    target: Target
    double: bool = False


@dataclass(frozen=True)
class Send:
    """A form submit whose trigger is not among the steps."""

    target: Target


@dataclass(frozen=True)
class Fill:
    target: Target
    value: str | Secret
    input_type: str = "text"


@dataclass(frozen=True)
class Check:
    target: Target
    on: bool


@dataclass(frozen=True)
class Choose:
    target: Target
    values: tuple[str | Secret, ...]
    several: bool
    by_label: bool = False


@dataclass(frozen=True)
class ChooseFiles:
    target: Target
    names: tuple[str, ...]


@dataclass(frozen=True)
class Press:
    """A key press. `focus` is the element to focus first, unless the previous steps already do."""

    key: str
    modifiers: tuple[str, ...] = ()
    focus: Target | None = None


@dataclass(frozen=True)
class Drag:
    target: Target
    onto: Target


@dataclass(frozen=True)
class Open:
    address: Address


@dataclass(frozen=True)
class Reload:
    pass


@dataclass(frozen=True)
class Travel:
    """Back or forward in the browser's history."""

    back: bool
    address: Address


@dataclass(frozen=True)
class Arrive:
    """A navigation that the steps before it caused."""

    address: Address
    leaves_document: bool = False


@dataclass(frozen=True)
class Remark:
    """Something that is only mentioned in a comment."""

    text: str


Act: TypeAlias = (
    Click | Send | Fill | Check | Choose | ChooseFiles | Press | Drag | Open | Reload | Travel | Arrive | Remark
)


@dataclass(frozen=True)
class Dialog:
    """A dialog that the step opened, and the user's answer."""

    kind: DialogType
    accepted: bool
    answer: str | Secret | None = None


@dataclass(frozen=True)
class Step:
    """One act with its time and what belongs to it."""

    act: Act
    at_ms: float
    comment: str = ""
    pause_s: float = 0.0
    """How long the user was idle before it."""
    dialogs: tuple[Dialog, ...] = ()
