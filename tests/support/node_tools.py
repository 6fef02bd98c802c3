"""Runs the Node programs of the MCP project that test servers: the inspector and the conformance suite."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "node_modules/@modelcontextprotocol"
INSPECTOR = PACKAGES / "inspector/clients/launcher/build/index.js"
CONFORMANCE = PACKAGES / "conformance/dist/index.js"
NODE_20_SHIM = Path(__file__).with_name("fs_glob_for_node_20.mjs")
WAIT_S = 60


def run_node(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs in a folder that is also its home: the inspector keeps settings there."""
    assert INSPECTOR.exists() and CONFORMANCE.exists(), "run `make setup`: node packages are missing"
    environment = {**os.environ, "HOME": str(folder), "NO_COLOR": "1"}
    return subprocess.run(
        ["node", *words], env=environment, cwd=folder, capture_output=True, text=True, timeout=WAIT_S, check=False
    )


def in_short(text: str) -> str:
    """The end of what a program wrote; stack traces of bundled programs quote lines of a megabyte."""
    return "\n".join(line[:300] for line in text.splitlines()[-20:])
