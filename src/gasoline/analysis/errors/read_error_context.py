"""Reads the context of an error, which senders send in pieces or already composed."""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from gasoline.model.error_context import AiContext, ComponentAncestry, SourceSnippet, StateSnapshot
from gasoline.model.events import AnyLogEntry

T = TypeVar("T")
_NOTHING = AiContext()


@dataclass(frozen=True)
class ErrorContext:
    """What is not known is empty."""

    summary: str
    source_snippets: list[SourceSnippet]
    component_ancestry: ComponentAncestry | None
    state_snapshot: StateSnapshot | None

    @property
    def is_empty(self) -> bool:
        return not (self.summary or self.source_snippets or self.component_ancestry or self.state_snapshot)


def context_of(entry: AnyLogEntry) -> ErrorContext:
    """The pieces are newer than what was composed of them."""
    composed = entry.ai_context if isinstance(entry.ai_context, AiContext) else _NOTHING
    snippets = snippets_of(entry)
    ancestry = _known(entry.component_ancestry) or _known(composed.component_ancestry)
    return ErrorContext(
        _known(composed.summary) or "",
        snippets,
        path_to_failing(ancestry, snippets),
        _known(entry.state_snapshot) or _known(composed.state_snapshot),
    )


def snippets_of(entry: AnyLogEntry) -> list[SourceSnippet]:
    if entry.source_snippets:
        return entry.source_snippets
    composed = entry.ai_context if isinstance(entry.ai_context, AiContext) else _NOTHING
    return _known(composed.source_snippets) or []


def _known(value: T | UnsetType | None) -> T | None:
    return None if value is UNSET else value


SINGLE_FILE_COMPONENTS = (".vue", ".svelte")
"""A file of these is one component, and is named like it; other files may hold any number of them."""


def path_to_failing(ancestry: ComponentAncestry | None, snippets: list[SourceSnippet]) -> ComponentAncestry | None:
    """For code that runs later, the page knows which element was used: often one inside the component that failed."""
    if ancestry is None or not snippets:
        return ancestry
    file = PurePosixPath(snippets[0].file)
    names = [component.name for component in ancestry.components]
    if file.suffix not in SINGLE_FILE_COMPONENTS or file.stem not in names:
        return ancestry
    # The innermost of its name: components may hold themselves.
    end = len(names) - names[::-1].index(file.stem)
    return msgspec.structs.replace(ancestry, components=ancestry.components[:end])
