"""Scripts for pages, bundled with the packages that they import."""

import subprocess
from pathlib import Path

from browser import ROOT


def bundle(code: str, folder: Path) -> str:
    """The code as one script; packages are looked up in the folder."""
    done = subprocess.run(
        [ROOT / "node_modules/.bin/esbuild", "--bundle", "--format=iife", "--log-level=error"],
        cwd=folder,
        input=code,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.replace("</script", "<\\/script")
