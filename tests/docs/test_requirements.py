"""docs/requirements.md and the code agree: every cited id exists, and every requirement is cited by a test."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(r"^\| ([A-Z0-9]+-\d\d) \| (.+) \|$", (ROOT / "docs/requirements.md").read_text("utf-8"), re.MULTILINE)
LISTED = [name for name, _ in ROWS]
REQUIREMENTS = dict(ROWS)
AREAS = "|".join(sorted({name.split("-")[0] for name in LISTED}))
ID = re.compile(rf"\b(?:{AREAS})-\d\d\b")
LIMIT = re.compile(
    r"^(?:export )?(?:const )?(?P<name>[A-Z][A-Z0-9_]+) = (?P<value>[^#;\n/]+);?\s+(?:#|//) (?P<id>[A-Z0-9]+-\d\d)\b",
    re.MULTILINE,
)
COMMENT_OF_TEST = re.compile(
    r"^[ ]*(?:#|//) (?P<ids>[A-Z0-9]+-\d\d(?:, [A-Z0-9]+-\d\d)*)\n"
    r"(?:^[ ]*@.*\n(?:^(?![ ]*(?:async )?def ).*\n)*)?"  # decorators
    r"^[ ]*(?:(?:async )?def test_|(?:test|it)[.(])",
    re.MULTILINE,
)


def _sources() -> dict[str, str]:
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.ts", "*.tsx", "*.mjs", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listed.stdout.split() if name != "docs/requirements.md"]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths if path.exists()}


SOURCES = _sources()


def _cited_by_tests() -> set[str]:
    tests = [text for name, text in SOURCES.items() if re.search(r"/test_\w+\.py$|\.test\.tsx?$", name)]
    return {name for text in tests for match in COMMENT_OF_TEST.finditer(text) for name in match["ids"].split(", ")}


def test_no_requirement_is_listed_twice() -> None:
    assert len(LISTED) == len(set(LISTED)) > 0


def test_every_cited_requirement_exists() -> None:
    unknown = {
        f"{name}: {found}" for name, text in SOURCES.items() for found in ID.findall(text) if found not in LISTED
    }
    assert unknown == set()


def test_every_requirement_is_cited_by_a_test() -> None:
    assert sorted(set(LISTED) - _cited_by_tests()) == []


def test_a_limit_that_cites_a_requirement_has_its_number() -> None:
    wrong = []
    for name, text in SOURCES.items():
        for limit in LIMIT.finditer(text):
            value = _value(limit["value"])
            said = set(re.findall(r"\d[\d.]*", REQUIREMENTS[limit["id"]].replace(",", "").replace("a minute", "60 s")))
            if value is not None and not {number.rstrip(".") for number in said} & _spellings(value):
                wrong.append(f"{name}: {limit['name']} = {limit['value']}, but {limit['id']} says {sorted(said)}")
    assert not wrong, "\n".join(wrong)


def _value(source: str) -> float | None:
    """The number of a product such as `8 * KIB`."""
    product = 1.0
    for factor in source.replace("KIB", "1024").replace("MIB", "1024 * 1024").split("*"):
        try:
            product *= float(factor.strip().replace("_", ""))
        except ValueError:
            return None
    return product


def _spellings(value: float) -> set[str]:
    """As a requirement may write it: in its own unit, or in KB, MB, seconds, minutes, hours or percent."""
    units = (1, 1024, 1024 * 1024, 1000, 60, 3600, 0.01)
    return {f"{value / unit:.10g}" for unit in units}
