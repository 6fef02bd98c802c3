"""docs/security.md: every row of its two tables of attacks names tests, and these exist."""

import re
from functools import cache
from pathlib import Path

import pytest
from security_tables import rows_under

ROOT = Path(__file__).resolve().parents[2]
HEADINGS = ("## Threat model", "## The page's own world")


@cache
def sources() -> dict[Path, str]:
    folders = [(ROOT / "tests", "*.py"), (ROOT / "extension" / "test", "*.ts")]
    found = (path for folder, pattern in folders for path in folder.rglob(pattern) if "node_modules" not in path.parts)
    return {path: path.read_text("utf-8") for path in found}


def is_test(name: str) -> bool:
    """A file, by its path from `tests`, `tests/adversary` or the root or by its name alone; or a function."""
    if not name.endswith((".py", ".ts")):
        return any(
            re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.MULTILINE) for text in sources().values()
        )
    places = (ROOT / "tests" / "adversary" / name, ROOT / "tests" / name, ROOT / name)
    return any(place.is_file() for place in places) or ("/" not in name and any(p.name == name for p in sources()))


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_row_names_a_test_that_exists(heading: str) -> None:
    rows = rows_under(heading)
    assert len(rows) > 5
    cited = [re.findall(r"`([^`]+)`", row[-1]) for row in rows]
    assert cited[0]
    assert [row[:2] for row, names in zip(rows, cited, strict=True) if not names and row[-1] != "the same"] == []
    assert [name for names in cited for name in names if not is_test(name)] == []


def test_a_name_that_no_test_has_is_noticed() -> None:
    assert not is_test("test_nothing_of_the_kind_exists.py")
    assert not is_test("test_nothing_of_the_kind_exists")
    assert is_test("test_squatter.py")
    assert is_test("test_every_row_names_a_test_that_exists")
