"""Which of the numbers that a page logged by `console.log('n', …)` reached the server, in their order there."""

import json

from daemon import Daemon


def numbers(daemon: Daemon) -> list[int]:
    """From the log file: answers are cut, the file is not."""
    files = [daemon.state_dir / "logs.jsonl.1", daemon.state_dir / "logs.jsonl"]
    texts = [file.read_text() for file in files if file.exists()]
    lines = [
        line for text in texts for line in text[: text.rfind("\n") + 1].splitlines()
    ]  # the last may be half written
    entries = [json.loads(line) for line in lines]
    logged = [entry for entry in entries if entry["type"] == "console" and entry["args"][0] == "n"]
    # A line that says more about an entry, such as where it was logged, has its id.
    by_id = {entry.get("id") or index: entry for index, entry in enumerate(logged)}
    return [entry["args"][1] for entry in by_id.values()]
