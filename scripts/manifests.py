"""The manifests that registries and AI clients read: one description and one version for all of them."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gasoline import __version__

PROJECT = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
NAME = PROJECT["name"]
REGISTRY_NAME = f"io.github.gasoline-mcp/{NAME}"
"""The namespace is the GitHub account that publishes; the README repeats it, as the registry asks of PyPI packages."""
DESCRIPTION = "Eyes on the browser for AI coding assistants: errors, network, DOM and more, all on your machine."
AUTHOR = {"name": "The Gasoline authors"}
RELEASED = False
"""Whether the package `NAME` on PyPI is ours. Before that, whoever registers the name would run code on the machine of
everybody who adds a plugin, so the plugins start the installed program and there is no `server.json`."""


def start() -> dict[str, Any]:
    """A released package in this very version: forwarder, server and extension belong together."""
    if RELEASED:
        return {"command": "uvx", "args": [f"{NAME}@{__version__}", "mcp"]}
    return {"command": NAME, "args": ["mcp"]}


def registry() -> dict[str, Any]:
    package = {
        "registryType": "pypi",
        "identifier": NAME,
        "version": __version__,
        "runtimeHint": "uvx",
        "transport": {"type": "stdio"},
        "packageArguments": [{"type": "positional", "value": "mcp"}],
        "environmentVariables": [
            {"name": "GASOLINE_PORT", "description": "The server's port.", "format": "number", "default": "7890"},
            {"name": "GASOLINE_STATE_DIR", "description": "Where the server keeps its files.", "format": "filepath"},
        ],
    }
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": REGISTRY_NAME,
        "title": "Gasoline",
        "description": DESCRIPTION,
        "version": __version__,
        "packages": [package],
    }


def plugin() -> dict[str, Any]:
    """Claude Code and Cursor find `skills/` beside it by themselves."""
    return {
        "name": NAME,
        "version": __version__,
        "description": DESCRIPTION,
        "author": AUTHOR,
        "license": PROJECT["license"],
        "keywords": ["browser", "debugging", "mcp"],
        "mcpServers": {NAME: start()},
    }


def claude_marketplace() -> dict[str, Any]:
    entry = {"name": NAME, "source": "./", "description": DESCRIPTION, "version": __version__}
    return {"name": NAME, "owner": AUTHOR, "plugins": [entry]}


def gemini() -> dict[str, Any]:
    return {"name": NAME, "version": __version__, "description": DESCRIPTION, "mcpServers": {NAME: start()}}


def _as_file(manifest: Callable[[], dict[str, Any]]) -> Callable[[], str]:
    return lambda: json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"


FILES: dict[str, Callable[[], str]] = {
    **({"server.json": _as_file(registry)} if RELEASED else {}),
    ".claude-plugin/plugin.json": _as_file(plugin),
    ".claude-plugin/marketplace.json": _as_file(claude_marketplace),
    ".cursor-plugin/plugin.json": _as_file(plugin),
    "gemini-extension.json": _as_file(gemini),
}
