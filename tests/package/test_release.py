"""`make package`: complete, the same bytes from the same sources, and buildable from its own source distribution."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

sys.path.insert(0, str(ROOT / "scripts"))

import package  # noqa: E402


@pytest.fixture(scope="module")
def sources(release: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution, elsewhere, with nothing but the build dependencies installed."""
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(release.sdist) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    packages = json.loads((unpacked / "package-lock.json").read_text("utf-8"))["packages"]
    for path, entry in packages.items():
        nested = path.count("node_modules") > 1  # it comes with the folder around it
        if path and not nested and not entry.get("dev") and (ROOT / path).exists():
            (unpacked / path).parent.mkdir(parents=True, exist_ok=True)
            (unpacked / path).symlink_to(ROOT / path)
    return unpacked


def test_the_checksums_are_those_of_every_file(release: Any) -> None:
    found = dict(reversed(line.split()) for line in release.checksums.read_text().splitlines())
    files = [file for file in release.folder.iterdir() if file != release.checksums]
    assert found == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    zips = {release.store_zip, release.unpacked_zip, release.firefox_zip}
    assert set(files) == {release.wheel, release.sdist, *zips, release.notices}


def test_another_folder_another_umask_and_the_sdist_make_the_same_wheel(
    release: Any, sources: Path, tmp_path: Path
) -> None:
    """Also: the build needs no other npm package than the build dependencies."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": package.SAME_EPOCH, "TZ": "Pacific/Auckland"}
    subprocess.run(command, cwd=sources, env=environment, check=True, umask=0o077)
    assert (tmp_path / release.wheel.name).read_bytes() == release.wheel.read_bytes()


def test_a_second_zip_has_the_same_bytes(release: Any, tmp_path: Path) -> None:
    again = package.pack(package.store_extension(), tmp_path / "again.zip")
    assert again.read_bytes() == release.store_zip.read_bytes()


def test_the_source_distribution_has_what_a_build_needs_and_nothing_else(release: Any) -> None:
    sources_and_legal = {"src", "extension", "dashboard", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"}
    build = {"pyproject.toml", "hatch_build.py", "package.json", "package-lock.json", ".npmrc", ".gitignore"}
    with tarfile.open(release.sdist) as archive:
        names = [Path(name).parts for name in archive.getnames()]
    assert {parts[1] for parts in names} == sources_and_legal | build | {"PKG-INFO"}
    assert not any({"node_modules", "dist", "test"} & set(parts) for parts in names)


@pytest.mark.parametrize(("zipped", "folder"), [("unpacked_zip", "extension"), ("firefox_zip", "extension_firefox")])
def test_a_zip_is_the_extension_of_the_wheel(release: Any, zipped: str, folder: str) -> None:
    with zipfile.ZipFile(release.wheel) as wheel, zipfile.ZipFile(getattr(release, zipped)) as loaded:
        in_wheel = {name.removeprefix(f"gasoline/{folder}/"): wheel.read(name) for name in wheel.namelist()}
        assert loaded.namelist() == sorted(loaded.namelist())
        assert all(in_wheel[name] == loaded.read(name) for name in loaded.namelist())
        assert {"manifest.json", "page.js", "THIRD_PARTY_NOTICES.md"} <= set(loaded.namelist())


def test_the_notices_name_the_packages_of_extension_and_dashboard_once(release: Any) -> None:
    headings = [line for line in release.notices.read_text("utf-8").splitlines() if line.startswith("## ")]
    assert len(headings) == len(set(headings))
    assert {"axe-core", "acorn", "preact", "uplot", "web-vitals"} <= {line.split()[1] for line in headings}


def test_the_wheel_says_who_made_it_and_where_it_lives(release: Any) -> None:
    metadata = metadata_of(release.wheel)
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Author"]
    assert len(metadata["Keywords"].split(",")) >= 5
    addresses = [line.split(", ") for line in metadata.get_all("Project-URL", [])]
    assert {name for name, _ in addresses} == {"Homepage", "Documentation", "Changelog", "Issues", "Security"}
    assert all(address.startswith("https://") for _, address in addresses)
    pythons = {line.rpartition(" ")[2] for line in metadata.get_all("Classifier", []) if ":: 3." in line}
    assert pythons == {"3.11", "3.12", "3.13", "3.14"}
    assert PROJECT["requires-python"] == ">=3.11"


def test_links_and_pictures_of_the_readme_work_on_a_package_index(release: Any) -> None:
    text = str(metadata_of(release.wheel).get_payload())
    assert "# Gasoline" in text
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    assert len(targets) > 20
    assert [target for pair in targets for target in pair if target and not target.startswith("https://")] == []


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())
