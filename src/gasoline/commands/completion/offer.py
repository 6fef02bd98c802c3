"""What a command's argument may be completed to, where argparse's `choices` say too little or too much.

A plain attribute of the argument: a command that runs pays nothing, the words are only made for a completion script.
"""

import argparse
from collections.abc import Callable, Mapping

Words = Callable[[], list[str]]
WordsAfter = Callable[[], Mapping[str, list[str]]]


def offer(action: argparse.Action, words: Words) -> None:
    action.offered = words  # type: ignore[attr-defined]


def offer_after(action: argparse.Action, words: WordsAfter) -> None:
    """Words that depend on the words before them, by those words."""
    action.offered_after = words  # type: ignore[attr-defined]


def offered(action: argparse.Action) -> list[str]:
    words: Words | None = getattr(action, "offered", None)
    return words() if words else [str(choice) for choice in action.choices or ()]


def offered_after(action: argparse.Action) -> Mapping[str, list[str]]:
    words: WordsAfter | None = getattr(action, "offered_after", None)
    return words() if words else {}
