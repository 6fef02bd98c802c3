"""JSON Schemas of tools: flat objects only, because clients drop tools with a union at the root."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from gasoline.toolkit.capability import Capability, Mode, Output

TOOLS_LIST_BYTES = 12_000  # MCP-02
TOOLS_LIST_TOKENS = 2_800  # MCP-02: in the o200k encoding

Schema = dict[str, Any]

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "maxItems")
"""Left out of the five tools, which are part of every conversation; the dispatcher enforces them."""
NOT_SAID: tuple[Any, ...] = (None, "", [])
"""Defaults that need not be said."""
OUTPUT = "output"
OUTPUTS = get_args(Output)


def output_schema(default: Output) -> Schema:
    """The parameter that every tool has: the form of its answer."""
    return {"type": "string", "enum": list(OUTPUTS), "default": default, "description": "Answer format."}


class ShapeConflict(Exception):
    """Two capabilities of one tool give a parameter different shapes."""


def params_schema(capability: Capability) -> dict[str, Schema]:
    """The capability's parameters, each with its own small schema."""
    (root,), components = msgspec.json.schema_components([capability.params], ref_template="{name}")
    body = components[root["$ref"]] if "$ref" in root else root
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(capability.params)}
    return {
        name: _as_declared(_without_null(schema), fields[name]) for name, schema in body.get("properties", {}).items()
    }


def _as_declared(schema: Schema, kind: Any) -> Schema:
    """Restores the declared order of the values, which often has a meaning; msgspec sorts them."""
    if "enum" in schema:
        return {**schema, "enum": sorted(schema["enum"], key=_literals(kind).index)}
    if isinstance(schema.get("items"), dict):
        return {**schema, "items": _as_declared(schema["items"], kind)}
    return schema


def _literals(kind: Any) -> list[Any]:
    """The values of the literal types inside a type."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [value for inner in get_args(kind) for value in _literals(inner)]


def required(capability: Capability) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(capability.params) if field.required]


def named_schema(capability: Capability) -> Schema:
    """The input schema of a named tool."""
    properties = {**params_schema(capability), OUTPUT: output_schema("json")}
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if names := required(capability):
        schema["required"] = names
    return schema


def composite_schema(selector: str, modes: Mapping[str, tuple[Capability, Mode]]) -> Schema:
    """A selector and every parameter of every listed mode, each naming the modes that it is for.

    Deprecated parameters and modes that another tool lists are accepted but not listed.
    """
    listed = {name: found for name, found in modes.items() if found[1].same_as is None}
    properties: dict[str, Schema] = {selector: _selector(listed)}
    users: dict[str, dict[str, Schema]] = {}
    for mode_name, (capability, mode) in listed.items():
        for name, schema in params_schema(capability).items():
            if name == selector or name in mode.fixed or name in mode.unlisted or schema.get("deprecated"):
                continue
            _merge(properties, name, schema)
            users.setdefault(name, {})[mode_name] = schema
    lists = [name for name, (found, _) in listed.items() if "before" in params_schema(found)]
    for name, schemas in users.items():
        named = _modes(list(schemas), list(listed), lists, names_lists=name == "limit")
        properties[name] = _without_bounds(_for_modes(properties[name], schemas, named))
    properties[OUTPUT] = output_schema("text")
    return {"type": "object", "properties": properties, "required": [selector]}


def _selector(modes: Mapping[str, tuple[Capability, Mode]]) -> Schema:
    about = " ".join(f"{name}: {mode.about or _first_sentence(found)}" for name, (found, mode) in modes.items())
    return {"type": "string", "enum": list(modes), "description": about}


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


def _without_bounds(schema: Schema) -> Schema:
    kept = {key: value for key, value in schema.items() if key not in BOUNDS}
    return {**kept, "items": _without_bounds(kept["items"])} if isinstance(kept.get("items"), dict) else kept


def _modes(users: list[str], listed: list[str], lists: list[str], *, names_lists: bool) -> str:
    """The modes that a parameter is for; empty where it is for all. One parameter says which of them are lists."""
    if len(users) == len(listed):
        return ""
    others = [mode for mode in lists if mode not in users]
    if len(lists) > 1 and len(others) <= 1:
        name = f"lists except {others[0]}" if others else f"lists ({', '.join(lists)})" if names_lists else "lists"
        users = [*(mode for mode in users if mode not in lists), name]
    return f"{', '.join(users)}: "


def _choices(schema: Schema) -> str:
    return f"{', '.join(map(str, schema['enum']))}." if "enum" in schema else ""


def _for_modes(schema: Schema, users: Mapping[str, Schema], modes: str) -> Schema:
    """A parameter as a composite tool lists it: the modes it is for, and a default that holds in all of them."""
    descriptions = {mode: own.get("description") or _choices(own) for mode, own in users.items()}
    if len(set(descriptions.values())) > 1:
        text = " ".join(f"{mode}: {own}" for mode, own in descriptions.items())
    else:
        text = f"{modes}{next(iter(descriptions.values()))}"
    defaults = {mode: own["default"] for mode, own in users.items() if own.get("default") not in NOT_SAID}
    kept = {key: value for key, value in schema.items() if key != "default"}
    if len(set(defaults.values())) > 1:
        return {**kept, "description": f"{text} {_several(defaults)}"}
    is_common = bool(defaults) and len(defaults) == len(users)
    return {**kept, "description": text, **({"default": next(iter(defaults.values()))} if is_common else {})}


def _several(defaults: Mapping[str, Any]) -> str:
    """The default of most modes, then those of the others."""
    [(common, _)] = Counter(defaults.values()).most_common(1)
    others = (f"{mode} {default}" for mode, default in defaults.items() if default != common)
    return f"Default: {', '.join([str(common), *others])}."


def _without_null(schema: Schema) -> Schema:
    """`x | None` as plain `x`: omitting the parameter means the same, with fewer tokens."""
    schema = {key: value for key, value in schema.items() if not (key == "default" and value is None)}
    if "anyOf" in schema:
        rest = [option for option in schema["anyOf"] if option != {"type": "null"}]
        others = {key: value for key, value in schema.items() if key != "anyOf"}
        schema = {**rest[0], **others} if len(rest) == 1 else {**others, "anyOf": rest}
    if "enum" in schema:
        values = [value for value in schema["enum"] if value is not None]
        return {"type": "string", **schema, "enum": values}
    return schema
