"""Collects the numbers that the server shares with the extension or the dashboard; `scripts/gen.py` writes them."""

from importlib import import_module

WITH_EXTENSION = {
    "gasoline.browser.extension_state": ("RECORDER_REST_MS",),
    "gasoline.capabilities.generate.test": ("CLOCK_SLACK_MS",),
    "gasoline.capabilities.interact.highlight": ("HIGHLIGHT_LABEL_CHARS",),
    "gasoline.kernel.secrets.redaction": ("TRUNCATION_SCAN_CHARS",),
    "gasoline.kernel.text": ("PARTIAL_WORD_CHARS",),
    "gasoline.launch.pairing_keys": ("PAIR_CODE_CHARS",),
    "gasoline.launch.port": ("DEFAULT_PORT",),
    "gasoline.model.actions": (
        "MAX_DOM_SNAPSHOT_ELEMENTS",
        "MAX_TYPED_KEYS",
        "MAX_APPEARED_TEXTS",
        "APPEARED_TEXT_CHARS",
    ),
    "gasoline.model.bounds": (
        "MAX_OBJECT_KEYS",
        "KEY_CHARS",
        "URL_CHARS",
        "SELECTOR_CHARS",
        "NAME_CHARS",
        "PROSE_CHARS",
    ),
    "gasoline.model.call_site": ("MAX_CALL_PLACES", "CALL_STACK_CHARS"),
    "gasoline.model.error_context": (
        "MAX_SNIPPETS",
        "COMPONENT_DEPTH",
        "MAX_COMPONENT_PROP_KEYS",
        "MAX_COMPONENT_STATE_KEYS",
        "MAX_STATE_SLICE_VALUES",
    ),
    "gasoline.model.events": (
        "REQUEST_BODY_BYTES",
        "RESPONSE_BODY_BYTES",
        "WEBSOCKET_DATA_BYTES",
        "WEBSOCKET_PREVIEW_CHARS",
        "WEBSOCKET_RATE_S",
        "MAX_CAUSES",
    ),
    "gasoline.model.performance": ("MAX_SLOWEST_REQUESTS", "MAX_SNAPSHOT_RESOURCES"),
    "gasoline.model.wire": (
        "SCREENSHOT_BYTES",
        "MAX_HALF_LOADED_SITES",
        "MAX_ACTIONS",
        "MIN_ACTION_BUFFER",
        "MAX_ACTION_BUFFER",
    ),
    "gasoline.store.pilot_audit": ("PILOT_COMMANDS_SHOWN", "PILOT_COMMAND_CHARS"),
    "gasoline.store.websocket_connections": ("MAX_WEBSOCKET_CONNECTIONS",),
    "gasoline.toolkit.activity_since": ("MAX_REPEAT_GROUPS",),
}
"""Names by the module that defines them. A number that only the extension uses stands beside its use in TypeScript."""


WITH_DASHBOARD = {
    "gasoline.dashboard.feed": ("MAX_DASHBOARD_ROWS",),
    "gasoline.transport.open_recording": ("DROPPED_BYTES",),
}


def values_of(names: dict[str, tuple[str, ...]]) -> dict[str, float]:
    return {name: getattr(import_module(module), name) for module in names for name in names[module]}
