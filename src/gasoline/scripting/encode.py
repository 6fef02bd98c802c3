"""The one encoder of generated code: whatever a page wrote becomes a literal or a comment, and never code.

What gets here was masked before, and the code leaves as it is made: a mask over code may reach beyond its literal.
"""

import math
import re
from typing import Any

from gasoline.model import limits

# What may stand in a literal as it is: everything but controls, quotes, the backslash, what a reader cannot see or is
# misled by, halves of surrogate pairs, and a "<" that begins a tag or a comment of HTML.
_ESCAPED = re.compile(
    "[\x00-\x1f\x7f-\x9f\\\\\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
    "|<(?=[/!?a-zA-Z])"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]+"
)
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def js_literal(text: str) -> str:
    """A string literal whose value is the text, in the quotes that need no escape."""
    quote = '"' if "'" in text and '"' not in text else "'"
    return quote + _ESCAPED.sub(_escape, text).replace(quote, "\\" + quote) + quote


def js_comment(text: str) -> str:
    """A comment of one line. It begins with our words, so that it is no directive to a tool."""
    line = " ".join(_UNSEEN.sub(" ", text).split())
    line = line.replace("*/", "* /").replace("</", "< /").replace("-----", "---")
    cut = line if len(line) <= limits.SCRIPT_COMMENT_CHARS else line[: limits.SCRIPT_COMMENT_CHARS] + "…"
    return f"// {cut}".rstrip()


def js_value(value: Any, indent: str = "") -> str:
    """A JSON value as an expression."""
    if isinstance(value, str):
        return js_literal(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value) if math.isfinite(value) else "null"
    inner = indent + "  "
    if isinstance(value, dict):
        return _bracket("{}", [f"{js_key(key)}: {js_value(item, inner)}" for key, item in value.items()], indent)
    return _bracket("[]", [js_value(item, inner) for item in value], indent)


def js_key(name: str) -> str:
    """The name of a property. Never a bare `__proto__`: as a name it would set the prototype."""
    if name == "__proto__":
        return f"[{js_literal(name)}]"
    return name if _NAME.fullmatch(name) else js_literal(name)


def _bracket(pair: str, parts: list[str], indent: str) -> str:
    if not parts:
        return pair
    lines = "".join(f"\n{indent}  {part}," for part in parts)
    return f"{pair[0]}{lines}\n{indent}{pair[1]}"


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}")  # noqa: PLR2004  one byte
