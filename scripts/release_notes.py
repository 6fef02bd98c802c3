"""Prints the section of CHANGELOG.md for a tag such as v0.1.0; fails if there is none with a date for this version."""

import re
import sys
from pathlib import Path

from gasoline import __version__

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"


def release_notes(tag: str, changelog: str) -> str:
    version = tag.removeprefix("v")
    if version != __version__:
        raise SystemExit(f"The tag is {tag}, but the package has version {__version__}.")
    found = re.search(rf"^## {re.escape(version)} \((?P<date>.+?)\)\n(?P<notes>.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if found is None or not re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"]):
        raise SystemExit(f"CHANGELOG.md has no section `## {version} (YYYY-MM-DD)`: write the date of the release.")
    return found["notes"].strip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(release_notes(sys.argv[1], CHANGELOG.read_text("utf-8")))
