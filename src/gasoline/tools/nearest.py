"""Finds the accepted name that was most likely meant: by meaning first, then by spelling."""

from collections.abc import Iterable
from difflib import get_close_matches

SYNONYMS: dict[str, tuple[str, ...]] = {
    "errors": ("error", "exception", "exceptions", "crash", "failures", "problems"),
    "logs": ("log", "console", "console_logs", "messages", "output", "warnings", "warning"),
    "network": ("requests", "request", "fetch", "xhr", "http", "waterfall", "traffic", "api_calls"),
    "network_bodies": ("bodies", "body", "responses", "response", "payloads", "payload"),
    "websocket_events": ("websocket", "websockets", "ws", "socket", "sockets", "frames"),
    "websocket_status": ("connections", "websocket_connections"),
    "actions": ("clicks", "steps", "user_actions", "events", "interactions"),
    "timeline": ("history", "session", "story"),
    "page": ("url", "title", "location", "document", "page_info", "snapshot"),
    "dom": ("html", "css", "styles", "element", "elements", "query", "selector", "inspect"),
    "screenshot": ("picture", "image", "photo", "capture"),
    "server_logs": ("server", "server_log", "server_output", "backend", "terminal", "stdout"),
    "health": ("status", "doctor", "diagnostics"),
    "pilot": ("web_pilot", "ai_web_pilot"),
    "accessibility": ("a11y", "axe", "wcag"),
    "performance": ("perf", "speed", "vitals", "web_vitals", "lighthouse"),
    "security": ("secrets", "audit", "vulnerabilities"),
    "api": ("contracts", "contract", "schema", "schemas"),
    "verify_fix": ("verify", "fix", "verification"),
    "sessions": ("diff", "compare", "snapshots"),
    "reproduction": ("repro", "reproduce", "reproduction_script"),
    "test": ("playwright", "cypress", "regression", "spec"),
    "execute": (
        *("eval", "evaluate", "run", "javascript", "script", "execute_script"),
        *("click", "type", "fill", "press", "scroll", "hover", "navigate", "goto", "reload"),
        *("cookies", "storage", "localstorage", "sessionstorage"),
    ),
    "highlight": ("outline", "point", "show"),
    "clear": ("reset", "empty", "delete", "flush"),
    "streaming": ("stream", "notifications", "subscribe", "notify"),
    "url_filter": ("url", "path", "urls", "filter", "endpoint", "host", "origin", "site"),
    "contains": ("text", "search", "query", "pattern", "message", "grep", "filter"),
    "limit": ("count", "max", "n", "max_results", "size", "last"),
    "level": ("severity", "min_level", "level_min"),
    "since": ("after", "from", "start", "cursor"),
    "before": ("until", "to", "end"),
    "id": ("entry", "entry_id", "event_id"),
    "tab_id": ("tab", "tabid"),
    "selector": ("css", "query", "element"),
    "script": ("code", "javascript", "expression"),
    "timeout_ms": ("timeout",),
    "snapshot_name": ("name", "state"),
    "error_message": ("message", "error"),
    "status_min": ("status", "status_code", "failed"),
    "severity_min": ("severity", "level"),
    "base_url": ("base", "base_address"),
    "last_n_actions": ("actions", "last", "last_n", "limit"),
    "last_n": ("last_n_actions", "last"),
    "start": ("begin", "baseline"),
    "compare": ("check", "finish", "result"),
    "warn": ("warning",),
    "console": ("error", "errors", "exceptions", "logs"),
    "incoming": ("received", "in", "inbound", "server"),
    "outgoing": ("sent", "out", "outbound", "client"),
    "framework": ("format",),
    "format": ("framework", "style"),
}
"""Words that people and models use for one of our names."""


SIMILAR = 0.7
"""From this likeness on, a name is taken for the known one that it is most like."""
MISSPELLED = 0.85
"""From this likeness on, a word is taken for another one with a typing error."""

VERBS = ("get_", "list_", "read_", "show_", "take_", "browser_")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The most similar known name; None if none is similar."""
    names = list(known)
    return by_meaning(word, names) or _by_spelling(_plain(word), names)


def by_meaning(word: str, known: Iterable[str]) -> str | None:
    """The known name that a word is, or is another word for: `console` and `list_console_messages` are logs."""
    names = list(known)
    wanted = _plain(word)
    bare = wanted
    for verb in VERBS:
        bare = bare.removeprefix(verb)
    candidates = [wanted, bare, *sorted(bare.split("_"), key=len, reverse=True)]
    return next((name for each in candidates for name in names if each == name or each in SYNONYMS.get(name, ())), None)


def _by_spelling(word: str, names: list[str]) -> str | None:
    """The name that a word is spelled like, or whose other word is spelled almost alike."""
    others = {other: name for name in reversed(names) for other in SYNONYMS.get(name, ())}
    near = get_close_matches(word, names, n=1, cutoff=SIMILAR)
    misspelled = get_close_matches(word, others, n=1, cutoff=MISSPELLED)
    return near[0] if near else others[misspelled[0]] if misspelled else None


def is_synonym(word: str) -> bool:
    """Whether it is another word for something, complete as it is."""
    return any(_plain(word) in words for words in SYNONYMS.values())


def _plain(word: str) -> str:
    return word.strip().casefold().replace("-", "_")
