"""Builds the applications of `tests/apps`, each once, and serves each from a site of its own."""

import subprocess
from pathlib import Path

from site_for_tests import Site

from browser import ROOT

FOLDER = ROOT / "tests" / "apps"
BUILD_S = 120


class Apps:
    """`url("cart-react", "--dev")` is the address of that application, built that way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sites: dict[tuple[str, ...], Site] = {}

    def url(self, app: str, *flags: str) -> str:
        key = (app, *flags)
        if key not in self.sites:
            self.sites[key] = Site(self._build(app, *flags))
        return f"{self.sites[key].url}/index.html"

    def close(self) -> None:
        for site in self.sites.values():
            site.close()

    def _build(self, app: str, *flags: str) -> Path:
        out = self.folder / "".join((app, *flags))
        assert (FOLDER / "node_modules").is_dir(), "run `make setup`: the applications lack their packages"
        done = subprocess.run(
            ["node", FOLDER / "build.mjs", app, out, *flags],
            check=False,
            capture_output=True,
            text=True,
            timeout=BUILD_S,
        )
        assert done.returncode == 0, done.stderr
        return out
