"""Validates a client's arguments against a capability's parameters; errors say what is accepted."""

import re
from typing import Any

import msgspec

from gasoline.kernel.quoted import ECHO_CHARS
from gasoline.kernel.text import truncate_text
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.capability import Params
from gasoline.tools.nearest import nearest
from gasoline.tools.registry import Arguments, Target
from gasoline.tools.schema import Schema, params_schema

MISSING = re.compile(r"missing required field `(?P<name>\w+)`")


def read_arguments(target: Target) -> Params:
    """The typed parameters. Numbers and booleans may be strings, and strings numbers, as assistants and shells send
    them."""
    schemas = params_schema(target.capability)
    given = {
        name: _as_text(_encodable(value), schemas.get(name, {}))
        for name, value in target.arguments.items()
        if value is not None
    }
    known = [field.encode_name for field in msgspec.structs.fields(target.capability.params)]
    for name in given:
        if name not in known:
            raise _unknown_parameter(target.address, name, known)
    try:
        return msgspec.convert(given, target.capability.params, strict=False)
    except msgspec.ValidationError as error:
        raise ToolError(
            "invalid_argument", f"{target.address}: {_in_words(str(error))}", _accepted(given, str(error), schemas)
        ) from None


def _as_text(value: Any, schema: Schema) -> Any:
    """`contains=404` means the text."""
    if schema.get("type") == "string" and isinstance(value, int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    return value


def _encodable(value: Any) -> Any:
    """Half of a surrogate pair, which no file or message can hold, becomes a question mark."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(name): _encodable(item) for name, item in value.items()}
    return value


def _unknown_parameter(address: str, name: str, known: list[str]) -> ToolError:
    near = nearest(name, known)
    hint = f"Did you mean {near!r}?" if near else "Leave it out."
    return ToolError(
        "unknown_parameter",
        f"{address} has no parameter {truncate_text(name, ECHO_CHARS)!r}. {_takes(known)}",
        hint,
    )


def _takes(known: list[str]) -> str:
    return f"It takes {', '.join(known)}." if known else "It takes no parameters."


def _accepted(given: Arguments, error: str, schemas: dict[str, Schema]) -> str:
    """What the parameter takes that the error is about."""
    if missing := MISSING.search(error):
        name = missing["name"]
        return f"Pass {name}: {_values(schemas.get(name, {})) or schemas.get(name, {}).get('description', '')}"
    name = error.partition(" - at `$.")[2].rstrip("`").partition("[")[0]
    takes = _values(schemas.get(name, {})).removeprefix("it ")
    return f"{_value_meant(given.get(name), schemas[name])}{name} {takes}" if takes else _takes(list(schemas))


def _values(schema: Schema) -> str:
    """`it takes start, watch, compare.`; empty for what cannot be said in a few words."""
    if values := _choices(schema):
        return f"it takes {', '.join(map(str, values))}."
    match schema.get("type"):
        case "integer":
            low, high = schema.get("minimum"), schema.get("maximum")
            return f"it takes a whole number{f' from {low} to {high}' if high is not None else ''}."
        case "boolean":
            return "it takes true or false."
    return ""


def _choices(schema: Schema) -> list[Any]:
    return schema.get("enum") or schema.get("items", {}).get("enum") or []


def _value_meant(value: Any, schema: Schema) -> str:
    choices = [str(choice) for choice in _choices(schema)]
    words = value if isinstance(value, list) else [value]
    wrong = next((word for word in words if isinstance(word, str) and word not in choices), None)
    near = nearest(wrong, choices) if wrong else None
    return f"Did you mean {near!r}? " if near else ""


def _in_words(error: str) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.limit`", with the parameter in front."""
    text, _, path = error.partition(" - at `$.")
    return f"{path.rstrip('`')}: {text}." if path else f"{text}."
