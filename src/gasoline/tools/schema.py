"""JSON Schemas of tools: flat objects only, because clients drop tools with a union at the root."""

from collections.abc import Mapping
from typing import Any

import msgspec

from gasoline.capabilities.capability import Capability, Mode

Schema = dict[str, Any]


MANY_MODES = 3
"""So many are named once; a parameter for the same ones refers to the first."""
DETAILS = ("minimum", "maximum", "minLength", "maxLength", "maxItems", "default")
"""Left out of the five tools, which every conversation pays for; the dispatcher checks and fills them in."""


class ShapeConflict(Exception):
    """Two capabilities of one tool give a parameter different shapes."""


def params_schema(capability: Capability) -> dict[str, Schema]:
    """The capability's parameters, each with its own small schema."""
    (root,), components = msgspec.json.schema_components([capability.params], ref_template="{name}")
    body = components[root["$ref"]] if "$ref" in root else root
    return {name: _without_null(schema) for name, schema in body.get("properties", {}).items()}


def required(capability: Capability) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(capability.params) if field.required]


def named_schema(capability: Capability) -> Schema:
    """The input schema of a named tool."""
    schema: Schema = {"type": "object", "properties": params_schema(capability), "additionalProperties": False}
    if names := required(capability):
        schema["required"] = names
    return schema


def composite_schema(selector: str, modes: Mapping[str, tuple[Capability, Mode]]) -> Schema:
    """A selector and every parameter of every mode, each saying which modes it is for.

    A deprecated parameter is taken all the same, but every conversation would pay for its listing; so it would for a
    mode that another tool explains.
    """
    properties: dict[str, Schema] = {selector: _selector(modes)}
    users: dict[str, dict[str, Schema]] = {}
    for mode_name, (capability, mode) in modes.items():
        for name, schema in params_schema(capability).items():
            if name == selector or not _is_listed(name, schema, mode):
                continue
            _merge(properties, name, schema)
            users.setdefault(name, {})[mode_name] = schema
    told: dict[str, frozenset[str]] = {}
    for name, schemas in users.items():
        shown = [] if len(schemas) == len(modes) else _in_short(list(schemas), told)
        told[name] = frozenset(schemas)
        properties[name] = _without_details(_for_modes(properties[name], schemas, shown))
    return {"type": "object", "properties": properties, "required": [selector]}


def _in_short(modes: list[str], told: Mapping[str, frozenset[str]]) -> list[str]:
    """The modes by reference to a parameter that was told before and has many of them."""
    for name, others in told.items():
        if len(others) >= MANY_MODES and others <= set(modes):
            return [f"as {name}", *(mode for mode in modes if mode not in others)]
    return modes


def _is_listed(name: str, schema: Schema, mode: Mode) -> bool:
    is_told = mode.same_as is None and name not in mode.unlisted
    return is_told and name not in mode.fixed and not schema.get("deprecated")


def _selector(modes: Mapping[str, tuple[Capability, Mode]]) -> Schema:
    return {"type": "string", "enum": list(modes), "description": " ".join(_explained(modes))}


def _explained(modes: Mapping[str, tuple[Capability, Mode]]) -> list[str]:
    """What each mode is for; those of one capability together, those of another tool by that tool's name."""
    together: dict[str, list[str]] = {}
    for name, (capability, mode) in modes.items():
        words = _first_sentence(capability) if mode.same_as is None else f"as in {mode.same_as}."
        together.setdefault(words, []).append(name if mode.same_as is None else "others")
    return [f"{', '.join(dict.fromkeys(names))}: {words}" for words, names in together.items()]


def _first_sentence(capability: Capability) -> str:
    return capability.summary.split(". ")[0].rstrip(".") + "."


def _merge(properties: dict[str, Schema], name: str, schema: Schema) -> None:
    known = properties.setdefault(name, schema)
    if "enum" in known and "enum" in schema:
        properties[name] = {**known, "enum": list(dict.fromkeys([*known["enum"], *schema["enum"]]))}
    elif _shape(known) != _shape(schema):
        raise ShapeConflict(f"{name}: {_shape(known)} and {_shape(schema)}")


def _shape(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("description", "default")}


def _without_details(schema: Schema) -> Schema:
    kept = {key: value for key, value in schema.items() if key not in DETAILS}
    return {**kept, "items": _without_details(kept["items"])} if isinstance(kept.get("items"), dict) else kept


def _for_modes(schema: Schema, users: Mapping[str, Schema], shown: list[str]) -> Schema:
    """What a parameter says in a composite tool: which modes it is for, or which values where they differ."""
    if any(own.get("enum") != schema.get("enum") for own in users.values()):
        values = (f"{mode}: {', '.join(map(str, own['enum']))}." for mode, own in users.items())
        return {"type": "string", "description": " ".join(values)}
    words = schema.get("description", "").split(";")[0].rstrip(".")
    text = f"{', '.join(shown)}: {words}".removesuffix(": ").removeprefix(": ")
    return {**schema, "description": text} if text else schema


def _without_null(schema: Schema) -> Schema:
    """`x | None` as plain `x`: leaving a parameter out says the same in fewer tokens."""
    schema = {key: value for key, value in schema.items() if not (key == "default" and value is None)}
    if "anyOf" in schema:
        rest = [option for option in schema["anyOf"] if option != {"type": "null"}]
        others = {key: value for key, value in schema.items() if key != "anyOf"}
        schema = {**rest[0], **others} if len(rest) == 1 else {**others, "anyOf": rest}
    if "enum" in schema:
        values = [value for value in schema["enum"] if value is not None]
        return {"type": "string", **schema, "enum": values}
    return schema
