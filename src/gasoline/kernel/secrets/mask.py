"""How a secret may be shown."""

MASK = "[redacted]"

# length from which: characters shown at the start and at the end; never more than a third
_SHOWN = ((32, 6, 3), (20, 4, 2), (12, 2, 0))


def mask(secret: str) -> str:
    """Enough to recognise it, never enough to use it."""
    if "\\" in secret:  # half an escape would break the JSON text around it
        return MASK
    for length, head, tail in _SHOWN:
        if len(secret) >= length:
            return f"{secret[:head]}…{secret[len(secret) - tail :] if tail else ''}{MASK}"
    return MASK
