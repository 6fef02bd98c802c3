"""The level of a line, in the formats of common servers and loggers."""

import re
from typing import Literal

from gasoline.model.http import CLIENT_ERROR, SERVER_ERROR

Level = Literal["debug", "log", "info", "warn", "error"]

WORDS: dict[str, Level] = {
    "trace": "debug", "trce": "debug", "debug": "debug", "dbug": "debug", "verbose": "debug", "fine": "debug",
    "info": "info", "information": "info", "notice": "info", "log": "info", "ready": "info", "event": "info",
    "warn": "warn", "warning": "warn", "err": "error", "error": "error", "severe": "error", "fail": "error",
    "fatal": "error", "crit": "error", "critical": "error", "alert": "error", "emerg": "error", "panic": "error",
}  # fmt: skip
_UPPER = "|".join(sorted((word.upper() for word in WORDS), key=len, reverse=True))
_ANY = "|".join(sorted(WORDS, key=len, reverse=True))
_STAMP = r"[\[(]?\d[\d:.,/+\-TZ ]*(?:[A-Z][a-z]{2}[/ -]\d[\d:.,/+\-TZ ]*)?(?:[AP]M)?[\])]?"
"""`2026-11-18 04:00:00,123`, `[18/Nov/2026 04:00:00]`."""
_BRACKETED = r"(?:\[[^\]]*\] *|\([^)]*\) *)"

_SYMBOLS: dict[str, Level] = {"⨯": "error", "✘": "error", "✖": "error", "⚠": "warn", "▲": "info", "✓": "info"}
_AT_BEGINNING = tuple(
    re.compile(pattern)
    for pattern in (
        # uvicorn "INFO:  …", Python "ERROR:root:…", esbuild "[ERROR] …", tracing "ERROR crate: …"
        rf"\s*\W{{0,3}}\s*\[?(?P<level>{_UPPER})\b(?=[\]:!,\s]|$)",
        # Ruby's Logger: E, [2026-11-18T04:00:00.123456 #99] ERROR -- : …
        rf"[DIWEFA], \[[^\]]*\] +(?P<level>{_UPPER}) --",
        # A time first: Flask, Spring, gunicorn, env_logger, Logback; names and threads may come between
        rf"\[?(?:[A-Z][a-z]{{2}} )*{_STAMP}[|\s-]*{_BRACKETED}*(?:[\w.]+ - )?\[?(?P<level>{_UPPER})\b(?=[\]:,\s|]|$)",
        # Nest: [Nest] 123  - 11/18/2026, 4:00:00 AM   ERROR …
        rf"\[[\w-]+\] +\d+ +- +.{{0,30}}? (?P<level>{_UPPER})\b",
        # .NET "fail: …", Next.js "error - …", npm "warn …", "[error] …"
        rf"\s*\[?(?P<level>(?i:{_ANY}))(?:\]|:| +-| -) ",
        r"npm (?P<level>ERR|error|WARN|warn)\b",
        # Laravel: [2026-11-18 04:00:00] local.ERROR: …
        rf"\[\d[^\]]*\] \w+\.(?P<level>{_UPPER}):",
        r"(?:\[[^\]]*\] )?PHP (?P<level>Fatal|Parse|Warning|Notice|Deprecated)",
        r"(?P<level>[Ff]atal) error: ",
        r".{0,20}\[vite\](?: \(\w+\))? (?:[Ii]nternal server |\w+ proxy (?:socket )?)?(?P<level>error|warning)\b",
        # structlog: 2026-11-18 04:00:00 [error    ] …
        rf"{_STAMP}\[(?P<level>{_ANY}) *\]",
    )
)
_KEY = re.compile(rf"(?:^|\s)(?:level|lvl|severity)=\"?(?P<level>(?i:{_ANY}))\b")
"""slog, logfmt."""
_OTHERS: dict[str, Level] = {"parse": "error", "deprecated": "warn"}
_HINT = re.compile("|".join(sorted({word[:4] for word in (*WORDS, "npm ", "PHP ", "Depr")})), re.IGNORECASE)
_EXCEPTION = re.compile(
    r"(?:Uncaught |Unhandled |Unhandled exception\. )?[A-Za-z_$][\w.$:\\]*(?:Error|Exception)(?::|$| \()|panic: "
    r"|Exception in thread \""
)
_SERVER_ERROR = re.compile(r"Internal Server Error: /|Completed 5\d\d ")
"""Django and Rails."""
_CLIENT_ERROR = re.compile(r"Completed 4\d\d |(?:Bad Request|Not Found|Forbidden[^:]*|Method Not Allowed[^:]*): /")
_NODE_WARNING = re.compile(r"\(node:\d+\) (?:\[\w+\] )?\w*Warning: ")
_PREFIX_CHARS = 160
"""The level is searched only in this prefix of a line."""


def level_in(line: str) -> Level | None:
    """None if the line does not say."""
    if symbol := _SYMBOLS.get(line.lstrip()[:1]):
        return symbol
    head = line[:_PREFIX_CHARS]
    if _HINT.search(head) and (found := _found(head)):
        word = found["level"].lower()
        return WORDS.get(word) or _OTHERS.get(word)
    if _EXCEPTION.match(head) or _SERVER_ERROR.match(head) or ("Error: " in head and "#<" in head):
        return "error"
    return "warn" if _CLIENT_ERROR.match(head) or _NODE_WARNING.match(head) else None


def _found(head: str) -> re.Match[str] | None:
    for pattern in _AT_BEGINNING:
        if found := pattern.match(head):
            return found
    return _KEY.search(head) if "=" in head else None


def level_of_status(status: int) -> Level | None:
    """An access line without a level of its own is as serious as its status."""
    if status >= SERVER_ERROR:
        return "error"
    return "warn" if status >= CLIENT_ERROR else None
