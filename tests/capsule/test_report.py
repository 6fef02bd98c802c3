"""The report: what it says, and that no page text in it becomes markup."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from capsules import BROWSER, GITHUB_TOKEN, PAGE, PASSWORD, Recording, at, busy_session, saved
from hostile_report import HOSTILE, hostile_report
from parts import Parts

from gasoline.model.wire import HelloMessage
from gasoline.rendering.report.html import MAX_BYTES, html_report
from gasoline.rendering.report.markdown import block, code, markdown_report
from gasoline.rendering.report.report import Moment, Part, Picture, Report


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return busy_session(tmp_path)


async def markdown(parts: Parts, **params: Any) -> str:
    answer: dict[str, str] = await parts.ask("generate_report", **params)
    return answer["markdown"]


async def test_markdown_lists_events_in_order(parts: Parts) -> None:
    text = await markdown(parts, note="A receipt was expected.")
    headings = re.findall(r"^#+ .*$", text, re.MULTILINE)
    assert headings == [
        "# `Cannot read properties of undefined (reading 'total')`",
        "## Summary",
        "## Expected and actual",
        "## Steps",
        "## Errors",
        "## Possible causes",
        "## Server",
        "## Failed requests with their bodies",
        "## Requests",
        "## Environment",
        "## The complete session",
    ]
    assert '1. `Type into #email = "ada@example.org"`' in text
    assert '2. `Click [data-testid="buy"]`' in text
    assert "A receipt was expected." in text
    assert "POST /api/orders → 422" in text
    assert "> 4 | order.total" in text
    assert "sold_out" in text
    assert "- Extension: `0.1.0`" in text
    assert f"- Browser: `{BROWSER}`" in text


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_patterns_that_may_be_the_cause_are_in_a_report(parts: Parts, style: str) -> None:
    request = {"method": "POST", "status": 200, "initiator": "fetch"}
    for seconds in (5, 5.1):
        parts.send("network", at(seconds, **request, duration=300) | {"url": "http://localhost:3000/api/orders"})
    answer = await parts.ask("generate_report", style=style)
    text = answer.get("markdown") or Path(answer["path"]).read_text("utf-8")
    assert "two changes to the same address: " in text.partition("Possible causes")[2]


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_what_the_server_printed_is_with_its_error_and_complete_below(tmp_path: Path, style: str) -> None:
    parts = Parts(tmp_path)
    exception = {"type": "ValueError", "message": "no stock", "file": "shop/api.py", "line": 34, "function": "order"}
    lines = f"Traceback (most recent call last):\n  File ...\nValueError: no stock, key {GITHUB_TOKEN}"
    printed = {"name": "api", "level": "error", "text": lines, "exception": exception}
    parts.send("server_logs", at(2, **printed) | {"url": ""})
    failed = {"method": "POST", "status": 500, "duration": 200, "tabId": 1, "pageUrl": PAGE}
    parts.send("logs", at(2.1, type="network", **failed) | {"url": "http://localhost:3000/api/orders"})
    answer = await parts.ask("generate_report", style=style)
    text = answer.get("markdown") or Path(answer["path"]).read_text("utf-8")
    assert text.count("ValueError: no stock at shop/api.py:34 in order") >= 2
    assert "Traceback (most recent call last):" in text.partition("Server")[2]
    assert GITHUB_TOKEN not in text


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
    for part in ("## Steps", "## Errors", "## Server", "## Failed requests with their bodies", "## Requests"):
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
    assert "javascript:" not in re.sub(r">[^<]*<", "><", page)
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


def test_a_report_full_of_quotes_fits_into_an_answer_and_names_the_capsule() -> None:
    part = Part("many", ['"' * 900] * 50)
    text = markdown_report(Report(title='"' * 500, capsule="x.gasoline", errors=part, bodies=part, requests=part))
    assert 40_000 < len(msgspec.json.encode(text)) < 50_000
    assert "More is in the capsule." in text
    assert text.endswith("Attach `x.gasoline`; open it with `gasoline capsule open FILE`.\n")


async def test_each_report_of_a_recording_is_a_file_of_its_own(parts: Parts, tmp_path: Path) -> None:
    recording = Recording((await saved(parts)).data, folder=tmp_path)
    replies = [await recording.call("generate_report", style="html", url_filter=part) for part in ("", "nowhere")]
    paths = [Path(msgspec.json.decode(reply.texts[0])["path"]) for reply in replies]
    assert paths[0] != paths[1]
    assert b"POST /api/orders" in paths[0].read_bytes()


def test_pictures_are_left_out_until_the_file_is_small_enough_and_the_summary_says_so() -> None:
    report = Report(title="t", capsule="x", pictures=[Picture(str(n), bytes(500_000)) for n in range(20)])
    page = html_report(report)
    assert MAX_BYTES // 2 < len(page) <= MAX_BYTES
    assert b">19<" in page
    assert b">0<" not in page
    left_out = 20 - page.count(b"<img ")
    assert f"Left out to keep this file small: {left_out} older screenshots.".encode() in page


def test_the_oldest_details_are_left_out_before_a_file_becomes_too_large() -> None:
    def moment(number: int) -> Moment:
        return Moment(
            f"r{number}", f"2026-01-31T12:00:00.{number:03}Z", "network", "GET /", detail=f"{number} " + '"' * 4_000
        )

    page = html_report(Report(title="t", capsule="x", timeline=[moment(number) for number in range(200)])).decode()
    assert MAX_BYTES // 2 < len(page) <= MAX_BYTES
    assert ">199 &quot;" in page
    assert ">0 &quot;" not in page
    assert re.search(r"Left out to keep this file small: the details of \d+ older events", page)


def test_the_largest_report_of_all_fits() -> None:
    text = "<" * 1_000_000
    part = Part(text[:300], [text] * 5)
    report = Report(
        title=text,
        note=text[:2_000],
        steps=[text[:160]] * 30,
        errors=part,
        server=[text] * 10,
        requests=Part("", [text]),
        bodies=part,
        capsule="x",
    )
    assert len(html_report(report)) <= MAX_BYTES


@pytest.mark.parametrize("duration_ms", [0.0, 1e-300, 90_000.0, 1e308])
def test_lanes_of_any_duration_stay_within_the_picture(duration_ms: float) -> None:
    times = ("1970-01-01T00:00:00.000Z", "2026-01-31T12:00:00.000Z", "2026-01-31T12:00:04.000Z")
    page = html_report(
        Report(
            title="t", capsule="x", timeline=[Moment("", ts, "network", "GET /", False, duration_ms) for ts in times]
        )
    ).decode()
    assert page.count("<line ") < 50
    marks = re.findall(r'<rect class="network" x="([0-9.]+)" y="\d+" width="([0-9.]+)"', page)[1:]
    assert len(marks) == 2, "the oldest is not in the picture, which its caption says"
    assert "1 older event is in the list" in page
    for x, width in marks:
        assert float(x) + float(width) <= 1_000.1


async def html(parts: Parts, **params: Any) -> str:
    answer: dict[str, str] = await parts.ask("generate_report", style="html", **params)
    return Path(answer["path"]).read_text("utf-8")


async def test_each_line_of_the_timeline_has_its_time_its_lane_and_the_complete_event(parts: Parts) -> None:
    page = await html(parts)
    rows = re.findall(r'<time>([^<]+)</time> <span class="tag (\w+)">', page)
    assert rows == sorted(rows, key=lambda row: row[0])
    assert rows[0] == ("12:00:01.500", "action")
    assert {lane for _, lane in rows} == {"action", "network", "websocket", "console", "server", "error"}
    [failed] = re.findall(
        r'<span class="bad">POST /api/orders → 422[^<]*</span></summary><pre id="r\d+">(.*?)</pre>', page, re.DOTALL
    )
    assert "status: 422" in failed
    assert "sold_out" in failed


async def test_the_lanes_have_a_mark_for_each_event_that_leads_to_it(parts: Parts) -> None:
    page = await html(parts)
    picture = re.search(r"<svg.*?</svg>", page, re.DOTALL)
    assert picture is not None
    links = re.findall(r'<a href="#(\w+)"', picture[0])
    assert len(links) == page.count("<time>")
    for name in links:
        assert page.count(f'id="{name}"') == 1, name


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_a_report_has_what_the_server_printed(parts: Parts, style: str) -> None:
    text = await (html(parts) if style == "html" else markdown(parts))
    server = re.search(r"Server(?:</h2>|\n)(.*?)(?:<h2>|\n## )", text, re.DOTALL)
    assert server is not None
    assert "KeyError" in server[1]
    assert "shop/pay.py" in server[1]
    assert "cache warmed" not in server[1]


async def test_a_report_about_one_url_has_only_what_the_server_printed_during_its_requests(parts: Parts) -> None:
    assert "KeyError" in section(await markdown(parts, url_filter="api/pay"), "## Server")
    assert "## Server" not in await markdown(parts, url_filter="api/orders")


# CAPS-13
async def test_the_summary_counts_everything_and_names_the_omitted_parts(parts: Parts) -> None:
    first = section(await markdown(parts), "## Summary")
    assert "- Captured: 3 errors, 3 requests, 2 actions, 1 warning or error of servers." in first
    assert "Shown here" not in first
    for number in range(60):
        parts.send("logs", at(5, id=f"more{number}", type="exception", level="error", message=f"error {number}"))
        parts.send("actions", at(5, id=f"also{number}", type="click", selectors={"id": f"b{number}"}))
    text = section(await markdown(parts), "## Summary")
    assert "- Captured: 63 errors, 3 requests, 50 actions" in text
    assert "- Shown here: the newest 5 of 63 errors; the newest 30 of 50 actions" in text
    assert "- Evicted by newer ones, so neither here nor in the capsule: 12 events." in text


# CAPS-13
async def test_the_summary_says_what_was_switched_off_and_what_was_lost(parts: Parts) -> None:
    parts.store.record_hello(
        HelloMessage("1", pilot=False, switches={"networkBodyCaptureEnabled": False, "webSocketCaptureEnabled": False})
    )
    parts.store.extension.lost({"logs": 7})
    text = section(await markdown(parts), "## Summary")
    assert "switched off: Capture Network Bodies, Capture WebSockets." in text
    assert "Dropped in the browser under load: 7 events." in text


async def test_every_request_is_listed_with_its_status(parts: Parts) -> None:
    """Where most are alike, the list says that once."""
    for number in range(20):
        address = {"url": f"http://localhost:3000/api/item/{number}", "pageUrl": PAGE}
        parts.send("network", at(5, id=f"i{number}", initiator="fetch", method="GET", status=200) | address)
    assert "GET → 200 where not shown" in section(await markdown(parts), "## Requests")


@pytest.mark.parametrize("style", ["markdown", "html"])
async def test_no_report_names_the_file_of_a_screenshot_on_this_machine(parts: Parts, style: str) -> None:
    assert "screenshots/" not in await (html(parts) if style == "html" else markdown(parts))


async def test_a_report_about_one_url_has_no_pictures_of_others(parts: Parts) -> None:
    assert "<img" in await html(parts)
    assert "<img" not in await html(parts, url_filter="api/orders")
