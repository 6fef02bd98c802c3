"""One line about what happened since a client's last call, which every model sees."""

from gasoline.model.events import NetworkEntry
from gasoline.store.store import Store
from gasoline.toolkit.context import Client

ACTIVITY_NOTE_MESSAGES = 3  # messages in the note of an answer

COUNTED = ("errors", "network_errors")


def activity_note(store: Store, client: Client, *, counts_errors: bool) -> str:
    """New errors and failed requests, unless the answer lists them, and other significant events; moves the client's
    cursors to now."""
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
    reported = [f"{text}: observe what=errors"] if text and counts_errors else []
    reported += _other_notices(store, client)
    return f"Since your last call: {'; '.join(reported)}." if reported else ""


def _other_notices(store: Store, client: Client) -> list[str]:
    """The newest messages of significant events other than errors; they contain no page text."""
    since, client.notice_cursor = client.notice_cursor, store.notices.newest
    later = [each.notice for each in store.notices.after(min(since, store.notices.newest))]
    messages = [notice.message for notice in later if notice.category not in COUNTED]
    return messages[-ACTIVITY_NOTE_MESSAGES:]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""
