"""Answers that are files in `tests/rendering/golden`; with GASOLINE_WRITE_GOLDEN they are written."""

import os
import re
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "rendering" / "golden"
TIME = r"\d\d:\d\d:\d\d\.\d{3}"
RUN_FACTS = [
    (re.compile(pattern), shown)
    for pattern, shown in (
        (r"(last_poll_ago: )[^\n]+", r"\1…"),
        (r"\bverify-[0-9a-f]{6}\b", "verify-…"),
        (r"(watched for )[^\n]+", r"\1…"),
        (rf"(started |counts from |captured at ){TIME}", r"\1…"),
        (rf"(?m)^((?:before|after) ){TIME}", r"\1…"),
        (r"((?:Reported|System): `)[^`]+", r"\1…"),
        (r"(Attach `)[^`]+", r"\1…"),
    )
]
"""What differs from run to run."""


def check_golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    for pattern, shown in RUN_FACTS:
        text = pattern.sub(shown, text)
    if os.environ.get("GASOLINE_WRITE_GOLDEN"):
        file.write_text(text + "\n", "utf-8")
    assert text + "\n" == file.read_text("utf-8")
