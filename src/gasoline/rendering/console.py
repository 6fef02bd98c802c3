"""Console arguments as the console shows them: format directives filled in, styles dropped."""

import re
from typing import Any

from gasoline.rendering.quote import compact, inline

_DIRECTIVE = re.compile(r"%[sdifoOc%]")


def console_text(args: list[Any], max_chars: int) -> str:
    """`%s`, `%d`, `%i`, `%f`, `%o` and `%O` take the next argument, `%c` takes it away; the rest follows, separated by
    spaces."""
    if args and isinstance(args[0], str) and "%" in args[0]:
        text, rest = _fill(args[0], list(args[1:]))
        parts = [text, *map(_shown, rest)]
    else:
        parts = [_shown(arg) for arg in args]
    return inline(" ".join(parts), max_chars)


def _fill(template: str, rest: list[Any]) -> tuple[str, list[Any]]:
    def fill(match: re.Match[str]) -> str:
        directive = match.group()
        if directive == "%%":
            return "%"
        if not rest:
            return directive
        value = rest.pop(0)
        return "" if directive == "%c" else _shown(value)

    return _DIRECTIVE.sub(fill, template), rest


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else compact(value)
