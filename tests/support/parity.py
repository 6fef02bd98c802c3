"""The table in docs/firefox.md: the same scenarios in both browsers, and why an answer differs."""

import re
from pathlib import Path
from typing import NamedTuple

import parity_application as application
import parity_capture as capture
import parity_questions as questions
from parity_capture import Scenario

PAGE = Path(__file__).resolve().parents[2] / "docs" / "firefox.md"
BEGIN, END = "<!-- parity: written by `make firefox-table` -->", "<!-- end of parity -->"
HEAD = ["| what | Chromium | Firefox | why |", "|---|---|---|---|"]
SAME = "the same"


class Row(NamedTuple):
    what: str
    run: Scenario
    why: str = ""
    """For answers that differ."""


WORDS = "each engine has its own words; explanations and generated tests know both"
MINIFIED = "Firefox's stacks have the minified names, also where a build kept the others"
STACKS = "each engine writes stacks in its own way"
COUPON, LOG_IN, REMOVE = "Apply coupon", "Log in", "Remove"  # buttons whose click fails
ROWS = (
    Row("console messages", capture.console),
    Row("where a message was logged", capture.called_from),
    Row("exception", capture.exception, WORDS),
    Row("its first frame", capture.first_frame, STACKS),
    Row("its source line", capture.source_line),
    Row("components around an error, React, minified", application.components("cart-react", COUPON), MINIFIED),
    Row("components around an error, React, development", application.components("cart-react", COUPON, "--dev")),
    Row("components around an error, Vue 3, minified", application.components("login-vue", LOG_IN)),
    Row("components around an error, Vue 2, minified", application.components("cart-vue2", REMOVE)),
    Row("components around an error, Svelte, development", application.components("cart-svelte", REMOVE, "--dev")),
    Row("application state around an error, Zustand", application.state("cart-react", COUPON)),
    Row("application state around an error, Pinia", application.state("login-vue", LOG_IN)),
    Row("application state around an error, Svelte stores", application.state("cart-svelte", REMOVE, "--dev")),
    Row("rejection behind an `await`", capture.rejection),
    Row("frames of asynchronous functions", capture.async_frames, STACKS),
    Row("frame of evaluated code", capture.evaluated_code, STACKS),
    Row("script that does not load", capture.failed_script),
    Row("refused fetch", capture.refused_fetch),
    Row("refused XHR", capture.refused_xhr),
    Row("fetch without an answer", capture.unreachable_fetch, WORDS),
    Row("bodies", capture.bodies),
    Row("WebSocket", capture.websocket),
    Row("selectors of a click", capture.click),
    Row("typing", capture.typing),
    Row("route change", capture.soft_navigation),
    Row("annotation", capture.annotations),
    Row("performance of a load", capture.measured, "Firefox does not report long tasks"),
    Row("DOM query", questions.dom),
    Row("accessibility audit", questions.audit),
    Row("screenshot", questions.screenshot),
    Row("highlight", questions.highlight),
    Row("saved state, loaded", questions.state),
    Row("script", questions.execute),
    Row("script that never ends", questions.endless_script),
    Row("script where the page's policy forbids `eval`", questions.execute_under_policy),
)
NAMES = {row.what: row for row in ROWS}


def cell(answer: str) -> str:
    text = answer.replace("|", "\\|").replace("\n", " ")
    return f"``{text}``" if "`" in text else f"`{text}`"


def table_of(chromium: dict[str, str], firefox: dict[str, str]) -> str:
    """`chromium` and `firefox` are the answers by row."""
    lines = [*HEAD]
    for row in ROWS:
        ours, theirs = chromium[row.what], firefox[row.what]
        if ours != theirs and not row.why:
            raise ValueError(f"“{row.what}” differs ({ours} / {theirs}), and nothing says why")
        shown = SAME if ours == theirs else cell(theirs)
        lines.append(f"| {row.what} | {cell(ours)} | {shown} | {row.why if ours != theirs else ''} |")
    return "\n".join(lines)


def written_rows() -> dict[str, dict[str, str]]:
    """The rows of the page: what Chromium and Firefox answer, and why."""
    _, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    table = rest.partition(END)[0].strip().split("\n")
    rows = [re.split(r"(?<!\\) ?\| ?", line.strip("|").strip()) for line in table[len(HEAD) :]]
    return {what: {"Chromium": ours, "Firefox": theirs, "why": why} for what, ours, theirs, why in map(_four, rows)}


def _four(cells: list[str]) -> list[str]:
    return [each.strip() for each in [*cells, ""][:4]]


def write(chromium: dict[str, str], firefox: dict[str, str]) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{table_of(chromium, firefox)}\n{END}{after}", "utf-8")
