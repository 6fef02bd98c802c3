"""Makes every character of an answer visible: control, bidi and zero-width characters become JSON escapes."""

import re

# C1 controls and DEL, soft hyphen, Arabic letter mark, Mongolian separator, zero-width and bidi marks, line and
# paragraph separators, word joiners and invisible operators, byte order mark, interlinear marks, tag characters,
# variation selectors beyond the common one.
_INVISIBLE = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def escape_invisible(json_text: str) -> str:
    """JSON text with these characters as \\uXXXX; its meaning is unchanged."""
    return _INVISIBLE.sub(lambda match: _escape(match.group()), json_text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
