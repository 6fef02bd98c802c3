"""The extension's zip for the store, and the privacy statement that goes with it."""

import json
import re
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Playwright, expect
from site_for_tests import Site

from browser import Browser
from gasoline import __version__

ROOT = Path(__file__).resolve().parents[2]
SIZES = ("16", "32", "48", "128")


@pytest.fixture(scope="module")
def packed(release: Any) -> Path:
    return Path(release.store_zip)


def manifest_in(archive: zipfile.ZipFile) -> Any:
    return json.loads(archive.read("manifest.json"))


def test_the_manifest_is_at_the_root_without_a_key_and_of_this_version(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        manifest = manifest_in(archive)
    assert "key" not in manifest
    assert manifest["version"] == re.match(r"[\d.]*\d", __version__)[0]  # type: ignore[index]
    assert len(manifest["description"]) <= 132, "the store takes no more"


def test_only_the_key_differs_from_what_is_loaded_unpacked(packed: Path) -> None:
    unpacked = json.loads((ROOT / "extension/manifest.json").read_text())
    with zipfile.ZipFile(packed) as archive:
        manifest = manifest_in(archive)
    assert {**manifest, "key": unpacked["key"], "version": unpacked["version"]} == unpacked


def test_icons_have_the_sizes_they_are_named_by(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        icons = manifest_in(archive)["icons"]
        assert set(icons) == set(SIZES)
        for size, name in icons.items():
            assert struct.unpack(">II", archive.read(name)[16:24]) == (int(size), int(size))


def test_every_file_of_the_manifest_is_in_and_nothing_of_the_workshop(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        names, manifest = set(archive.namelist()), manifest_in(archive)
    scripts = {script for group in manifest["content_scripts"] for script in group["js"]}
    pages = {manifest["action"]["default_popup"], manifest["options_ui"]["page"]}
    assert scripts | pages | {manifest["background"]["service_worker"]} <= names
    assert {Path(name).suffix for name in names} <= {".js", ".css", ".html", ".json", ".png", ".md"}


def test_each_permission_is_explained_and_no_other() -> None:
    manifest = json.loads((ROOT / "extension/manifest.json").read_text())
    optional = [*manifest.get("optional_permissions", []), *manifest["optional_host_permissions"]]
    asked = {*manifest["permissions"], *manifest["host_permissions"], *(f"{name} (optional)" for name in optional)}
    rows = re.findall(r"^\| `([^`]+)`( \(optional\))? \| (.+) \|$", (ROOT / "docs/privacy.md").read_text(), re.M)
    assert {name + mark for name, mark, _ in rows} == asked, "docs/privacy.md has a row for each permission"
    assert all(reason for _, _, reason in rows)


def test_the_stores_form_has_a_reason_for_each_permission() -> None:
    manifest = json.loads((ROOT / "extension/manifest.json").read_text())
    text = (ROOT / "docs/store.md").read_text("utf-8").partition("## Reasons for permissions")[2]
    rows = set(re.findall(r"^\| (?:`([^`]+)`|([\w ]+)) \| .{20,} \|$", text, re.M))
    named = {code or words for code, words in rows} - {"permission"}
    assert named == {*manifest["permissions"], "host permissions", "optional host permissions"}


def test_the_stores_summary_fits() -> None:
    summary = (ROOT / "docs/store.md").read_text("utf-8").partition("## Name and summary\n\n")[2].split("\n\n")[1]
    assert 0 < len(summary) <= 132


def test_the_stores_copy_connects_by_its_command_and_captures(
    packed: Path, playwright: Playwright, tmp_path: Path, site: Site
) -> None:
    """The store adds a key of its own, which gives the copy its id; here it is that of the unpacked copy."""
    daemon = Daemon(tmp_path / "state", "--by-program")
    folder = tmp_path / "extension"
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    key = json.loads((ROOT / "extension/manifest.json").read_text())["key"]
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "key": key}))
    (folder / "defaults.json").write_text(json.dumps({"serverUrl": daemon.url}))
    browser = Browser(playwright, tmp_path / "profile", folder)
    try:
        popup = browser.extension_page("popup.html")
        expect(popup.locator("#connection")).to_have_text("Not paired")
        daemon.paste(popup.locator("#pair-command").inner_text())
        expect(popup.locator("#connection")).to_have_text("Connected")
        site.page("/shop", "<!doctype html><title>Shop</title><script>throw new Error('from the store')</script>")
        browser.open(f"http://localhost:{site.port}/shop")
        wait_until(lambda: "from the store" in str(daemon.call("observe", what="errors")), "the error")
    finally:
        browser.close()
        daemon.stop()
