"""A package whose own code runs only when one of its names is asked for, and not when one of its modules is imported.

The `mcp` package imports its client, its second server and their cryptography for everybody. The daemon uses none of
them: without them it is 11 MB smaller and starts earlier. Of `uvicorn`, the daemon does not use the command line.
"""

import importlib.util
import sys
from types import ModuleType


def make_lazy(name: str) -> None:
    """Must be called before the package is imported; afterwards, or if the package is missing, it does nothing."""
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec is None:
        return
    package = importlib.util.module_from_spec(spec)
    package.__class__ = _LazyPackage
    sys.modules[name] = package
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, package)


class _LazyPackage(ModuleType):
    def __getattr__(self, name: str) -> object:
        """Called for what the package does not have yet: its code runs now, as the import would have run it."""
        spec = self.__spec__
        if name.startswith("__") or spec is None or spec.loader is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        self.__class__ = ModuleType  # type: ignore[assignment]  # from now on an ordinary module
        spec.loader.exec_module(self)
        return getattr(self, name)
