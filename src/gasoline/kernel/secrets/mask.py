"""How a secret may be shown."""

import re

MASK = "[redacted]"
MASKED_PATTERN = r"(?:[^\s'\"]{1,6}…[^\s'\"]{0,3})?\[redacted\]"
"""What a mask leaves of a secret, anywhere in a text."""

_MASKED = re.compile(MASKED_PATTERN)

# MASK-02: length from which: characters shown at the start and at the end; never more than a third
_SHOWN = ((32, 6, 3), (20, 4, 2), (12, 2, 0))


def replace_masks(text: str, stand_in: str) -> str:
    """The text with the same words for every masked secret."""
    return _MASKED.sub(stand_in, text)


def mask(secret: str) -> str:
    """Enough to recognize it, never enough to use it."""
    if "\\" in secret:  # half an escape would break the JSON text around it
        return MASK
    for length, head, tail in _SHOWN:
        if len(secret) >= length:
            return f"{secret[:head]}…{secret[len(secret) - tail :] if tail else ''}{MASK}"
    return MASK
