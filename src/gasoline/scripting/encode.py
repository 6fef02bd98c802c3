"""The only encoder of generated code: page text becomes a literal or a comment, never code.

Input is already masked. Generated code is not masked again, because masking code could damage it.
"""

import math
import re
from typing import Any

from gasoline.kernel.text import shorten

SCRIPT_COMMENT_CHARS = 200  # one comment


# Characters allowed unescaped in a literal: all except control characters, quotes, the backslash, invisible or
# misleading characters, lone surrogates, and a "<" that could start an HTML tag or comment.
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
    """A string literal with this value, in the quotes that need no escaping."""
    quote = '"' if "'" in text and '"' not in text else "'"
    return quote + _ESCAPED.sub(_escape, text).replace(quote, "\\" + quote) + quote


def js_comment(text: str) -> str:
    """A one-line comment. It begins with our own text, so that tools do not read it as a directive."""
    line = " ".join(_UNSEEN.sub(" ", text).split())
    line = line.replace("*/", "* /").replace("</", "< /").replace("-----", "---")
    truncated = shorten(line, SCRIPT_COMMENT_CHARS)
    return f"// {truncated}".rstrip()


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
    """A property name. Never a bare `__proto__`, which would set the prototype."""
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
