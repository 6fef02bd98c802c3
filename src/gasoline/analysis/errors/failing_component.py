"""Ends a path of components at the one that failed, where the source says which one that is."""

from pathlib import PurePosixPath

import msgspec

from gasoline.model.error_context import ComponentAncestry, SourceSnippet

SINGLE_FILE_COMPONENTS = (".vue", ".svelte")
"""A file of these is one component, and is named like it; other files may hold any number of them."""


def until_failing(ancestry: ComponentAncestry | None, snippets: list[SourceSnippet]) -> ComponentAncestry | None:
    """Of code that runs later the page knows which element was used: often one inside the component that failed."""
    if ancestry is None or not snippets:
        return ancestry
    file = PurePosixPath(snippets[0].file)
    names = [component.name for component in ancestry.components]
    if file.suffix not in SINGLE_FILE_COMPONENTS or file.stem not in names:
        return ancestry
    # The innermost of its name: components may hold themselves.
    end = len(names) - names[::-1].index(file.stem)
    return msgspec.structs.replace(ancestry, components=ancestry.components[:end])
