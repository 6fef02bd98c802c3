"""Shared by the AI Web Pilot capabilities: their requirement, their two modes, and the call to the browser."""

from typing import Any

from gasoline.browser.query_broker import QUERY_TIMEOUT_S, Asker, PageReply
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import WorkerQuery
from gasoline.toolkit.capability import Mode, Need
from gasoline.toolkit.context import Context

UNSURE = ("browser_gone", "timeout")
LOOK_FIRST = (
    "It may have been executed, completely or in part: check the page before you call again. A state that was being "
    "loaded is rolled back, and a script is stopped."
)
NEEDS = frozenset({Need.BROWSER, Need.PILOT})


def both_tools(name: str, about: str = "", **fixed: Any) -> tuple[Mode, Mode]:
    """`interact` lists these modes; `configure action=…` accepts them as well."""
    return Mode("interact", name, fixed, about), Mode("configure", name, fixed, about, same_as="interact")


async def run_command(
    ctx: Context,
    query_type: WorkerQuery,
    params: dict[str, Any],
    tab_id: int | None,
    timeout_s: float = QUERY_TIMEOUT_S,
) -> PageReply:
    """Asks only browsers in which the pilot is on; the extension checks it again."""
    given = {name: value for name, value in params.items() if value is not None}
    asker = Asker(ctx.client.name, ctx.store.extension.pilot_channels)
    try:
        return await ctx.store.queries.ask_page(query_type, given, tab_id, timeout_s, asker)
    except ToolError as error:
        if error.code not in UNSURE:
            raise
        raise ToolError(error.code, error.message, LOOK_FIRST) from None
