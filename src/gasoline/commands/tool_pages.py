"""The registry for people: one page per mode, with its parameters. Works without a server."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from gasoline.capabilities import ALL
from gasoline.toolkit.capability import Capability
from gasoline.tools.registry import COMPOSITES, Registry
from gasoline.tools.schema import Schema, params_schema, required


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str
    required: bool
    values: list[str]
    meaning: str

    @property
    def words(self) -> list[str]:
        values = self.values or (["true", "false"] if self.type == "boolean" else [""])
        return [f"{self.name}={value}" for value in values]

    @property
    def signature(self) -> str:
        return f"{self.name}={'|'.join(self.values) or self.type}{' (required)' if self.required else ''}"


@dataclass(frozen=True)
class ToolPage:
    tool: str
    selector: str
    mode: str
    name: str
    """The capability's named tool."""
    summary: str
    parameters: list[Parameter]

    @property
    def call(self) -> str:
        return f"gasoline call {self.tool} {self.selector}={self.mode}"

    @property
    def words(self) -> list[str]:
        """Its parameters as typed on the command line, with their values where they can be listed."""
        return [word for one in self.parameters for word in one.words]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def tool_pages() -> list[ToolPage]:
    registry = Registry(ALL)
    return [
        ToolPage(
            composite.name,
            composite.selector,
            name,
            capability.tool,
            capability.summary,
            _parameters(capability, set(mode.fixed)),
        )
        for composite in COMPOSITES
        for name, (capability, mode) in registry.modes_of(composite.name).items()
    ]


def tool_names() -> list[str]:
    """The composite tools, then the named tools."""
    book = tool_pages()
    return list(dict.fromkeys([*(page.tool for page in book), *(page.name for page in book)]))


def summaries_by_name() -> dict[str, list[str]]:
    """The parameters of each named tool, including those that a mode would fix."""
    return {one.tool: [word for parameter in _parameters(one, set()) for word in parameter.words] for one in ALL}


def first_sentence(text: str) -> str:
    return text.split(". ", maxsplit=1)[0].rstrip(".")


def _parameters(capability: Capability, fixed: set[str]) -> list[Parameter]:
    needed = required(capability)
    return [
        Parameter(
            name, _type(schema), name in needed, [str(value) for value in schema.get("enum", [])], _meaning(schema)
        )
        for name, schema in params_schema(capability).items()
        if name not in fixed and not schema.get("deprecated")
    ]


def _type(schema: Schema) -> str:
    if "anyOf" in schema:
        return "|".join(_type(option) for option in schema["anyOf"])
    return str(schema.get("type", "object"))


def _meaning(schema: Schema) -> str:
    text = str(schema.get("description", ""))
    return (
        f"{text} Default {json.dumps(schema['default'])}." if schema.get("default") not in (None, "", [], {}) else text
    )
