"""Finds the built extension, in the installed package or in the checkout that this runs from."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = {"chromium": ("extension", "dist"), "firefox": ("extension_firefox", "dist-firefox")}
"""For each browser: the folder in the package, and in the checkout's `extension`."""


class ExtensionMissing(Exception):
    """The extension is neither included nor built; the message says what to run."""


def extension_folder(browser: str = "chromium") -> Path:
    shipped, built = FOLDERS[browser]
    checkout = PACKAGE.parent.parent
    for folder in (PACKAGE / shipped, checkout / "extension" / built):
        if (folder / "manifest.json").is_file():
            return folder
    if (checkout / "extension" / "build.mjs").is_file():
        raise ExtensionMissing(f"The extension is not built yet: run `make ext` in {checkout}.")
    raise ExtensionMissing("This installation does not include the extension: reinstall gasoline.")
