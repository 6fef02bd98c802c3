"""Validates a client's arguments against a capability's parameters; errors say what is accepted."""

from typing import Any

import msgspec

from gasoline.kernel.quoted import ECHO_CHARS
from gasoline.kernel.text import truncate_text
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.capability import Params
from gasoline.tools.nearest import nearest
from gasoline.tools.registry import Target
from gasoline.tools.schema import params_schema


def read_arguments(target: Target) -> Params:
    """The typed parameters. Numbers and booleans may be strings, as assistants and shells send them."""
    given = {name: _encodable(value) for name, value in target.arguments.items() if value is not None}
    known = [field.encode_name for field in msgspec.structs.fields(target.capability.params)]
    for name in given:
        if name not in known:
            raise _unknown_parameter(target.address, name, known)
    try:
        return msgspec.convert(given, target.capability.params, strict=False)
    except msgspec.ValidationError as error:
        raise ToolError(
            "invalid_argument", f"{target.address}: {_in_words(str(error))}", _accepted(target, str(error), known)
        ) from None


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


def _accepted(target: Target, error: str, known: list[str]) -> str:
    """The accepted values of the parameter, if they can be listed."""
    name = error.partition(" - at `$.")[2].rstrip("`").partition("[")[0]
    schema = params_schema(target.capability).get(name, {})
    values = schema.get("enum") or schema.get("items", {}).get("enum")
    return f"{name} takes {', '.join(map(str, values))}." if values else _takes(known)


def _in_words(error: str) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.limit`", with the parameter in front."""
    text, _, path = error.partition(" - at `$.")
    return f"{path.rstrip('`')}: {text}." if path else f"{text}."
