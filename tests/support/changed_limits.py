"""Runs `gasoline` with other limits: `python changed_limits.py '{"gasoline.app": {"NAME": 1}}' …`.

A number is replaced in the source of the module that defines it, so that every user sees it, defaults included.
"""

import json
import re
import sys
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import gasoline

PACKAGE = Path(gasoline.__file__).parent


def definition(name: str) -> re.Pattern[str]:
    return re.compile(rf"^{name} = [^#\n]*", re.MULTILINE)


@cache
def home_of(name: str) -> str:
    """The module that defines a limit."""
    homes = [path for path in PACKAGE.rglob("*.py") if definition(name).search(path.read_text("utf-8"))]
    assert len(homes) == 1, f"{name} is defined in {homes}"
    return ".".join(homes[0].relative_to(PACKAGE.parent).with_suffix("").parts)


class Loader(SourceFileLoader):
    changes: dict[str, float]

    def get_code(self, fullname: str) -> CodeType | None:
        source = self.get_source(fullname) or ""
        for name, value in self.changes.items():
            source = definition(name).sub(f"{name} = {value!r}  ", source)
        return self.source_to_code(source.encode(), self.path)


class Finder(PathFinder):
    changes: dict[str, dict[str, float]]

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname not in cls.changes:
            return None
        spec = super().find_spec(fullname, path, target)
        assert spec is not None and spec.origin is not None
        loader = Loader(fullname, spec.origin)
        loader.changes = cls.changes[fullname]
        spec.loader = loader
        return spec


def by_module(limits: dict[str, float]) -> dict[str, dict[str, float]]:
    changes: dict[str, dict[str, float]] = {}
    for name, value in limits.items():
        changes.setdefault(home_of(name), {})[name] = value
    return changes


def main() -> int:
    Finder.changes = json.loads(sys.argv.pop(1))
    sys.meta_path.insert(0, Finder)
    from gasoline.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
