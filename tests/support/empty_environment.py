"""A Python environment with the built wheel, its declared dependencies and nothing else, on a PATH without Node."""

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NODE = {"node", "nodejs", "npm", "npx"}


class EmptyEnvironment:
    """`pipx install gasoline` without a network: the dependencies are links to those of the tests' own environment."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        self.gasoline = folder / "venv" / "bin" / "gasoline"
        install = ["--python", str(self.python), "install", "--quiet", "--no-index", "--no-deps", str(wheel)]
        subprocess.run([sys.executable, "-m", "pip", *install], check=True)
        self._link_dependencies()

    def _link_dependencies(self) -> None:
        (site,) = (self.folder / "venv" / "lib").glob("python3*/site-packages")
        (metadata,) = site.glob("gasoline-*.dist-info")
        own = Distribution.at(metadata)
        for name in needed_by(own):
            for top in {Path(file).parts[0] for file in distribution(name).files or []} - {"..", "__pycache__"}:
                if not (site / top).exists():
                    (site / top).symlink_to(Path(str(distribution(name).locate_file(top))))

    def path_without_node(self) -> str:
        """Every program of this machine except Node, and the environment's own."""
        tools = self.folder / "tools"
        tools.mkdir()
        for folder in map(Path, os.defpath.split(os.pathsep)):
            for program in folder.iterdir() if folder.is_dir() else ():
                if program.name not in NODE and not (tools / program.name).is_symlink():
                    (tools / program.name).symlink_to(program)
        return f"{self.gasoline.parent}{os.pathsep}{tools}"


def needed_by(package: Distribution) -> set[str]:
    """The dependencies of a package on this machine, and theirs."""
    found: set[str] = set()
    waiting = [Requirement(text) for text in package.requires or []]
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        if name in found or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        for text in distribution(name).requires or []:
            extras = need.extras or {""}
            inner = Requirement(text)
            if not inner.marker or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
                inner.marker = None
                waiting.append(inner)
    return found
