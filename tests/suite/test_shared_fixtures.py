"""A fixture that all tests share has a name of its own: a second one of that name would silently replace the first."""

import ast
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]


def shared_fixtures(request: pytest.FixtureRequest) -> list[str]:
    """What each file of shared fixtures defines."""
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    assert conftest is not None
    files = [TESTS / "conftest.py", *(TESTS / "support" / f"{name}.py" for name in conftest.pytest_plugins)]
    return [
        definition.name
        for file in files
        for definition in ast.parse(file.read_text()).body
        if isinstance(definition, ast.FunctionDef)
        and any("pytest.fixture" in ast.unparse(decorator) for decorator in definition.decorator_list)
    ]


def test_no_two_shared_fixtures_have_one_name(request: pytest.FixtureRequest) -> None:
    counted = Counter(shared_fixtures(request))
    assert "shop" in counted
    assert [name for name, count in counted.items() if count > 1] == []
