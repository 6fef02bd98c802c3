"""What the user did, so that it can be recognized when it is done again."""

from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.urls import path_of
from gasoline.model.actions import EnhancedAction, RoleSelector, Selectors
from gasoline.model.events import parse_time
from gasoline.model.verification import Step

STEP_CHARS = 80  # one of them in words

NOISE = {"scroll"}
"""Kinds of actions that users do not repeat on purpose."""


def step_of(action: EnhancedAction) -> Step:
    selectors = action.selectors if isinstance(action.selectors, Selectors) else Selectors()
    target = path_of(action.to_url) if isinstance(action.to_url, str) else ""
    text = target or _text(action, selectors)
    return Step(
        type=action.type,
        words=redacted_prefix(f"{action.type} {text}".strip(), STEP_CHARS),
        path=path_of(action.url),
        ts=action.ts,
        names=_lasting_names(selectors, target),
        css_path=selectors.css_path if isinstance(selectors.css_path, str) else "",
    )


def _lasting_names(selectors: Selectors, target: str) -> dict[str, str]:
    """What a page keeps calling an element when its structure changes, the most telling first."""
    names = {
        "to": target,
        "test id": selectors.test_id,
        "label": selectors.aria_label,
        "role": _role(selectors),
        "id": selectors.id,
        "text": selectors.text,
    }
    return {kind: redacted_prefix(name, STEP_CHARS) for kind, name in names.items() if isinstance(name, str) and name}


def _role(selectors: Selectors) -> str:
    role = selectors.role
    return f"{role.role} {role.name}" if isinstance(role, RoleSelector) and role.name else ""


def _text(action: EnhancedAction, selectors: Selectors) -> str:
    """What a person would call the element."""
    role = selectors.role
    spoken = role.name if isinstance(role, RoleSelector) else ""
    names = (selectors.aria_label, spoken, action.text, selectors.text, selectors.test_id, selectors.id)
    found = next((name for name in (*names, selectors.css_path) if isinstance(name, str) and name), "")
    return f"“{found}”" if found else ""


def is_same(one: Step, other: Step) -> bool:
    """The same thing on the same page. The most telling name that both have decides, or else the place in the page."""
    if one.type != other.type or (one.path != other.path and one.type != "navigate"):
        return False
    shared = next((kind for kind in one.names if kind in other.names), None)
    return one.css_path == other.css_path if shared is None else one.names[shared] == other.names[shared]


def steps_of(actions: list[EnhancedAction]) -> list[Step]:
    """Oldest first, from actions that are newest first. What an action caused is not a step of its own."""
    found = [
        step_of(action) for action in actions if action.type not in NOISE and not isinstance(action.caused_by, str)
    ]
    return sorted(found, key=lambda step: parse_time(step.ts))


def repeated_steps(steps: tuple[Step, ...], since: list[Step]) -> list[bool]:
    """Whether each step was repeated, in the same order. The last step, which failed, may come at any position."""
    found, end = [], len(since)
    for step in reversed(steps):
        place = next((index for index in reversed(range(end)) if is_same(step, since[index])), None)
        found.append(place is not None)
        end = end if place is None else place
    return found[::-1]
