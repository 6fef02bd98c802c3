"""Builds the extension and the dashboard's page into the wheel, so that an installed `gasoline` can hand them out."""

import shutil
import subprocess
import tempfile
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
        # Elsewhere: a browser may have the checkout's own `extension/dist` loaded.
        self.built = tempfile.TemporaryDirectory(prefix="gasoline-build-")
        extension, dashboard = Path(self.built.name, "extension"), Path(self.built.name, "dashboard")
        folders = ["--out", str(extension), "--dashboard-out", str(dashboard)]
        subprocess.run([npm, "run", "--silent", "build", "--", *folders], cwd=root, check=True)
        build_data["force_include"][str(extension)] = "gasoline/extension"
        build_data["force_include"][str(dashboard)] = "gasoline/dashboard/built"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self.built.cleanup()
