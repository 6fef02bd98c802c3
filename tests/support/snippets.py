"""Where an entry has its source snippets: in its context, or still beside it."""

from typing import Any


def snippets_of(entry: dict[str, Any]) -> list[dict[str, Any]]:
    context = entry.get("_aiContext") or {}
    return list(context.get("sourceSnippets") or entry.get("_sourceSnippets") or [])
