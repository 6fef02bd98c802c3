"""interact action=execute: runs JavaScript in the page."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from gasoline.capabilities.capability import Answer, Capability
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.interact.pilot import NEEDS, both, command
from gasoline.capabilities.live_page import Frame, TabId, where
from gasoline.model import limits
from gasoline.model.errors import ToolError

Script = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=limits.SCRIPT_BYTES,
        description="An expression, or statements with `return`; `await` works.",
    ),
]


class Params(BaseParams, frozen=True, kw_only=True):
    """Runs JavaScript in the page and returns its value."""

    script: Script
    timeout_ms: Annotated[int, Meta(ge=1, le=limits.EXECUTE_MAX_MS)] = limits.EXECUTE_MS
    tab_id: TabId | None = None
    frame: Frame | None = None


class _Ended(Struct):
    success: bool


async def run(ctx: Context, params: Params) -> Answer:
    _check_size(params.script)
    asked = {"script": params.script, "timeoutMs": params.timeout_ms, "frame": params.frame}
    wait_s = params.timeout_ms / 1000 + limits.EXECUTE_MARGIN_S + limits.QUERY_MARGIN_S
    reply = await command(ctx, "execute", asked, params.tab_id, wait_s)
    ended = msgspec.json.decode(reply.data, type=_Ended)
    return Answer(reply.data, where(reply, params.frame), failed=not ended.success)


def _check_size(script: str) -> None:
    """The schema bounds characters, of which one may take several bytes."""
    size = len(script.encode(errors="surrogatepass"))
    if size > limits.SCRIPT_BYTES:
        raise ToolError(
            "invalid_argument",
            f"interact/execute: script has {size} bytes as UTF-8; it takes at most {limits.SCRIPT_BYTES}.",
            "Split it into several calls: what one leaves on window, the next one finds there.",
        )


CAPABILITY = Capability("execute_javascript", both("execute"), Params, run, needs=NEEDS, shows_page_text=True)
