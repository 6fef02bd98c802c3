"""The development server of the six applications, whose files are replaced by those of another version."""

import base64
import json
import re
import shutil
import urllib.request
from pathlib import Path
from typing import Any, Literal

from case_api import CaseApi
from daemon import wait_until
from dev_server import FOLDER, DevServer, Project

Version = Literal["", "broken", "fake", "fixed"]
"""As in `Orders.fixed.tsx`; a file without a sibling of a version is the same in it."""
INLINE_MAP = re.compile(r"sourceMappingURL=data:application/json;base64,(?P<map>\S+)")
ORIGINAL = FOLDER / "cases"


class CaseServer(DevServer):
    """Vite, with its API behind it."""

    def __init__(self, folder: Path) -> None:
        self.api = CaseApi()
        project = Project("cases", "vite.config.mjs", "vite/bin/vite.js", "ready in", (), {"CASE_API": self.api.url})
        super().__init__(project, folder)
        self.folder = folder

    def use(self, case: str, version: Version) -> None:
        """Saves the files of a version, and waits until they are served."""
        self.api.is_fixed = version == "fixed"
        for file in _versioned_files(case):
            wanted = ORIGINAL / case / _name_of(file, version)
            source = (wanted if wanted.is_file() else ORIGINAL / case / file).read_text()
            if (self.folder / case / file).read_text() != source:
                self._replace(f"{case}/{file}", source)

    def address(self, case: str) -> str:
        return f"{self.url}/{case}/"

    def stop(self) -> None:
        super().stop()
        self.api.close()

    def _replace(self, path: str, source: str) -> None:
        self._served(path)  # what was never asked for is not watched
        new = self.folder / f"{path}.new"
        new.write_text(source)
        shutil.move(new, self.folder / path)
        wait_until(lambda: self._served(path) == source, f"{path} to be served")

    def _served(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.url}/{path}", timeout=30) as answer:
            code = answer.read().decode()
        found = INLINE_MAP.search(code)
        return json.loads(base64.b64decode(found["map"]))["sourcesContent"][0] if found else code


def _versioned_files(case: str) -> set[str]:
    names = [file.name.split(".") for file in (ORIGINAL / case).iterdir()]
    return {f"{parts[0]}.{parts[2]}" for parts in names if len(parts) == len(("name", "version", "kind"))}


def _name_of(file: str, version: Version) -> str:
    name, kind = file.split(".")
    return f"{name}.{version}.{kind}" if version else file
