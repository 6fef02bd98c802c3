"""A question for every mode of every tool, about what `written_pages` captured."""

from typing import Any

from parts import Parts

Question = tuple[str, dict[str, Any]]
BY_ID = [
    *(("errors", "e1"), ("logs", "l2"), ("network", "r6"), ("network_bodies", "b7")),
    *(("websocket_events", "w16"), ("actions", "a21"), ("server_logs", "s23")),
]
AGAIN: Question = ("", {})
"""Not a question: the page does everything once more."""
FIX = {"what": "verify_fix"}
RUNS = {"what": "sessions"}
PILOT = [{"action": "execute", "script": "1"}, {"action": "highlight", "selector": "p"}]
PILOT += [{"action": f"{name}_state", "snapshot_name": "a"} for name in ("save", "load", "delete")]
QUESTIONS: list[Question] = [
    *(("observe", {"what": what}) for what in ("errors", "logs", "network", "network_bodies", "websocket_events")),
    *(("observe", {"what": what}) for what in ("websocket_status", "actions", "timeline", "server_logs")),
    *(("observe", {"what": what}) for what in ("page", "tabs", "screenshot", "pilot", "health")),
    ("observe", {"what": "dom", "selector": "p", "include_styles": True, "include_children": True}),
    *(("analyze", {"what": what}) for what in ("accessibility", "security", "performance")),
    ("analyze", {"what": "security", "severity_min": "info"}),
    *(("analyze", {"what": "api", "action": action}) for action in ("analyze", "report")),
    *(("generate", {"what": what}) for what in ("har", "report", "capsule")),
    *(("generate", {"what": "sarif", "source": source}) for source in ("accessibility", "security")),
    *(("interact", arguments) for arguments in (*PILOT, {"action": "list_states"})),
    ("configure", {"action": "streaming", "enabled": True}),
    ("analyze", {**RUNS, "action": "capture", "name": "a"}),
    ("analyze", {**RUNS, "action": "list"}),
    *(("analyze", {**FIX, "action": action}) for action in ("start", "watch")),
    AGAIN,
    *(("analyze", {**FIX, "action": action}) for action in ("status", "compare")),
    ("analyze", {**RUNS, "action": "compare", "compare_a": "a", "compare_b": "current"}),
    ("analyze", {**FIX, "action": "cancel"}),
    ("analyze", {**RUNS, "action": "delete", "name": "a"}),
]


def session_of(parts: Parts, arguments: dict[str, Any]) -> dict[str, str]:
    """The verification that was started, for every action after `start`."""
    if arguments.get("what") != "verify_fix" or arguments["action"] == "start":
        return {}
    [name] = parts.store.verifications.all()
    return {"session_id": name}
