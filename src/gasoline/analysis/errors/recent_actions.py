"""Joins an error with what the person did before it."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import islice
from typing import Any

from gasoline.analysis.errors.event_time import is_same_page
from gasoline.analysis.errors.inline_text import one_line
from gasoline.model.actions import EnhancedAction, Selectors
from gasoline.model.error_context import RecentAction
from gasoline.model.events import AnyLogEntry, parse_time

MAX_RECENT_ACTIONS = 5  # what the person did before an error
RECENT_ACTIONS_WITHIN_S = 30.0  # and how long before
RECENT_ACTION_CHARS = 100  # a target, text or value of it

_WITHIN = timedelta(seconds=RECENT_ACTIONS_WITHIN_S)
REDACTED = "[redacted]"


class RecentActions:
    """What the person did, newest first."""

    def __init__(self, actions: Iterable[EnhancedAction]) -> None:
        timed = ((parse_time(action.ts), action) for action in actions)
        # Stable: of two in one millisecond, the one that was recorded last stays first.
        self._actions = sorted(timed, key=lambda each: each[0], reverse=True)

    def before(self, error: AnyLogEntry) -> list[RecentAction]:
        """The last ones in the same tab."""
        if not self._actions:
            return []
        moment = parse_time(error.ts)
        near = (action for at, action in self._actions if timedelta() <= moment - at <= _WITHIN)
        here = (action for action in near if is_same_page(action, error))
        return [summarize_action(action) for action in islice(here, MAX_RECENT_ACTIONS)]


def summarize_action(action: EnhancedAction) -> RecentAction:
    """What was done, to what, with which words; never what was typed into a password field."""
    return RecentAction(
        ts=action.ts,
        type=action.type,
        target=one_line(_target(action), RECENT_ACTION_CHARS),
        text=one_line(_first(action.text), RECENT_ACTION_CHARS),
        input_type=one_line(_first(action.input_type), RECENT_ACTION_CHARS),
        value=REDACTED if action.input_type == "password" else one_line(_value(action), RECENT_ACTION_CHARS),
    )


def _target(action: EnhancedAction) -> str:
    if isinstance(action.selectors, Selectors):
        return _selector(action.selectors)
    return _first(action.target, action.to_url)


def _selector(selectors: Selectors) -> str:
    """The shortest that a person recognizes."""
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
