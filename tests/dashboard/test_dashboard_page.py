"""The dashboard's page: small, whole, and without any way for text to become more than text."""

import gzip
import re
from pathlib import Path

import pytest

from gasoline.dashboard.page_files import TYPES, read_page

GZIP_BYTES = 150 * 1024  # DASH-02: everything that is shipped, compressed
SOURCES = Path(__file__).parents[2] / "dashboard/src"
FILES = sorted(file for file in SOURCES.rglob("*") if file.suffix in {".ts", ".tsx"})
TEXT_INTO_CODE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|createContextualFragment"
    r"|setHTMLUnsafe|parseFromString|srcdoc|\beval\b|new Function|setTimeout\(\s*[\"'`]|innerText"
)
OUR_LINKS = re.compile(r"href=\{(addressOf\(.*\)|href)\}")


# DASH-02
def test_all_that_is_shipped_is_small() -> None:
    compressed = sum(len(gzip.compress(read_page(name))) for name in TYPES)
    assert compressed < GZIP_BYTES


# DASH-02
def test_the_page_asks_nobody_else_for_anything() -> None:
    shipped = b"\n".join(read_page(name) for name in TYPES).decode()
    hosts = set(re.findall(r"https?://([^/\"'`\s)]+)", shipped))
    named, linked = {"www.w3.org"}, {"cwe.mitre.org"}
    assert hosts <= named | linked, "only names of XML namespaces and links that a person follows are addresses"
    assert "@import" not in read_page("app.css").decode()
    assert "sourceMappingURL" not in shipped


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_source_can_turn_text_into_markup_or_code(file: Path) -> None:
    assert TEXT_INTO_CODE.findall(file.read_text()) == []


def test_links_lead_to_views_or_to_checked_addresses() -> None:
    for file in FILES:
        for link in re.findall(r"href=\{[^\n]*?\}(?=[\s/>])", file.read_text()):
            assert OUR_LINKS.fullmatch(link), f"{file.name}: {link}"
            assert "{href}" not in link or file.name in ("safeLink.tsx", "sourcePlace.tsx")
