"""interact action=save_state, load_state, list_states, delete_state: saves and restores a site's storage."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.model.tool_error import ToolError
from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import clock, day
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of, size
from gasoline.toolkit.capability import Answer, Capability
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import TabId, tab_note
from gasoline.toolkit.pilot_command import NEEDS, both_tools, run_command

SAVED_STATE_NAME_CHARS = 100

DONE = {"save": "saved", "load": "loaded", "delete": "deleted"}

Name = Annotated[str, Meta(min_length=1, max_length=SAVED_STATE_NAME_CHARS, description="Name of the state.")]


class Params(BaseParams, frozen=True, kw_only=True):
    """Saves or restores localStorage, sessionStorage, cookies and URL. The values stay in the browser."""

    action: Annotated[Literal["save", "load", "list", "delete"], Meta(description="What to do with the state.")]
    snapshot_name: Name | None = None
    include_url: Annotated[bool, Meta(description="Also open the saved URL.")] = True
    tab_id: TabId | None = None


async def run(ctx: Context, params: Params) -> Answer:
    if params.action != "list" and params.snapshot_name is None:
        raise ToolError(
            "missing_argument",
            f"{params.action} needs snapshot_name.",
            "Pass snapshot_name; action=list_states lists the names.",
        )
    asked = {"action": params.action, "snapshotName": params.snapshot_name, "includeUrl": params.include_url}
    reply = await run_command(ctx, "manage_state", asked, params.tab_id)
    return Answer(reply.data, tab_note(reply))


def render(view: View) -> Document:
    data: dict[str, Any] = view.data
    if "snapshots" in data:
        half_loaded = [
            f"partly restored; open a page of this site to finish: {inline(site)}"
            for site in data.get("half_loaded", ())
        ]
        lines = [*map(_saved, data["snapshots"]), *half_loaded, view.note]
        return Document(count_of(len(data["snapshots"]), "saved state"), lines)
    restored = ", ".join(f"{inline(kind)} {number}" for kind, number in (data.get("restored") or {}).items())
    kept = f": {size(data['size_bytes'])}" if "size_bytes" in data else ""
    headline = f"{DONE[view.params.action]} {quoted(data['snapshot_name'])}{kept}{restored and f': {restored}'}"
    return Document(headline, [view.note])


def _saved(each: dict[str, Any]) -> str:
    at = f"{day(each['timestamp'])} {clock(each['timestamp'])}"
    return f"{quoted(each['name'])} of {inline(each['url'])}, saved {at} UTC, {size(each['size_bytes'])}"


NO_URL = {"include_url": True}
NO_TAB = {"tab_id": None}

CAPABILITY = Capability(
    "manage_state",
    (
        *both_tools(
            "save_state",
            "Saves web storage, cookies, URL.",
            action="save",
            **NO_URL,
        ),
        *both_tools("load_state", "Restores a state.", action="load"),
        *both_tools("list_states", "Lists states.", action="list", snapshot_name=None, **NO_URL, **NO_TAB),
        *both_tools("delete_state", "Deletes a state.", action="delete", **NO_URL, **NO_TAB),
    ),
    Params,
    run,
    render,
    needs=NEEDS,
    shows_page_text=True,
)
