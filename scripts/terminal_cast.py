"""The demo as it runs in a terminal, as a moving SVG that is readable on light and dark pages."""

import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path

COLUMNS, ROWS = 100, 30
CELL, LINE, MARGIN, BAR = 7.6, 17, 16, 30
LINE_S, QUESTION_S, END_S = 0.07, 1.5, 6.0
COMMAND = "make demo"
GROUND = "#1c1f26"
STYLES = {"1": "b", "2": "f", "32": "g", "31": "r"}
PIECE = re.compile(r"\x1b\[(\d+)m(.*?)\x1b\[0m|([^\x1b]+)")
ADDRESS = re.compile(r"127\.0\.0\.1:(\d+)")
USUAL_PORTS = ("7890", "8080", "8081")

STYLE = """
text { font: 12.5px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6dbe5; }
text, tspan { white-space: pre; }
.b { font-weight: 700; fill: #ffffff; } .f { fill: #8f99ab; } .g { fill: #7bd88f; } .r { fill: #ff8a80; }
"""


@dataclass(frozen=True)
class Shown:
    """A line, and when it is there."""

    text: str
    at_s: float


def cast_of_the_demo(program: Path) -> str:
    lines = _paced(_with_usual_ports(_run(program)).splitlines())
    return _svg(lines)


def _run(program: Path) -> str:
    """All that the program writes to a terminal of our width."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    with subprocess.Popen([sys.executable, str(program)], env=env, stdin=theirs, stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        said = b""
        with suppress(OSError), os.fdopen(ours, "rb", buffering=0) as terminal:  # the end of a terminal is an error
            while more := terminal.read(4096):
                said += more
    if run.returncode:
        raise SystemExit(f"the demo failed:\n{said.decode()}")
    text = said.decode().replace("\r\n", "\n")
    if too_long := [line for line in text.splitlines() if _width_of(line) > COLUMNS]:
        raise SystemExit("\n".join(["the picture would cut these lines:", *too_long]))
    return text


def _with_usual_ports(text: str) -> str:
    """The demo takes whatever ports are free: the picture has those that readers know."""
    found = list(dict.fromkeys(ADDRESS.findall(text)))
    names = dict(zip(found, USUAL_PORTS, strict=False))
    return ADDRESS.sub(lambda match: f"127.0.0.1:{names.get(match[1], match[1])}", text)


def _paced(lines: list[str]) -> list[Shown]:
    """Not as long as it took, but as fast as it can be read: a pause before each question."""
    shown, now = [Shown(f"\x1b[32m$\x1b[0m {COMMAND}", 0.0)], QUESTION_S
    for line in lines:
        now += QUESTION_S if "?\x1b[0m" in line or "Proved" in line else LINE_S
        shown.append(Shown(line, round(now, 2)))
    return shown


def _svg(lines: list[Shown]) -> str:
    width = round(COLUMNS * CELL + 2 * MARGIN)
    height = BAR + ROWS * LINE + MARGIN
    drawn = "\n".join(
        f'<text x="{MARGIN}" y="{(number + 1) * LINE - 4}">{_pieces(line.text)}</text>'
        for number, line in enumerate(lines)
        if line.text
    )
    lights = "".join(
        f'<circle cx="{MARGIN + 6 + 18 * at}" cy="15" r="5.5" fill="{color}"/>'
        for at, color in enumerate(("#ff6b5e", "#f4bf4f", "#61c554"))
    )
    size = f'width="{width}" height="{height}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img">
<title>A terminal runs {COMMAND}</title>
<style>{STYLE}{_motion(lines)}</style>
<rect {size} rx="9" fill="{GROUND}" stroke="#4a5160"/>
{lights}
<svg y="{BAR}" width="{width}" height="{ROWS * LINE}" viewBox="0 0 {width} {ROWS * LINE}">
<g class="up">
{drawn}
<rect class="cover" x="1" width="{width - 2}" height="{len(lines) * LINE}" fill="{GROUND}"/>
</g>
</svg>
</svg>
"""


def _motion(lines: list[Shown]) -> str:
    """A cover moves down from line to line, and all moves up when the window is full. Who wants no motion sees the
    end."""
    whole = lines[-1].at_s + END_S
    covers, ups = [], []
    for number, line in enumerate(lines, start=1):
        percent = f"{100 * line.at_s / whole:.2f}%"
        covers.append(_move(percent, number * LINE))
        if number > ROWS:
            ups.append(_move(percent, (ROWS - number) * LINE))
    return f"""
.up {{ transform: translateY({min(0, ROWS - len(lines)) * LINE}px); }}
.cover {{ transform: translateY({len(lines) * LINE}px); }}
@media (prefers-reduced-motion: no-preference) {{
.up {{ animation: up {whole:g}s step-end infinite; }}
.cover {{ animation: cover {whole:g}s step-end infinite; }}
}}
@keyframes up {{ 0% {{ transform: none; }} {" ".join(ups)} }}
@keyframes cover {{ {" ".join(covers)} }}
"""


def _move(percent: str, distance: int) -> str:
    return f"{percent} {{ transform: translateY({distance}px); }}"


def _width_of(text: str) -> int:
    return sum(len(styled or plain) for _, styled, plain in PIECE.findall(text))


def _pieces(text: str) -> str:
    return "".join(
        f'<tspan class="{STYLES[code]}">{escape(styled)}</tspan>' if code else escape(plain)
        for code, styled, plain in PIECE.findall(text)
    )
