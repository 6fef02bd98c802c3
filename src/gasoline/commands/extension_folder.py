"""Where the built extension is: inside the installed package, or in the checkout that this runs from."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


class ExtensionMissing(Exception):
    """The extension is neither included nor built; the message says what to run."""


def extension_folder() -> Path:
    checkout = PACKAGE.parent.parent
    for folder in (PACKAGE / "extension", checkout / "extension" / "dist"):
        if (folder / "manifest.json").is_file():
            return folder
    if (checkout / "extension" / "build.mjs").is_file():
        raise ExtensionMissing(f"The extension is not built yet: run `make ext` in {checkout}.")
    raise ExtensionMissing("This installation does not include the extension: reinstall gasoline.")
