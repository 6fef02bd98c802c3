"""What the documentation links to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"")
ANCHOR = re.compile(r"\]\(#([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    found = (link or source for link, source in LINK.findall(page.read_text("utf-8")))
    assert [link for link in found if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_headings_that_a_page_points_to_are_on_it(page: Path) -> None:
    text = page.read_text("utf-8")
    headings = {_anchor(line) for line in re.findall(r"^#+ (.+)$", text, re.M)}
    assert [anchor for anchor in ANCHOR.findall(text) if anchor not in headings] == []


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
