"""What a recording cannot answer: whatever needs a live browser, or would change what was recorded."""

from typing import Any

from gasoline.model.tool_error import ToolError
from gasoline.toolkit.capability import Capability, Params
from gasoline.toolkit.context import CapsuleFacts

INSTEAD = {
    "query_dom": "ask observe what=actions for the elements that the user touched, with their selectors",
    "get_page_info": "ask observe what=timeline for the pages that were visited",
    "get_tabs": "ask observe what=timeline for the pages that were visited",
    "take_screenshot": "screenshots of errors are in the capsule: generate what=report style=html shows them",
    "run_accessibility_audit": "open the page in a live browser to audit it",
    "execute_javascript": "ask observe what=errors for the state that was captured with each error",
    "highlight_element": "ask observe what=actions for the elements that the user touched",
    "manage_state": "ask observe what=errors for the state that was captured with each error",
    "clear_browser_logs": "use since, before and url_filter to narrow an answer",
    "configure_streaming": "nothing new happens in it: ask observe what=timeline for what happened",
    "validate_api": "use action=analyze or action=report",
    "verify_fix": "in a live session, use analyze what=verify_fix action=start capsule=FILE to compare with this one",
    "diff_sessions": "in a live session, pass the file as compare_a to compare it with this one",
    "save_capsule": "it is a capsule already: pass the file on",
}
CHANGING = {
    "clear_browser_logs": (),
    "configure_streaming": (),
    "save_capsule": (),
    "validate_api": ("clear",),
    "verify_fix": ("start", "watch", "compare", "cancel"),
    "diff_sessions": ("capture", "delete"),
}
"""Capabilities that change what is stored; of some, only these actions."""


def check_answerable(capability: Capability, params: Params, capsule: CapsuleFacts) -> None:
    """Raises a ToolError that says why not, and what to ask instead."""
    if capability.needs:
        raise _refusal(capability, capsule, "a recording has no live browser")
    actions = CHANGING.get(capability.tool)
    if actions is not None and (not actions or _action(params) in actions):
        raise _refusal(capability, capsule, "a recording is read-only")


def _action(params: Any) -> str:
    return str(params.action)


def _refusal(capability: Capability, capsule: CapsuleFacts, reason: str) -> ToolError:
    mode = capability.modes[0]
    instead = INSTEAD.get(capability.tool, "ask about what was recorded: observe what=errors")
    return ToolError(
        "recording", f"{mode.tool} {mode.name}: {reason}. {capsule.mark}", f"{instead[0].upper()}{instead[1:]}."
    )
