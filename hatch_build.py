"""Builds the extension and the dashboard's page into the wheel, so that an installed `gasoline` can hand them out."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "https://github.com/gasoline-mcp/gasoline/blob/main/"
PICTURES = "https://raw.githubusercontent.com/gasoline-mcp/gasoline/main/"
OLDEST_NODE = 20
NEEDS_NODE = (
    f"Building Gasoline from source needs Node {OLDEST_NODE} or newer with npm: it bundles the browser extension. "
    "Install it from https://nodejs.org, or install a released wheel, which needs no Node."
)
INSTALL = ("install", "--omit=dev", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class ExtensionBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """An editable install uses the checkout's own `extension/dist` and builds nothing here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        node, npm = find_node()
        if not (root / "node_modules" / "esbuild").exists():
            run([npm, *INSTALL], root)
        # Elsewhere: a browser may have the checkout's own `extension/dist` loaded.
        self.built = tempfile.TemporaryDirectory(prefix="gasoline-build-")
        extension, firefox, dashboard = (Path(self.built.name, part) for part in ("extension", "firefox", "dashboard"))
        build = [node, "extension/build.mjs", "--out"]
        run([*build, str(extension), "--dashboard-out", str(dashboard)], root)
        run([*build, str(firefox), "--browser", "firefox"], root)
        build_data["force_include"][str(extension)] = "gasoline/extension"
        build_data["force_include"][str(firefox)] = "gasoline/extension_firefox"
        build_data["force_include"][str(dashboard)] = "gasoline/dashboard/built"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self.built.cleanup()


class ReadmeHook(MetadataHookInterface):
    """A package index shows the README without the repository around it: links and pictures get complete addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_complete_addresses(text)}


def with_complete_addresses(markdown: str) -> str:
    linked = re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({REPOSITORY}\1)", markdown)
    return re.sub(r"(src|srcset)=\"(?!https?:)([^\"]+)\"", rf'\1="{PICTURES}\2"', linked)


def find_node() -> tuple[str, str]:
    """The paths of node and npm; ends the build with one message if either is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        end(f"{NEEDS_NODE} Not found on the PATH: {'node' if node is None else 'npm'}.")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    found = re.match(r"v(\d+)\.", said)
    if found is None or int(found[1]) < OLDEST_NODE:
        end(f"{NEEDS_NODE} Found: {node} {said}.")
    return node, npm


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False)
    if done.returncode:
        end(f"{' '.join(map(os.path.basename, command[:2]))} failed with exit code {done.returncode}; see above.")


def end(message: str) -> NoReturn:
    """Ends without a traceback: pip shows what the build printed, and the message is its last line."""
    raise SystemExit(f"gasoline: {message}")
