"""Console arguments read as in the browser's console, wherever a message is shown."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.kernel.console_text import console_text

ERROR = {"name": "TypeError", "message": "x is null", "stack": "TypeError: x is null\n    at a.js:1:1"}


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["%cStyled %s", "color: red", "x"], "Styled x"),
        (["%s is %d of %i", "a", 3.7, "12px"], "a is 3 of 12"),
        (["%d and %d and %d", "many", True, -3.7], "NaN and NaN and -3"),
        (["%f of %f", 3.5, " 2.25 kg"], "3.5 of 2.25"),
        (["%o and %O", "text", {"a": [1]}], '"text" and {"a":[1]}'),
        (["100%% of %s"], "100% of %s"),
        (["%s", "a", "%c", {"b": 1}], 'a %c {"b":1}'),
        (["plain", "%s", 1], "plain %s 1"),
        ([{"a": "%s"}, "b"], '{"a":"%s"} b'),
        (["%s failed", ERROR], "TypeError: x is null failed"),
        (["failed", ERROR], "failed TypeError: x is null"),
        ([], ""),
    ],
)
def test_a_message_reads_as_in_the_console(args: list[Any], expected: str) -> None:
    assert console_text(args) == expected


def styled(parts: Parts) -> None:
    more = {"level": "error", "ts": "2026-01-31T12:00:01.000Z", "url": "http://localhost:5173/"}
    parts.log("%cOrder %s failed", "color: red", "A-7", **more)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("observe", {"what": "errors"}),
        ("observe", {"what": "logs"}),
        ("observe", {"what": "timeline"}),
        ("generate", {"what": "report"}),
    ],
)
async def test_an_answer_shows_a_format_string_filled_in(tool: str, arguments: dict[str, Any], tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    styled(parts)
    text = await parts.read(tool, **arguments)
    assert "Order A-7 failed" in text and "%c" not in text and "%s" not in text


async def test_a_verification_shows_a_format_string_filled_in(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    styled(parts)
    text = await parts.read("analyze", what="verify_fix", action="start")
    assert "Order A-7 failed" in text and "%c" not in text


def test_a_notice_shows_a_format_string_filled_in(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    styled(parts)
    [stored] = parts.store.notices.after(0)
    assert stored.notice.context["text"] == "Order A-7 failed"
