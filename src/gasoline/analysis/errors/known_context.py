"""What senders told about an error's surroundings, piece by piece or already composed."""

from dataclasses import dataclass
from typing import TypeVar

from msgspec import UNSET, UnsetType

from gasoline.analysis.errors.failing_component import until_failing
from gasoline.model.error_context import AiContext, ComponentAncestry, SourceSnippet, StateSnapshot
from gasoline.model.events import AnyLogEntry

T = TypeVar("T")
_NOTHING = AiContext()


@dataclass(frozen=True)
class KnownContext:
    """What is not known is empty."""

    summary: str
    source_snippets: list[SourceSnippet]
    component_ancestry: ComponentAncestry | None
    state_snapshot: StateSnapshot | None

    @property
    def is_empty(self) -> bool:
        return not (self.summary or self.source_snippets or self.component_ancestry or self.state_snapshot)


def context_of(entry: AnyLogEntry) -> KnownContext:
    """The pieces are newer than what was composed of them."""
    composed = entry.ai_context if isinstance(entry.ai_context, AiContext) else _NOTHING
    snippets = snippets_of(entry)
    ancestry = _known(entry.component_ancestry) or _known(composed.component_ancestry)
    return KnownContext(
        _known(composed.summary) or "",
        snippets,
        until_failing(ancestry, snippets),
        _known(entry.state_snapshot) or _known(composed.state_snapshot),
    )


def snippets_of(entry: AnyLogEntry) -> list[SourceSnippet]:
    if entry.source_snippets:
        return entry.source_snippets
    composed = entry.ai_context if isinstance(entry.ai_context, AiContext) else _NOTHING
    return _known(composed.source_snippets) or []


def _known(value: T | UnsetType | None) -> T | None:
    return None if value is UNSET else value
