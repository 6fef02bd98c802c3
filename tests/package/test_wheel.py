"""The wheel: what `pip install` gives a person has the extension inside."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from forwarder_client import McpClient
from home import free_port

NOTICES = "THIRD_PARTY_NOTICES.md"


@pytest.fixture(scope="module")
def installed(release: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked as an installer does."""
    site = tmp_path_factory.mktemp("wheel") / "site"
    with zipfile.ZipFile(release.wheel) as archive:
        archive.extractall(site)
    return site


def gasoline(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = f"import sys; sys.path.insert(0, {str(site)!r}); from gasoline.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False, cwd=site,
        env={**os.environ, "PYTHONPATH": str(site), "GASOLINE_STATE_DIR": str(site.parent / "state")},
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


# CLI-09
def test_the_installed_program_hands_out_its_own_extension(installed: Path) -> None:
    done = gasoline(installed, "extension")
    folder = Path(done.stdout.strip())
    assert (folder / "page.js").read_bytes() == (installed / "gasoline" / "extension" / "page.js").read_bytes()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["version"] == gasoline(installed, "--version").stdout.split()[-1]
    for name in (manifest["background"]["service_worker"], "page.js", "content.js", "popup.html", "options.html"):
        assert (folder / name).stat().st_size > 0


# CLI-09
def test_the_installed_program_hands_out_its_own_extension_for_firefox(installed: Path) -> None:
    folder = Path(gasoline(installed, "extension", "--firefox").stdout.strip())
    shipped = installed / "gasoline" / "extension_firefox"
    assert (folder / "page.js").read_bytes() == (shipped / "page.js").read_bytes()
    for name in json.loads((folder / "manifest.json").read_text())["background"]["scripts"]:
        assert (folder / name).stat().st_size > 0


# CLI-09
def test_the_installed_program_has_the_page_of_the_dashboard(installed: Path) -> None:
    folder = installed / "gasoline" / "dashboard" / "built"
    assert {file.name for file in folder.iterdir()} == {"index.html", "app.js", "app.css", NOTICES}


def test_the_licenses_of_bundled_packages_are_in_the_wheel(installed: Path) -> None:
    extension, dashboard = (installed / "gasoline" / part / NOTICES for part in ("extension", "dashboard/built"))
    assert "## axe-core " in extension.read_text("utf-8")
    assert "## preact " in dashboard.read_text("utf-8")


def test_nothing_but_the_package_and_its_metadata_is_in_the_wheel(installed: Path) -> None:
    assert {path.name.split("-")[0] for path in installed.iterdir()} == {"gasoline"}


def test_the_script_that_uvx_starts_speaks_mcp(installed: Path, tmp_path: Path) -> None:
    """As an AI client does: the entry point of the wheel, one request on its stdin."""
    (scripts,) = installed.glob("*.dist-info/entry_points.txt")
    module, function = scripts.read_text().partition("gasoline = ")[2].split()[0].split(":")
    program = f"import sys; sys.argv[0] = 'gasoline'; from {module} import {function}; sys.exit({function}())"
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "GASOLINE_STATE_DIR": str(tmp_path / "state"),
        "GASOLINE_PORT": str(free_port()),
    }
    client = McpClient([sys.executable, "-P", "-c", program, "mcp"], environment, tmp_path)
    try:
        assert client.initialize()["result"]["serverInfo"]["name"] == "gasoline"
    finally:
        client.discard()
        subprocess.run([sys.executable, "-P", "-c", program, "stop"], env=environment, check=True, capture_output=True)
