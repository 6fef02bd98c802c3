"""The registry as a person reads it: a page for each mode, with its parameters. Needs no server."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from gasoline.capabilities import ALL
from gasoline.capabilities.capability import Capability
from gasoline.tools.composite import COMPOSITES
from gasoline.tools.registry import Registry
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
        return f"{self.name}={'|'.join(self.values) or self.type}{' (needed)' if self.required else ''}"


@dataclass(frozen=True)
class Page:
    tool: str
    selector: str
    mode: str
    name: str
    """The tool that is this one capability."""
    summary: str
    parameters: list[Parameter]

    @property
    def call(self) -> str:
        return f"gasoline call {self.tool} {self.selector}={self.mode}"

    @property
    def words(self) -> list[str]:
        """Its parameters as they are typed: with their values where those can be listed."""
        return [word for one in self.parameters for word in one.words]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def pages() -> list[Page]:
    registry = Registry(ALL)
    return [
        Page(
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
    """The tools with modes, then each capability by its own name."""
    book = pages()
    return list(dict.fromkeys([*(page.tool for page in book), *(page.name for page in book)]))


def words_by_name() -> dict[str, list[str]]:
    """What may follow each capability's own name; a mode's page leaves out what the mode fixes."""
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
