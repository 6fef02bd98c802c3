"""The name of a process before each of its lines, where one terminal shows several."""

import re

from gasoline.launch.server_output.level import WORDS

_NAME = r"[\w.@/-]{1,60}"
_PREFIX = re.compile(
    "|".join(
        (
            rf"\[(?P<bracketed>{_NAME})\] |\[\d+\]$",  # concurrently, tagged logs of Rails
            rf"(?:\d\d:\d\d:\d\d )?(?!\d+ ){_NAME} +\|(?: |$)",  # docker compose, foreman, honcho
            rf"{_NAME}:[a-z-]{{1,20}}: ",  # turbo
            rf"{_NAME} (?:dev|start|serve): ",  # pnpm
        )
    )
)
_NOT_PROCESSES = {"vite", *WORDS}
"""What stands in brackets for other reasons."""


def process_prefix(line: str) -> str:
    """Empty if there is none."""
    found = _PREFIX.match(line)
    if found is None or (found["bracketed"] or "").lower() in _NOT_PROCESSES:
        return ""
    return found[0]
