"""The questions that a recording must answer as the live session did."""

from typing import Any

from parts import REGISTRY

from gasoline.toolkit.capability import Capability
from gasoline.tools.capsule_limits import CHANGING

QUESTIONS: dict[str, list[dict[str, Any]]] = {
    "get_browser_errors": [{}, {"full": True}, {"id": "e20"}, {"url_filter": "cart"}],
    "get_browser_logs": [{}, {"level": "warn"}, {"limit": 1}, {"contains": "start"}],
    "get_network_requests": [{}, {"status_min": 400}, {"since": "2026-01-31T12:00:03Z"}],
    "get_network_bodies": [{}, {"limit": 1}],
    "get_server_logs": [{}, {"level": "error"}, {"name": "api", "contains": "cache"}],
    "get_websocket_events": [{}, {"connection_id": "w1"}],
    "get_websocket_status": [{}],
    "get_session_timeline": [{}, {"last_n_actions": 1}],
    "get_reproduction_script": [{}, {"format": "cypress"}],
    "generate_test": [{}, {"fixtures": True}],
    "export_sarif": [{"source": "security"}],
    "validate_api": [{"action": "analyze"}, {"action": "report"}],
    "security_audit": [{}, {"severity_min": "info"}, {"checks": ["credentials"]}],
    "check_performance": [{}, {"url": "/cart"}],
    "diff_sessions": [{"action": "list"}, {"action": "compare", "compare_a": "before", "compare_b": "current"}],
    "get_pilot_status": [{}],
}
ABOUT_THE_SERVER = {"get_health", "generate_report"}
"""What describes the process that answers, or names a file that it writes: `test_report` compares reports."""


def readers() -> list[Capability]:
    """Every capability that needs no live browser and changes nothing, or not with all of its actions."""
    return [
        capability
        for capability in REGISTRY.capabilities
        if not capability.needs and CHANGING.get(capability.tool) != () and capability.tool not in ABOUT_THE_SERVER
    ]
