"""Validates a client's arguments against a capability's parameters, with errors that say what is accepted."""

from difflib import get_close_matches

import msgspec

from gasoline.capabilities.capability import Params
from gasoline.model import limits
from gasoline.model.cut_text import cut_text
from gasoline.model.errors import ToolError
from gasoline.tools.registry import Target
from gasoline.tools.schema import params_schema


def read_arguments(target: Target) -> Params:
    """The typed parameters. Numbers and booleans may come as text: assistants and shells send them so."""
    given = {name: value for name, value in target.arguments.items() if value is not None}
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


def _unknown_parameter(address: str, name: str, known: list[str]) -> ToolError:
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else "Leave it out."
    return ToolError(
        "unknown_parameter", f"{address} has no parameter {cut_text(name, limits.ECHO_CHARS)!r}. {_takes(known)}", hint
    )


def _takes(known: list[str]) -> str:
    return f"It takes {', '.join(known)}." if known else "It takes no parameters."


def _accepted(target: Target, error: str, known: list[str]) -> str:
    """The values that the parameter in question takes, where they can be listed."""
    name = error.partition(" - at `$.")[2].rstrip("`").partition("[")[0]
    schema = params_schema(target.capability).get(name, {})
    values = schema.get("enum") or schema.get("items", {}).get("enum")
    return f"{name} takes {', '.join(map(str, values))}." if values else _takes(known)


def _in_words(error: str) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.limit`", with the parameter in front."""
    text, _, path = error.partition(" - at `$.")
    return f"{path.rstrip('`')}: {text}." if path else f"{text}."
