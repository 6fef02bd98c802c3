"""How a text answer names a WebSocket connection, and what such a name stands for."""

import re
from collections.abc import Iterable

from gasoline.rendering.quote import inline

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHORT_CHARS = 8


def short_name(name: str) -> str:
    """The beginning of a random id; any other id stays complete."""
    return name[:SHORT_CHARS] if UUID.fullmatch(name) else inline(name)


def full_name(wanted: str, known: Iterable[str]) -> str:
    """The connection that a short or complete name stands for; what is not known stays as it is."""
    return next((name for name in known if wanted in (name, short_name(name))), wanted)
