"""What happened since a client's last call, in one line: the exit that every model sees."""

from gasoline.capabilities.context import Client
from gasoline.model.events import NetworkEntry
from gasoline.store.store import Store


def news_since(store: Store, client: Client) -> str:
    """New errors and failed requests; moves the client's cursor to now."""
    errors = failed = 0
    for slot in store.logs.errors.newest_first():
        if slot.last_seq <= client.cursor:
            continue
        if isinstance(slot.event, NetworkEntry):
            failed += 1
        else:
            errors += 1
    client.cursor = store.cursor
    counts = [_count(errors, "new error"), _count(failed, "failed request")]
    text = ", ".join(count for count in counts if count)
    return f"Since your last call: {text}: observe what=errors." if text else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""
