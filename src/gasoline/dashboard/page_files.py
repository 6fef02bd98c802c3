"""The files of the dashboard's page: inside the installed package, or in the checkout that this runs from."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[2]
TYPES = {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "app.css": "text/css; charset=utf-8",
}


class PageMissing(Exception):
    """The page is neither included nor built; the message says what to run."""


def read_page(name: str) -> bytes:
    """One of the files in `TYPES`."""
    for folder in (HERE / "built", CHECKOUT / "dashboard" / "dist"):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    if (CHECKOUT / "extension" / "build.mjs").is_file():
        raise PageMissing(f"The dashboard is not built yet: run `make ext` in {CHECKOUT}.")
    raise PageMissing("This installation does not include the dashboard: reinstall gasoline.")
