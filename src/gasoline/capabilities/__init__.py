"""The capabilities: one small module each, listed here in the order of the reference."""

from gasoline.capabilities.analyze import accessibility, api, performance, security, sessions, verify_fix
from gasoline.capabilities.configure import clear, streaming
from gasoline.capabilities.generate import capsule, har, report, reproduction, sarif, test
from gasoline.capabilities.interact import execute, highlight, state
from gasoline.capabilities.observe import (
    actions,
    dom,
    errors,
    health,
    logs,
    network,
    network_bodies,
    page_info,
    pilot,
    screenshot,
    server_logs,
    tabs,
    timeline,
    websocket_events,
    websocket_status,
)

ALL = (
    errors.CAPABILITY,
    logs.CAPABILITY,
    network.CAPABILITY,
    network_bodies.CAPABILITY,
    websocket_events.CAPABILITY,
    websocket_status.CAPABILITY,
    actions.CAPABILITY,
    timeline.CAPABILITY,
    page_info.CAPABILITY,
    dom.CAPABILITY,
    tabs.CAPABILITY,
    screenshot.CAPABILITY,
    pilot.CAPABILITY,
    health.CAPABILITY,
    server_logs.CAPABILITY,
    reproduction.CAPABILITY,
    test.CAPABILITY,
    har.CAPABILITY,
    clear.CAPABILITY,
    streaming.CAPABILITY,
    accessibility.CAPABILITY,
    security.CAPABILITY,
    api.CAPABILITY,
    sarif.CAPABILITY,
    capsule.CAPABILITY,
    report.CAPABILITY,
    performance.CAPABILITY,
    verify_fix.CAPABILITY,
    sessions.CAPABILITY,
    highlight.CAPABILITY,
    state.CAPABILITY,
    execute.CAPABILITY,
)
