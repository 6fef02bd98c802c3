"""What a server printed, as text: one line for each entry, and what belongs to a failed request."""

from typing import Any

from gasoline.rendering.moment import clock
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of

Entry = dict[str, Any]
MATCHED_BY = {
    "request": "names this request",
    "neighbor": "next to its access line",
    "suffix": "names the end of its path",
    "time": "at that time",
}
JOINED_CHARS = 200
SAID_CHARS = 40
"""A line that begins with its own level needs no other."""
JOINED_LINES = 3


def entry_line(seq: int, entry: Entry, width: int, *, has_name: bool) -> str:
    """`s12 08:09:27.945 api error ZeroDivisionError: division by zero at shop/api.py:34 in order (12 lines)`."""
    name = f"{inline(entry['name'])} " if has_name else ""
    is_said = entry["level"] == "log" or entry["level"] in entry["text"][:SAID_CHARS].lower()
    level = "" if is_said and "exception" not in entry else f"{entry['level']} "
    return f"s{seq} {clock(entry['ts'])} {name}{level}{summary(entry, width)}"


def summary(entry: Entry, width: int) -> str:
    """An exception with its place, or the first line."""
    exception = entry.get("exception")
    if exception:
        message = f": {inline(exception['message'], width)}" if exception.get("message") else ""
        return f"{inline(exception['type'], width)}{message}{place(exception)}"
    first, *rest = entry["text"].split("\n")
    more = f" (+{count_of(len(rest), 'line')})" if rest else ""
    return f"{inline(first, width)}{more}"


def place(exception: Entry) -> str:
    if not exception.get("file"):
        return ""
    function = f" in {inline(exception['function'], JOINED_CHARS)}" if exception.get("function") else ""
    return f" at {inline(exception['file'])}:{exception['line']}{function}"


def ended_server(run: Entry) -> str:
    """A command of `gasoline run` that has ended, or whose wrapper is not connected any more."""
    at = clock(run["ended_at"])
    if run["exit_code"] is None:
        return f"server {inline(run['name'])} is disconnected since {at}"
    return f"server {inline(run['name'])} ended at {at} with exit code {run['exit_code']}"


def joined_lines(joined: Entry | None) -> list[str]:
    """Below a failed request: what the server printed meanwhile, the most telling first."""
    if not joined:
        return []
    return [
        f"  server {inline(entry['name'])} ({MATCHED_BY[entry['matchedBy']]}): {summary(entry, JOINED_CHARS)}"
        for entry in joined["entries"][:JOINED_LINES]
    ]
