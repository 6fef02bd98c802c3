"""The tables of docs/security.md, which tests compare with what happens."""

from pathlib import Path

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "security.md").read_text("utf-8")


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the first table behind a heading, without its head."""
    section = TEXT.split(f"{heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]
