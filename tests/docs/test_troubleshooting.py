"""The troubleshooting page has a section for each check of the doctor, and no other; its commands exist."""

import ast
import re
from pathlib import Path

from gasoline.commands.command_line import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text("utf-8")
CHECKING = ("commands/doctor_checks.py", "commands/doctor_clients.py", "analysis/health/checks.py")
NO_CHECK = {"still stuck"}


def check_ids() -> set[str]:
    """The first argument of every Check that is made anywhere."""
    found = set()
    for name in CHECKING:
        for node in ast.walk(ast.parse((ROOT / "src" / "gasoline" / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Check":
                (first, *_) = node.args
                assert isinstance(first, ast.Constant), "an id is written out, so that it can be found here"
                found.add(str(first.value))
    return found


def test_checks_are_made_where_this_test_looks() -> None:
    making = {
        str(file.relative_to(ROOT / "src" / "gasoline"))
        for file in (ROOT / "src" / "gasoline").rglob("*.py")
        if re.search(r"\bCheck\(", file.read_text("utf-8")) and "model.check import" in file.read_text("utf-8")
    }
    assert making == set(CHECKING)


def test_every_check_has_a_section_and_every_section_a_check() -> None:
    headings = {heading.lower() for heading in re.findall(r"^## (.+)$", PAGE, re.M)}
    assert headings - NO_CHECK == check_ids()


def test_every_check_is_reached_from_what_a_person_sees() -> None:
    table = PAGE.partition("Below, each heading")[0]
    assert set(re.findall(r"\]\(#(\w+)\)", table)) == check_ids()


def test_every_command_exists() -> None:
    assert set(re.findall(r"`gasoline (\w+)", PAGE)) <= set(COMMANDS)
