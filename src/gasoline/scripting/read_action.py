"""Converts one recorded action into an act, independently of earlier actions."""

from msgspec import Struct

from gasoline.kernel.secrets.mask import MASK
from gasoline.model.actions import EnhancedAction, Selectors
from gasoline.scripting import steps
from gasoline.scripting.selector_options import label_of
from gasoline.scripting.steps import Act, Target
from gasoline.scripting.variables import Variables

KEY_NAMES = """
Enter Escape Tab Backspace Delete Insert Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight
ContextMenu F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12
"""
NAMED_KEYS = frozenset(KEY_NAMES.split())
NOT_FOCUSABLE = ("body", "html", "html > body")


class Unusable(Struct, frozen=True):
    """An action that cannot become a step, with the reason."""

    remark: str
    warning: str


def target_of(action: EnhancedAction, selectors: object = None) -> Target | None:
    """The element of the action; None if it cannot be located."""
    chosen = selectors or action.selectors
    if not isinstance(chosen, Selectors) or not label_of(chosen):
        return None
    return Target(chosen, tuple(action.frame or ()), tuple(action.shadow or ()), label_of(chosen))


def read_action(action: EnhancedAction, variables: Variables) -> Act | Unusable:
    """The act on an element; not navigations, dialogs or scrolling."""
    if action.type == "keypress":
        return _press(action)
    target = target_of(action)
    if target is None:
        return _nowhere(action)
    if action.type == "drag":
        onto = target_of(action, action.target_selectors) if action.target_selectors else None
        return steps.Drag(target, onto) if onto else _nowhere(action)
    if action.type == "submit" and isinstance(action.form_action, str):
        return steps.Send(target)
    return _change(action, target, variables) or steps.Click(target, double=action.type == "dblclick")


def _change(action: EnhancedAction, target: Target, variables: Variables) -> Act | None:
    """The act on a form field; None if it was only clicked."""
    if action.files:
        return steps.ChooseFiles(target, tuple(action.files))
    if action.type == "select":
        return _choose(action, target, variables)
    if isinstance(action.checked, bool):
        return steps.Check(target, action.checked)
    return _fill(action, target, variables) if action.type == "input" else None


def _fill(action: EnhancedAction, target: Target, variables: Variables) -> Act:
    kind = action.input_type or "text"
    if kind == "password" or MASK in (action.value or ""):
        return steps.Fill(target, variables.secret_of(target), kind)
    value = action.value or ""
    delays = tuple(action.key_delays or ())
    return steps.Fill(target, value, kind, delays if len(delays) == len(value) - 1 else ())


def _choose(action: EnhancedAction, target: Target, variables: Variables) -> Act:
    chosen = _chosen(action, target)
    if any(isinstance(value, str) and MASK in value for value in chosen.values):
        return steps.Choose(target, (variables.secret_of(target),), several=False)
    return chosen


def _chosen(action: EnhancedAction, target: Target) -> steps.Choose:
    if isinstance(action.selected_values, list):
        return steps.Choose(target, tuple(action.selected_values), several=True)
    if isinstance(action.selected_value, str):
        return steps.Choose(target, (action.selected_value,), several=False)
    by_value = action.value if isinstance(action.value, str) else None
    label = by_value if by_value is not None else action.selected_text or ""
    return steps.Choose(target, (label,), several=False, by_label=by_value is None)


def _press(action: EnhancedAction) -> Act | Unusable:
    key = "Space" if action.pressed == " " else action.pressed or ""
    if key not in NAMED_KEYS and key != "Space" and not (len(key) == 1 and key.isascii() and key.isprintable()):
        return Unusable("A key was pressed that scripts cannot press.", "A key press was left out: its key is unknown.")
    return steps.Press(key, tuple(action.modifiers or ()), _focusable(target_of(action)))


def _focusable(target: Target | None) -> Target | None:
    if target is None or target.selectors.css_path in NOT_FOCUSABLE:
        return None
    return target


def _nowhere(action: EnhancedAction) -> Unusable:
    place = action.position
    where = f" at ({place.x:.0f}, {place.y:.0f})" if place else ""
    has_secret = isinstance(action.selectors, Selectors) and MASK in str(action.selectors)
    if has_secret:
        reason = "every selector of its element contains a secret."
        return Unusable(f"{action.type}{where}: {reason}", f"An action was left out: {reason}")
    return Unusable(
        f"{action.type}{where}: no selector was recorded for the element.",
        "An action was left out: no selector was recorded for its element.",
    )
