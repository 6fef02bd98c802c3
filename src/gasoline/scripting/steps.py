"""The intermediate form: what the person did as steps that no framework is named in."""

from dataclasses import dataclass
from typing import TypeAlias

from gasoline.model.actions import DialogType, Selectors


@dataclass(frozen=True)
class Target:
    """An element, with every way to find it again; each dialect has its own order of preference."""

    selectors: Selectors
    frames: tuple[str, ...] = ()
    shadow: tuple[str, ...] = ()
    label: str = ""
    """What a person would call it."""


@dataclass(frozen=True)
class Secret:
    """A value that was never recorded; `variable` names the environment variable to give it in."""

    variable: str


@dataclass(frozen=True)
class Address:
    """A URL. It is loose when a part of it was left out or changes from run to run: then `pattern` tells it."""

    url: str
    pattern: str = ""


@dataclass(frozen=True)
class Click:
    target: Target
    double: bool = False


@dataclass(frozen=True)
class Send:
    """A form that was sent, where what sent it is not among the steps."""

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
    """A key. `focus` is the element that must have the focus, where the steps before do not see to it."""

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
    """Something that is only told."""

    text: str


Act: TypeAlias = (
    Click | Send | Fill | Check | Choose | ChooseFiles | Press | Drag | Open | Reload | Travel | Arrive | Remark
)


@dataclass(frozen=True)
class Dialog:
    """A dialog that the step opened, and what the person answered."""

    kind: DialogType
    accepted: bool
    answer: str | Secret | None = None


@dataclass(frozen=True)
class Step:
    """One act, when it was, and what belongs to it."""

    act: Act
    at_ms: float
    comment: str = ""
    pause_s: float = 0.0
    """How long the person did nothing before it."""
    dialogs: tuple[Dialog, ...] = ()
