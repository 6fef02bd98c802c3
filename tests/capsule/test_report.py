"""The report: what it says, and that no page text in it becomes markup."""

import re
from pathlib import Path
from typing import Any

import pytest
from capsules import GITHUB_TOKEN, PASSWORD, Recording, at, busy_session, saved
from hostile_report import HOSTILE, hostile_report
from parts import Parts

from gasoline.rendering.report.html import MAX_BYTES, html_report
from gasoline.rendering.report.markdown import block, code, markdown_report
from gasoline.rendering.report.report import Picture, Report


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return busy_session(tmp_path)


async def markdown(parts: Parts, **params: Any) -> str:
    answer: dict[str, str] = await parts.ask("generate_report", **params)
    return answer["markdown"]


async def test_markdown_tells_the_story_in_order(parts: Parts) -> None:
    text = await markdown(parts, note="A receipt was expected.")
    headings = re.findall(r"^#+ .*$", text, re.MULTILINE)
    assert headings == [
        "# `Cannot read properties of undefined (reading 'total')`",
        "## Expected and actual",
        "## Steps",
        "## Errors",
        "## Failed requests with their bodies",
        "## Requests",
        "## Environment",
        "## The complete session",
    ]
    assert '1. `Type into #email = "ada@example.org"`' in text
    assert '2. `Click [data-testid="buy"]`' in text
    assert "A receipt was expected." in text
    assert "POST /api/orders → 422" in text
    assert "sold_out" in text
    assert "- Extension: `0.1.0`" in text


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_patterns_that_may_be_the_cause_are_in_a_report(parts: Parts, style: str) -> None:
    request = {"method": "POST", "status": 200, "initiator": "fetch"}
    for seconds in (5, 5.1):
        parts.send("network", at(seconds, **request, duration=300) | {"url": "http://localhost:3000/api/orders"})
    answer = await parts.ask("generate_report", style=style)
    text = answer.get("markdown") or Path(answer["path"]).read_text("utf-8")
    assert "two changes to the same address: " in text.partition("Possible causes")[2]


async def test_the_report_names_a_capsule_that_has_the_session(parts: Parts) -> None:
    answer = await parts.ask("generate_report", note="It fails.")
    recording = Recording(Path(answer["capsule"]).read_bytes())
    assert recording.opened.manifest.note == "It fails."


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_no_secret_is_in_a_report(parts: Parts, style: str) -> None:
    answer = await parts.ask("generate_report", style=style, note=f"key {GITHUB_TOKEN}")
    text = answer.get("markdown") or Path(answer["path"]).read_text("utf-8")
    assert PASSWORD not in text
    assert GITHUB_TOKEN not in text
    assert "sold_out" in text


async def test_a_recording_makes_the_same_report_and_says_what_it_is(parts: Parts) -> None:
    live = await markdown(parts, note="It fails.")
    recording = Recording((await saved(parts, note="It fails.")).data)
    recorded = (await recording.call("generate_report", output="text")).texts[0]
    assert recorded.startswith("Recording of 2026-01-31 12:00:00–12:00:04 UTC, not the live browser.")
    for part in ("## Steps", "## Errors", "## Requests"):
        assert section(recorded, part) == section(live, part)


def section(text: str, heading: str) -> str:
    return text.partition(heading)[2].partition("\n## ")[0]


async def test_a_long_session_stays_below_50000_characters(parts: Parts) -> None:
    for number in range(60):
        parts.send(
            "logs", at(5, id=f"long{number}", type="exception", level="error", message=f"{number} " + "x`" * 4000)
        )
    reply = await parts.call("generate_report", output="text")
    assert len(reply.texts[0]) < 50_000


@pytest.mark.parametrize("text", ["plain", "`", "a``b", "```", HOSTILE.replace("\n", " "), "``` ` ``"])
def test_nothing_ends_a_code_span_or_a_block(text: str) -> None:
    fence = re.match("`+", code(text))
    assert fence is not None
    inner = code(text)[len(fence[0]) : -len(fence[0])]
    assert fence[0] not in inner
    lines = block(text).splitlines()
    assert not any(line.strip().startswith(lines[-1]) for line in lines[1:-1])


# CAPS-07
def test_no_page_text_is_markup_in_html() -> None:
    page = html_report(hostile_report()).decode()
    assert "<script" not in page
    assert "<img src=x" not in page
    assert page.count("<img ") == 1
    assert "\u202e" not in page.replace("\\u202e", "")


def test_no_page_text_is_markup_in_markdown() -> None:
    text = markdown_report(hostile_report())
    in_block = ""
    for line in text.splitlines():
        fence = re.match("`{3,}", line)
        if fence and (not in_block or line == in_block):
            in_block = "" if in_block else fence[0]
        elif not in_block:
            outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
            assert not re.search(r"[<>@\[\]]", outside), line
    assert not in_block


def test_pictures_are_left_out_until_the_file_is_small_enough() -> None:
    report = Report("t", "", "", [], [], [], [], [], [], [], "x", [Picture(str(n), bytes(500_000)) for n in range(20)])
    page = html_report(report)
    assert MAX_BYTES // 2 < len(page) <= MAX_BYTES
    assert b">19<" in page
    assert b">0<" not in page
