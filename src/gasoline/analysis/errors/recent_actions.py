"""Joins an error with what the person did before it."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import islice
from typing import Any

from gasoline.analysis.errors.one_line import one_line
from gasoline.analysis.errors.when_and_where import is_same_page, time_of
from gasoline.model import limits
from gasoline.model.actions import EnhancedAction, Selectors
from gasoline.model.error_context import RecentAction
from gasoline.model.events import AnyLogEntry

_WITHIN = timedelta(seconds=limits.RECENT_ACTIONS_WITHIN_S)
REDACTED = "[redacted]"


class RecentActions:
    """What the person did, newest first."""

    def __init__(self, actions: Iterable[EnhancedAction]) -> None:
        self._actions = sorted(((time_of(action), action) for action in actions), key=lambda timed: timed[0])[::-1]

    def before(self, error: AnyLogEntry) -> list[RecentAction]:
        """The last ones in the same tab."""
        if not self._actions:
            return []
        moment = time_of(error)
        near = (action for at, action in self._actions if timedelta() <= moment - at <= _WITHIN)
        here = (action for action in near if is_same_page(action, error))
        return [in_short(action) for action in islice(here, limits.RECENT_ACTIONS)]


def in_short(action: EnhancedAction) -> RecentAction:
    """What was done, to what, with which words; never what was typed into a password field."""
    return RecentAction(
        ts=action.ts,
        type=action.type,
        target=_cut(_target(action)),
        text=_cut(_first(action.text)),
        input_type=_cut(_first(action.input_type)),
        value=REDACTED if action.input_type == "password" else _cut(_value(action)),
    )


def _target(action: EnhancedAction) -> str:
    if isinstance(action.selectors, Selectors):
        return _selector(action.selectors)
    return _first(action.target, action.to_url)


def _selector(selectors: Selectors) -> str:
    """The shortest that a person recognises."""
    if isinstance(selectors.test_id, str):
        attribute = _first(selectors.test_id_attribute) or "data-testid"
        return f'[{attribute}="{selectors.test_id}"]'
    if isinstance(selectors.id, str):
        return f"#{selectors.id}"
    return _first(selectors.css_path, selectors.aria_label, selectors.text)


def _value(action: EnhancedAction) -> str:
    return _first(action.value, action.selected_text, action.selected_value, action.pressed)


def _first(*values: Any) -> str:
    return next((value for value in values if isinstance(value, str) and value), "")


def _cut(text: str) -> str:
    return one_line(text, limits.RECENT_ACTION_CHARS)
