"""docs/dashboard.md lists the views that the dashboard has, with their keys."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/dashboard.md").read_text("utf-8")
VIEWS = ROOT / "dashboard/src/views"
DECLARED = re.compile(r'title: "(?P<title>[^"]+)",\s+letter: "(?P<letter>\w)"')


def test_every_view_has_a_row_and_its_key() -> None:
    modules = re.findall(
        r'^import \{ \w+ \} from "\./(\w+)\.js";$', (VIEWS / "index.ts").read_text("utf-8"), re.MULTILINE
    )
    declared = [DECLARED.search((VIEWS / f"{name}.tsx").read_text("utf-8")) for name in modules]
    views = {found["title"]: found["letter"] for found in declared if found}
    assert len(views) == len(modules)
    table = PAGE.partition("## What each view shows")[2].partition("\n\nThe lists")[0]
    rows = [row for row in re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE) if row != "view" and "---" not in row]
    assert sorted(rows) == sorted(views)
    letters = next(line for line in PAGE.splitlines() if "and a letter" in line).split(" | ")[1]
    keys = dict(re.findall(r"`(\w)` ([\w ]+)", letters))
    assert {title.strip(): letter for letter, title in keys.items()} == views
