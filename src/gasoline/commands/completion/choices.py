"""Completions of a command's argument where argparse's `choices` do not fit.

Stored as an attribute of the argument and computed only for a completion script, so running a command costs nothing.
"""

import argparse
from collections.abc import Callable, Mapping

Words = Callable[[], list[str]]
WordsAfter = Callable[[], Mapping[str, list[str]]]


def offer(action: argparse.Action, words: Words) -> None:
    action.offered = words  # type: ignore[attr-defined]


def offer_after(action: argparse.Action, words: WordsAfter) -> None:
    """Completions that depend on the preceding words, keyed by those words."""
    action.offered_after = words  # type: ignore[attr-defined]


def offered(action: argparse.Action) -> list[str]:
    words: Words | None = getattr(action, "offered", None)
    return words() if words else [str(choice) for choice in action.choices or ()]


def offered_after(action: argparse.Action) -> Mapping[str, list[str]]:
    words: WordsAfter | None = getattr(action, "offered_after", None)
    return words() if words else {}
