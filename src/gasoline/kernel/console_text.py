"""Console arguments as the console shows them: format directives filled in, styles dropped, errors by their message."""

import json
import math
import re
from typing import Any, TypeGuard

import msgspec

_DIRECTIVE = re.compile(r"%[sdifoOc%]")
_INTEGER = re.compile(r"\s*\+?(-?[0-9]+)")
_NUMBER = re.compile(r"\s*\+?(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")
NOT_A_NUMBER = "NaN"


def console_text(args: list[Any], max_chars: int | None = None) -> str:
    """`%s`, `%d`, `%i`, `%f`, `%o` and `%O` take the next argument, `%c` takes it away; the rest follows, separated by
    spaces. `max_chars`: of each argument."""
    if not args or not isinstance(args[0], str) or "%" not in args[0]:
        return " ".join(_argument(arg)[:max_chars] for arg in args)
    rest = list(args[1:])
    text = _DIRECTIVE.sub(lambda match: _fill(match.group(), rest)[:max_chars], args[0][:max_chars])
    return " ".join([text, *(_argument(arg)[:max_chars] for arg in rest)])


def is_error(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether an argument was an Error of the page."""
    return isinstance(value, dict) and isinstance(value.get("message"), str) and isinstance(value.get("stack"), str)


def _fill(directive: str, rest: list[Any]) -> str:
    if directive == "%%":
        return "%"
    return _formatted(directive, rest.pop(0)) if rest else directive


def _formatted(directive: str, value: Any) -> str:
    match directive:
        case "%c":
            return ""
        case "%d" | "%i":
            return _number(math.trunc(value) if _is_finite(value) else value, _INTEGER)
        case "%f":
            return _number(value, _NUMBER)
        case "%o" | "%O" if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
    return _argument(value)


def _number(value: Any, number: re.Pattern[str]) -> str:
    """A number, or the one that a text begins with."""
    if _is_finite(value):
        return _argument(value)
    match = number.match(value) if isinstance(value, str) else None
    return match[1] if match else NOT_A_NUMBER


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _argument(value: Any) -> str:
    if isinstance(value, str):
        return value
    if is_error(value):
        name = value.get("name")
        return f"{name}: {value['message']}" if isinstance(name, str) and name else str(value["message"])
    return msgspec.json.encode(value).decode()
