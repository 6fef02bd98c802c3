"""The pinned Python packages: complete for every system and Python that is supported, each file known by its hash."""

import re
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
FILES = ("requirements.txt", "requirements-otlp.txt", "requirements-dev.txt")
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def lines_of(name: str) -> list[str]:
    joined = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    return [line for line in joined.splitlines() if line and not line.startswith(("#", "-r "))]


LINES = [line for name in FILES for line in lines_of(name)]
PINS = {canonicalize_name(pin.name): pin for line in LINES for pin in [Requirement(line.partition(" --hash")[0])]}


@pytest.mark.parametrize("line", LINES, ids=[line.partition("==")[0] for line in LINES])
def test_every_pin_is_exact_and_carries_hashes(line: str) -> None:
    pin, *hashes = line.split("--hash=")
    assert re.fullmatch(r"[\w.-]+==[\w.]+(; sys_platform [!=]= 'win32')? *", pin)
    assert hashes
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value.strip()) for value in hashes)


@pytest.mark.parametrize(("system", "python"), list(product(SYSTEMS, PYTHONS)))
def test_whatever_a_pinned_package_needs_is_pinned_too(system: str, python: str) -> None:
    """With hashes, pip refuses a package that is needed and not pinned."""
    environment = {**SYSTEMS[system], "python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    environment |= {"platform_machine": "x86_64", "platform_python_implementation": "CPython"}
    environment |= {"implementation_name": "cpython"}
    used = [name for name, pin in PINS.items() if pin.marker is None or pin.marker.evaluate(environment)]
    missing = {
        f"{name} needs {need}" for name in used for need in needs_of(name, environment) if not is_pinned(need, used)
    }
    assert missing == set()


def needs_of(name: str, environment: dict[str, str]) -> list[Requirement]:
    """With what the extras that it asks of others need."""
    try:
        needs = [need for need in map(Requirement, requires(name) or []) if holds(need, environment)]
    except PackageNotFoundError:  # of another system; none of these needs anything
        return []
    for need in needs[:]:
        for extra in need.extras:
            needs += needs_of(need.name, {**environment, "extra": extra})
    return needs


def holds(need: Requirement, environment: dict[str, str]) -> bool:
    return need.marker is None or need.marker.evaluate(environment)


def is_pinned(need: Requirement, used: Sequence[str]) -> bool:
    name = canonicalize_name(need.name)
    return name in used and need.specifier.contains(str(PINS[name].specifier).removeprefix("=="), prereleases=True)


def test_setup_installs_by_hash() -> None:
    recipe = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"pip install .*--require-hashes -r requirements-dev\.txt", recipe)


def test_workflows_fetch_nothing_that_no_lock_file_names() -> None:
    workflows = "\n".join(path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    commands = re.findall(r"^ *-? *run: (.*)$", workflows, re.MULTILINE)
    assert commands
    assert [command for command in commands if re.search(r"\b(npx|pip install|npm i|curl)\b", command)] == []
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"\bnpx (?!--no-install)", makefile) == []
