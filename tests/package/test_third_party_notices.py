"""THIRD_PARTY_NOTICES.md names every package whose code is in the extension or the dashboard, with its license."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "node_modules"
NOTICES = "THIRD_PARTY_NOTICES.md"
IMPORT = re.compile(r"""^(?:import|export)(?! type)[^;]*? from "(?P<name>(?:@[\w-]+/)?[\w-][\w.-]*)""", re.M)
HEADING = re.compile(r"^## (?P<name>\S+) \S+\n\nLicense: (?P<license>\S+)\. Source code: <https://\S+>$", re.M)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    outputs = ["--out", str(folder / "extension"), "--dashboard-out", str(folder / "dashboard")]
    subprocess.run(["node", "extension/build.mjs", *outputs], cwd=ROOT, check=True, capture_output=True)
    return folder


def listed(folder: Path) -> dict[str, str]:
    return {found["name"]: found["license"] for found in HEADING.finditer((folder / NOTICES).read_text("utf-8"))}


def imported_by(sources: Path) -> Iterator[str]:
    """Packages that sources import by name, and what these packages need in turn."""
    for file in [*sources.rglob("*.ts"), *sources.rglob("*.tsx")]:
        for found in IMPORT.finditer(file.read_text("utf-8")):
            yield found["name"]
            yield from needed_by(found["name"])


def needed_by(name: str) -> Iterator[str]:
    package = json.loads((PACKAGES / name / "package.json").read_text("utf-8"))
    for need in package.get("dependencies", {}):
        yield need
        yield from needed_by(need)


@pytest.mark.parametrize("part", ["extension", "dashboard"])
def test_every_package_that_a_source_imports_is_listed(built: Path, part: str) -> None:
    imported = set(imported_by(ROOT / part / "src"))
    assert imported, "the sources import packages"
    assert imported <= set(listed(built / part))


def test_the_copied_package_and_those_with_other_licenses_are_listed(built: Path) -> None:
    found = listed(built / "extension")
    assert (found["axe-core"], found["web-vitals"], found["acorn"]) == ("MPL-2.0", "Apache-2.0", "MIT")
    assert {"preact": "MIT", "uplot": "MIT"}.items() <= listed(built / "dashboard").items()


@pytest.mark.parametrize("part", ["extension", "dashboard"])
def test_the_license_is_the_packages_own_text(built: Path, part: str) -> None:
    text = (built / part / NOTICES).read_text("utf-8")
    for name, license_name in listed(built / part).items():
        package = PACKAGES / name
        assert json.loads((package / "package.json").read_text("utf-8"))["license"] == license_name
        texts = [file.read_text("utf-8").strip() for file in package.glob("LICENSE*")]
        assert texts
        assert all(one in text for one in texts), name


def test_a_package_without_a_license_text_stops_the_build(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "nameless"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "nameless", "version": "1.0.0", "license": "MIT"}')
    (package / "index.js").touch()
    module = (ROOT / "extension/thirdPartyNotices.mjs").as_uri()
    program = (
        f"import {{ BundledFiles, writeNotices }} from {json.dumps(module)};"
        f"const bundled = new BundledFiles(); bundled.addFile({json.dumps(str(package / 'index.js'))});"
        f"writeNotices({json.dumps(str(tmp_path))}, bundled);"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "nameless: the package has no license file" in done.stderr
