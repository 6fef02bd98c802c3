"""interact action=save_state, load_state, list_states, delete_state: what a site has stored, kept and brought back."""

from typing import Annotated, Literal

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.interact.pilot import NEEDS, both, command
from gasoline.capabilities.live_page import TabId, where
from gasoline.model import limits
from gasoline.model.errors import ToolError

Name = Annotated[str, Meta(min_length=1, max_length=limits.SAVED_STATE_NAME_CHARS)]


class Params(BaseParams, frozen=True, kw_only=True):
    """Saves or restores localStorage, sessionStorage, cookies and URL. The values stay in the browser."""

    action: Literal["save", "load", "list", "delete"]
    snapshot_name: Name | None = None
    include_url: Annotated[bool, Meta(description="Also its URL.")] = True
    tab_id: TabId | None = None


async def run(ctx: Context, params: Params) -> Answer:
    if params.action != "list" and params.snapshot_name is None:
        raise ToolError(
            "missing_argument", f"{params.action} needs snapshot_name.", "Name it; action=list_states has the names."
        )
    asked = {"action": params.action, "snapshotName": params.snapshot_name, "includeUrl": params.include_url}
    reply = await command(ctx, "manage_state", asked, params.tab_id)
    return Answer(reply.data, where(reply))


NO_URL = {"include_url": True}
NO_TAB = {"tab_id": None}

CAPABILITY = Capability(
    "manage_state",
    (
        *both("save_state", action="save", **NO_URL),
        *both("load_state", action="load"),
        *both("list_states", action="list", snapshot_name=None, **NO_URL, **NO_TAB),
        *both("delete_state", action="delete", **NO_URL, **NO_TAB),
    ),
    Params,
    run,
    needs=NEEDS,
    shows_page_text=True,
)
