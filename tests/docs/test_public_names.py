"""Every public name is documented: flags, variables, settings, endpoints, tools, parameters, page API, project file."""

import re
from pathlib import Path

import msgspec
import pytest

from gasoline.analysis.performance.budgets import Budget, Budgets, ProjectFile
from gasoline.capabilities import ALL
from gasoline.commands.command_line import COMMANDS, build_parsers
from gasoline.launch.forwarder.options import FLAGS
from gasoline.model.wire import STREAMS
from gasoline.tools.schema import params_schema

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TRANSPORT = ROOT / "src" / "gasoline" / "transport"
CONFIGURATION = (DOCS / "configuration.md").read_text("utf-8")
COMMAND_PAGE = (DOCS / "commands.md").read_text("utf-8")
REFERENCE = (DOCS / "reference.md").read_text("utf-8")
SETTINGS = (ROOT / "extension/src/shared/settings.ts").read_text("utf-8")
PAGE_API = (ROOT / "extension/src/page/core/annotations.ts").read_text("utf-8")
HIDDEN_FLAGS = {"--by-program", "--help"}


def flags() -> set[tuple[str, str]]:
    _, parsers = build_parsers(set(COMMANDS))
    found = {
        (name, option)
        for name, parser in parsers.items()
        for action in parser._actions
        for option in action.option_strings
        if option.startswith("--") and option not in HIDDEN_FLAGS
    }
    return found | {("mcp", flag) for flag in FLAGS}


def section(page: str, heading: str) -> str:
    return page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("command", "flag"), sorted(flags()))
def test_a_flag_is_in_the_section_of_its_command(command: str, flag: str) -> None:
    assert re.search(rf"`?{flag}\b", section(COMMAND_PAGE, f"gasoline {command}"))


def variables() -> set[str]:
    sources = (file.read_text("utf-8") for file in (ROOT / "src/gasoline").rglob("*.py"))
    return {name for text in sources for name in re.findall(r"\bGASOLINE_[A-Z_]*[A-Z]\b", text)}


@pytest.mark.parametrize("name", sorted(variables()))
def test_an_environment_variable_is_documented(name: str) -> None:
    assert f"| `{name}` |" in CONFIGURATION


@pytest.mark.parametrize("label", re.findall(r'^  label: "(.+)",$', SETTINGS, re.M))
def test_a_setting_of_the_extension_has_a_row(label: str) -> None:
    assert f"\n| {label} | " in CONFIGURATION


def endpoints() -> set[str]:
    text = "".join(file.read_text("utf-8") for file in TRANSPORT.glob("*.py"))
    written = set(re.findall(r'Route\("([^"]+)"', text))
    listed = re.search(r"^RESULT_PATHS = \((.+)\)$", text, re.M)
    entry = re.search(r'^ENTRY = "(.+)"$', text, re.M)
    assert listed
    assert entry
    return written | set(re.findall(r'"([^"]+)"', listed[1])) | {entry[1]} | {stream.path for stream in STREAMS}


@pytest.mark.parametrize("path", sorted(endpoints()))
def test_an_endpoint_is_documented(path: str) -> None:
    assert re.search(rf"[` ]{re.escape(path)}`", section(CONFIGURATION, "HTTP endpoints"))


@pytest.mark.parametrize("capability", ALL, ids=lambda capability: capability.tool)
def test_a_capability_and_its_parameters_are_in_the_reference(capability) -> None:
    assert f"`{capability.tool}`" in REFERENCE
    fixed = {name for mode in capability.modes for name in mode.fixed}
    for name in params_schema(capability):
        assert f"| `{name}` |" in REFERENCE or name in fixed


@pytest.mark.parametrize("name", re.findall(r"^  (\w+): \(.*\) => ", PAGE_API, re.M))
def test_a_function_of_the_page_api_is_documented(name: str) -> None:
    assert f"window.__gasoline?.{name}(" in CONFIGURATION


@pytest.mark.parametrize("struct", [ProjectFile, Budgets, Budget], ids=lambda struct: struct.__name__)
def test_a_key_of_the_project_file_is_documented(struct: type[msgspec.Struct]) -> None:
    text = section(CONFIGURATION, ".gasoline.json")
    for field in msgspec.structs.fields(struct):
        assert f'"{field.encode_name}"' in text or f"`{field.encode_name}`" in text


def test_the_example_of_the_project_file_is_valid() -> None:
    (example,) = re.findall(r"```json\n(.+?)```", section(CONFIGURATION, ".gasoline.json"), re.S)
    assert msgspec.json.decode(example, type=ProjectFile).budgets.for_path("/checkout/now")["inp_ms"] == 200
