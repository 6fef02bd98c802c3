"""Code and documentation use ordinary words, and none that a reader would have to guess or could not search for."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = {".py", ".ts", ".tsx", ".mjs", ".cjs", ".js", ".mts", ".css", ".html", ".md", ".toml", ".yml", ".sh", ".txt"}
INSTEAD = {
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\b(?:told|tells?|tell|hears?|heard) of\b": "reported, notified",
    r"\b(?:told|tells?|telling)(?: [a-z]+)? apart\b": "distinguished",
    r"\bin vain\b": "without success",
    r"\b(?:thrice|anew|whilst|heretofore)\b": "three times, again, while, until now",
    r"\bby turns\b": "alternately",
    r"\bof ours\b": "our …",
    r"\b(?:gives?|gave) way\b": "is replaced, is closed first",
    r"\bstays? away\b": "is missing, never returns",
    r"\b(?:what|who|whoever) (?:is|are) no [a-z]+": "what is not a …",
}


def tracked_texts() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = (ROOT / name for name in listed.decode().split("\0") if name)
    return [file for file in files if file.suffix in TEXTS and file.is_file() and file != Path(__file__)]


@pytest.mark.parametrize("pattern", INSTEAD)
def test_private_words_are_not_used(pattern: str) -> None:
    word = re.compile(pattern.replace(" ", "[ _]"), re.IGNORECASE)
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for file in tracked_texts()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if word.search(line)
    ]
    assert not found, f"write {INSTEAD[pattern]!r} instead:\n" + "\n".join(found)
