"""Where things are looked for: state directory, browser, extension."""

import stat
import sys
from pathlib import Path

import pytest

from gasoline.commands import extension_folder as folder_module
from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.find_browser import BrowserMissing, find_browser
from gasoline.launch.state_dir import state_dir


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("GASOLINE_STATE_DIR", "GASOLINE_BROWSER", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("linux", ".local/state/gasoline"),
        ("darwin", "Library/Application Support/gasoline"),
        ("win32", "AppData/Local/gasoline"),
    ],
)
def test_each_system_has_its_usual_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert Path(state_dir()) == tmp_path / place
    assert stat.S_IMODE((tmp_path / place).stat().st_mode) == 0o700


def test_the_flag_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert state_dir() == str(tmp_path / "xdg" / "gasoline")
    monkeypatch.setenv("GASOLINE_STATE_DIR", str(tmp_path / "env"))
    assert state_dir() == str(tmp_path / "env")
    assert state_dir(tmp_path / "flag") == str(tmp_path / "flag")


def test_a_relative_state_directory_becomes_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert state_dir("here") == str(tmp_path / "here")


def test_the_chosen_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GASOLINE_BROWSER", sys.executable)
    assert find_browser() == Path(sys.executable)


def test_a_chosen_browser_that_is_not_a_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GASOLINE_BROWSER", str(tmp_path / "none"))
    with pytest.raises(BrowserMissing, match="GASOLINE_BROWSER is"):
        find_browser()


def test_a_browser_on_the_path_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "chromium-browser"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser() == program


def test_without_a_browser_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BrowserMissing, match=r"apt-get install chromium.*GASOLINE_BROWSER"):
        find_browser()


def test_the_shipped_extension_goes_before_the_checkouts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "src" / "gasoline"
    built, shipped = tmp_path / "extension" / "dist", package / "extension"
    monkeypatch.setattr(folder_module, "PACKAGE", package)
    for folder in (built, shipped):
        folder.mkdir(parents=True)
        (folder / "manifest.json").touch()
        assert extension_folder() == folder


def test_each_browser_has_its_own_extension(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folder_module, "PACKAGE", tmp_path / "src" / "gasoline")
    for browser, built in (("chromium", "dist"), ("firefox", "dist-firefox")):
        folder = tmp_path / "extension" / built
        folder.mkdir(parents=True)
        (folder / "manifest.json").touch()
        assert extension_folder(browser) == folder


def test_an_extension_that_is_not_built_says_what_to_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folder_module, "PACKAGE", tmp_path / "src" / "gasoline")
    with pytest.raises(ExtensionMissing, match="reinstall gasoline"):
        extension_folder()
    (tmp_path / "extension").mkdir()
    (tmp_path / "extension" / "build.mjs").touch()
    with pytest.raises(ExtensionMissing, match="make ext"):
        extension_folder()
