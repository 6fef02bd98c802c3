"""interact action=execute: runs JavaScript in the page."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from gasoline.browser.query_broker import QUERY_MARGIN_S
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import SCRIPT_BYTES
from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import compact, inline
from gasoline.toolkit.capability import Answer, Capability
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, TabId, tab_note
from gasoline.toolkit.pilot_command import NEEDS, both_tools, run_command

ONE_LINE_CHARS = 2_000
EXECUTE_MS = 5_000  # PILOT-06: the default of timeout_ms
EXECUTE_MAX_MS = 60_000  # an assistant does not wait longer
EXECUTE_MARGIN_S = 5.0  # PILOT-09: the waits above, and a little

Script = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=SCRIPT_BYTES,
        description="Expression, or statements with `return`; may `await`.",
    ),
]


class Params(BaseParams, frozen=True, kw_only=True):
    """Runs JavaScript and returns its value."""

    script: Script
    timeout_ms: Annotated[int, Meta(ge=1, le=EXECUTE_MAX_MS, description="Time limit.")] = EXECUTE_MS
    tab_id: TabId | None = None
    frame: Frame | None = None


class _Ended(Struct):
    success: bool


async def run(ctx: Context, params: Params) -> Answer:
    _check_size(params.script)
    asked = {"script": params.script, "timeoutMs": params.timeout_ms, "frame": params.frame}
    wait_s = params.timeout_ms / 1000 + EXECUTE_MARGIN_S + QUERY_MARGIN_S
    reply = await run_command(ctx, "execute", asked, params.tab_id, wait_s)
    ended = msgspec.json.decode(reply.data, type=_Ended)
    return Answer(reply.data, tab_note(reply, params.frame), failed=not ended.success)


def _check_size(script: str) -> None:
    """Checks the bytes: the schema limits only characters, which may take several bytes each."""
    size = len(script.encode(errors="surrogatepass"))
    if size > SCRIPT_BYTES:
        raise ToolError(
            "invalid_argument",
            f"interact/execute: script has {size} bytes as UTF-8; the maximum is {SCRIPT_BYTES}.",
            "Split it into several calls; they can share values on window.",
        )


def render(view: View) -> Document:
    """The value that a script returned, or how it failed."""
    data: dict[str, Any] = view.data
    if data.get("success"):
        value = compact(data.get("result"))
        return Document(
            f"returned {inline(value)}" if len(value) <= ONE_LINE_CHARS else "returned", _long(data, value, view)
        )
    return Document(
        f"failed: {inline(data.get('error') or '')}", [*_stack(data), inline(data.get("hint") or ""), view.note]
    )


def _long(data: dict[str, Any], value: str, view: View) -> list[str]:
    return [*(outline(data.get("result")) if len(value) > ONE_LINE_CHARS else []), view.note]


def _stack(data: dict[str, Any]) -> list[str]:
    return [f"  | {inline(line)}" for line in (data.get("stack") or "").split("\n") if line]


CAPABILITY = Capability(
    "execute_javascript", both_tools("execute"), Params, run, render, needs=NEEDS, shows_page_text=True
)
