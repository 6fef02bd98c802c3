"""The facts about a machine that configuration paths depend on. Pure, so that tests cover every platform."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath


@dataclass(frozen=True)
class PlatformPaths:
    platform: str
    """The value of `sys.platform`: linux, darwin, win32."""
    home: PurePath
    env: Mapping[str, str]

    def path(self, text: str) -> PurePath:
        return PureWindowsPath(text) if self.platform == "win32" else PurePosixPath(text)

    def folder(self, variable: str, default: PurePath) -> PurePath:
        """The folder an environment variable names, or the default."""
        value = self.env.get(variable)
        return self.path(value) if value else default

    @property
    def xdg_config(self) -> PurePath:
        return self.folder("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def roaming(self) -> PurePath:
        return self.folder("APPDATA", self.home / "AppData" / "Roaming")

    @property
    def local(self) -> PurePath:
        return self.folder("LOCALAPPDATA", self.home / "AppData" / "Local")

    @property
    def app_data(self) -> PurePath:
        """The folder in which desktop applications keep their settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.roaming if self.platform == "win32" else self.xdg_config


def current_platform() -> PlatformPaths:
    return PlatformPaths(sys.platform, Path.home(), os.environ)
