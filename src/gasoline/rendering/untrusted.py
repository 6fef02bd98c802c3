"""The mark of what another page may have made up: the same in every text answer."""

from typing import Any

UNTRUSTED = " · untrusted frame"


def trust_mark(entry: dict[str, Any]) -> str:
    """The mark at the end of an entry's line; empty for nearly all entries."""
    return UNTRUSTED if entry.get("_untrustedFrame") else ""
