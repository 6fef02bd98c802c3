"""What the documentation links to is there: files and headings. Addresses on the web only have to be well-formed."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
NOT_OURS = {"node_modules", ".venv", "dist", "samples", ".mypy_cache", "build"}
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("[!.n]*/**/*.md"), *ROOT.glob(".github/**/*.md"))
    if not NOT_OURS & set(path.relative_to(ROOT).parts)
)
CODE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$|(?<!\\)(`+)(?!`).*?(?<!`)\2(?!`)", re.M | re.S)
LINK = re.compile(r"\]\((?P<link>[^)\s]+)[^)]*\)|<(?P<auto>https?://[^>]+)>|(?:src|srcset)=\"(?P<source>[^\"]+)\"")
README_LINES = 120
OWN = re.compile(r"https://github\.com/gasoline-mcp/gasoline/(?:blob|tree)/main/(?P<path>[^\s\"'`)>#]+)")
"""Complete addresses of our own files, for those who read them elsewhere."""


def links_of(page: Path) -> list[str]:
    text = CODE.sub("", page.read_text("utf-8"))
    return [str(found["link"] or found["auto"] or found["source"]) for found in LINK.finditer(text)]


def anchors_of(page: Path) -> set[str]:
    """As GitHub names headings; a second heading of the same name gets a number."""
    text = re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", page.read_text("utf-8"), flags=re.M | re.S)
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        name = re.sub(r"[^\w\- ]", "", re.sub(r"\[(.+?)\]\(.+?\)", r"\1", heading).lower()).replace(" ", "-")
        found.add(
            name if name not in found else next(f"{name}-{i}" for i in range(1, 99) if f"{name}-{i}" not in found)
        )
    return found


def problem_of(page: Path, link: str) -> str | None:
    """What is wrong with a link; None if it leads somewhere."""
    address = urlsplit(link)
    if address.scheme:
        is_whole = address.scheme in ("https", "http") and "." in address.netloc
        return None if is_whole else "the address is incomplete"
    target = (page.parent / unquote(address.path)).resolve() if address.path else page
    if not target.exists():
        return "there is no such file"
    if not target.is_relative_to(ROOT):
        return "it leaves the repository"
    if address.fragment and target.suffix == ".md" and address.fragment not in anchors_of(target):
        return "there is no such heading"
    return None


def test_complete_addresses_of_our_own_files_lead_somewhere() -> None:
    forms, sources = (ROOT / ".github").rglob("*.yml"), (ROOT / "src" / "gasoline").rglob("*.py")
    files = [*PAGES, ROOT / "pyproject.toml", *forms, *sources, *(ROOT / "extension" / "src").rglob("*.ts")]
    found = {address["path"] for file in files for address in OWN.finditer(file.read_text("utf-8"))}
    assert "docs/troubleshooting.md" in found
    assert {path for path in found if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert {link: problem for link in links_of(page) if (problem := problem_of(page, link))} == {}


def test_every_page_of_the_docs_is_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        targets = (page.parent / urlsplit(link).path for link in links_of(page) if "://" not in link)
        for target in targets:
            waiting += target.resolve().glob("*.md") if target.is_dir() else [target.resolve()]
    assert {page for page in PAGES if page.is_relative_to(ROOT / "docs")} <= seen


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < README_LINES


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("README.md", None),
        ("docs/guide.md#installing", None),
        ("docs/nowhere.md", "there is no such file"),
        ("docs/guide.md#nowhere", "there is no such heading"),
        ("#install", None),
        ("#nowhere", "there is no such heading"),
        ("https://example.com/x", None),
        ("https://", "the address is incomplete"),
        ("mailto:nobody", "the address is incomplete"),
        ("../outside", "there is no such file"),
    ],
)
def test_a_broken_link_is_found(link: str, problem: str | None) -> None:
    assert problem_of(ROOT / "README.md", link) == problem
