"""Builds the extension and the dashboard's page into the wheel, so that an installed `gasoline` can hand them out."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ExtensionBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """An editable install uses the checkout's own `extension/dist` and builds nothing here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("Building Gasoline needs Node 20 or newer with npm: it bundles the extension.")
        if not (root / "node_modules" / "esbuild").exists():
            subprocess.run(
                [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=root, check=True
            )
        subprocess.run([npm, "run", "--silent", "build"], cwd=root, check=True)
        build_data["force_include"][str(root / "extension" / "dist")] = "gasoline/extension"
        build_data["force_include"][str(root / "extension" / "dist-dashboard")] = "gasoline/dashboard/built"
