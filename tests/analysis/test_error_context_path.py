"""Where the path of components around an error ends."""

import pytest

from gasoline.analysis.errors.read_error_context import path_to_failing
from gasoline.model.error_context import Component, ComponentAncestry, SourceSnippet


def ancestry(*names: str) -> ComponentAncestry:
    return ComponentAncestry(framework="vue", components=[Component(name=name) for name in names])


def in_file(file: str) -> list[SourceSnippet]:
    return [SourceSnippet(file=file, line=3, column=1, snippet=[])]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        pytest.param("src/LoginForm.vue", "App LoginForm", id="at the component of the file that failed"),
        pytest.param("src/Tree.svelte", "App LoginForm Tree Row Tree", id="at the innermost of its name"),
        pytest.param("src/auth.vue", "App LoginForm Tree Row Tree Button", id="at the element that was used"),
        pytest.param("src/App.jsx", "App LoginForm Tree Row Tree Button", id="there, too: a file of many components"),
    ],
)
def test_a_path_ends(file: str, expected: str) -> None:
    found = path_to_failing(ancestry("App", "LoginForm", "Tree", "Row", "Tree", "Button"), in_file(file))
    assert found is not None
    assert " ".join(component.name for component in found.components) == expected


def test_without_source_or_components_there_is_nothing_to_shorten() -> None:
    assert path_to_failing(None, in_file("src/App.vue")) is None
    assert path_to_failing(ancestry("App", "Row"), []) == ancestry("App", "Row")
