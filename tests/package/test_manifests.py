"""What registries, plugins and the skill say agrees with the program: versions, commands, tools, parameters."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gasoline import __version__
from gasoline.capabilities import ALL
from gasoline.commands.command_line import COMMANDS
from gasoline.tools.registry import COMPOSITES, Registry
from gasoline.tools.schema import params_schema

ROOT = Path(__file__).resolve().parents[2]
SKILL = ROOT / "skills" / "gasoline" / "SKILL.md"
REGISTRY = Registry(ALL)
PLUGINS = (".claude-plugin/plugin.json", ".cursor-plugin/plugin.json", "gemini-extension.json")


def manifest(name: str) -> Any:
    return json.loads((ROOT / name).read_text("utf-8"))


def project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def rendered_after_release() -> Any:
    """Every manifest as `make gen` writes it once the package is published."""
    program = (
        "import pathlib, json; source = pathlib.Path('manifests.py').read_text('utf-8'); "
        "assert source.count('RELEASED = False') == 1; "
        "space = {'__name__': 'manifests', '__file__': str(pathlib.Path('manifests.py').resolve())}; "
        "exec(source.replace('RELEASED = False', 'RELEASED = True'), space); "
        "print(json.dumps({name: json.loads(render()) for name, render in space['FILES'].items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT / "scripts", capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", PLUGINS)
def test_a_plugin_starts_the_installed_program_and_downloads_no_package(name: str) -> None:
    """Nobody owns the package's name before the release: whoever registers it first would run code in every client."""
    found = manifest(name)
    assert found["version"] == __version__
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", found["name"])
    server = found["mcpServers"]["gasoline"]
    assert server == {"command": "gasoline", "args": ["mcp"]}
    assert server["command"] in project()["scripts"]
    assert server["args"][0] in COMMANDS


def test_no_file_for_the_registry_is_shipped_before_the_release() -> None:
    assert not (ROOT / "server.json").exists()


def test_after_the_release_a_plugin_starts_the_package_in_its_own_version() -> None:
    files = rendered_after_release()
    for name in PLUGINS:
        server = files[name]["mcpServers"]["gasoline"]
        assert server == {"command": "uvx", "args": [f"{project()['name']}@{__version__}", "mcp"]}


def test_uvx_finds_a_program_of_the_packages_name() -> None:
    """`uvx NAME` runs the script called NAME."""
    assert project()["name"] in project()["scripts"]


def test_the_marketplace_lists_the_plugin_beside_it() -> None:
    marketplace = manifest(".claude-plugin/marketplace.json")
    assert marketplace["owner"]["name"]
    (plugin,) = marketplace["plugins"]
    assert (plugin["name"], plugin["version"]) == (manifest(".claude-plugin/plugin.json")["name"], __version__)
    assert (ROOT / plugin["source"] / ".claude-plugin" / "plugin.json").is_file()


def test_the_registry_entry_has_what_its_schema_requires() -> None:
    """The rules of its schema of 2025-12-11 that concern us, written out: the schema itself is on the network."""
    server = rendered_after_release()["server.json"]
    assert server["$schema"].endswith("/2025-12-11/server.schema.json")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"])
    assert 1 <= len(server["description"]) <= 100
    assert server["version"] == __version__
    (package,) = server["packages"]
    assert package["registryType"] == "pypi"
    assert (package["identifier"], package["version"]) == (project()["name"], __version__)
    assert package["transport"] == {"type": "stdio"}
    assert [argument["value"] for argument in package["packageArguments"]] == ["mcp"]
    assert {variable["name"] for variable in package["environmentVariables"]} == {"GASOLINE_PORT", "GASOLINE_STATE_DIR"}


def test_the_readme_proves_to_the_registry_that_the_package_is_ours() -> None:
    assert f"mcp-name: {rendered_after_release()['server.json']['name']}" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))])
def test_no_page_recommends_a_package_that_is_not_published_yet(page: str) -> None:
    name = project()["name"]
    told = re.findall(rf"(?:pipx?|uv tool|uv pip) install {name}\b(?![-.])", (ROOT / page).read_text("utf-8"))
    is_released = (ROOT / "server.json").exists()
    assert told == [] or is_released


def test_the_skill_says_when_it_is_for() -> None:
    _, head, body = SKILL.read_text("utf-8").split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    assert fields["name"] == SKILL.parent.name
    assert 0 < len(fields["description"]) <= 1024
    assert "## 1. Observe" in body
    assert body.index("## 2. Reproduce") < body.index("## 3. Fix") < body.index("## 4. Verify")


TOOLS = "|".join(composite.name for composite in COMPOSITES)
CALLS = re.findall(rf"`((?:{TOOLS})\s[^`]+)`", SKILL.read_text("utf-8"))


@pytest.mark.parametrize("call", dict.fromkeys(CALLS))
def test_every_call_in_the_skill_is_one_the_server_takes(call: str) -> None:
    tool, *pairs = call.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    target = REGISTRY.find(tool, arguments)
    schema = params_schema(target.capability)
    for name, value in target.arguments.items():
        assert name in schema
        assert value in schema[name].get("enum", [value])


def test_the_skill_uses_the_whole_loop() -> None:
    named = {REGISTRY.find(call.split()[0], dict([call.split()[1].split("=", 1)])).capability.tool for call in CALLS}
    assert {"get_browser_errors", "get_health", "get_reproduction_script", "verify_fix", "generate_test"} <= named


def test_every_command_in_the_skill_exists() -> None:
    for command in re.findall(r"`gasoline (\w+)", SKILL.read_text("utf-8")):
        assert command in COMMANDS


def test_the_manifests_are_made_from_the_packages_version() -> None:
    """With another version in the package, each of them would be stale."""
    program = "import gasoline; gasoline.__version__ = '9.9.9'; import gen; print(*gen.stale())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT / "scripts", capture_output=True, text=True, check=True
    )
    assert {*PLUGINS, ".claude-plugin/marketplace.json"} <= set(done.stdout.split())
