"""Takes secrets out of text that leaves the daemon: answers, the log file, notifications.

Works on JSON text as it is about to leave, so that nothing can be forgotten: values never contain a quote or a
backslash, so the text stays valid JSON. The patterns run in re2: a page cannot make them slow.
"""

import re2

# Each pattern has one group: the secret. What stands before it is kept, so that a reader sees what was there.
_SECRETS = (
    # by the vendor's prefix
    r"\b((?:sk|rk|pk)_(?:live|test)_[0-9A-Za-z]{10,})",
    r"\b(sk-(?:ant-|proj-)?[0-9A-Za-z_-]{20,})",
    r"\b(gh[opsur]_[0-9A-Za-z]{30,})",
    r"\b(github_pat_[0-9A-Za-z_]{22,})",
    r"\b(glpat-[0-9A-Za-z_-]{20,})",
    r"\b(xox[abeprs]-[0-9A-Za-z-]{10,})",
    r"\b((?:AKIA|ASIA)[0-9A-Z]{16})\b",
    r"\b(AIza[0-9A-Za-z_-]{35})",
    r"\b(npm_[0-9A-Za-z]{36})",
    r"\b(SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,})",
    r"\b(eyJ[0-9A-Za-z_-]{8,}\.eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]*)",
    r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----((?:\\+[rn]|[\s0-9A-Za-z+/=])+)",
    # by what stands before it
    r"(?i:\b(?:bearer|basic)\s+)([0-9A-Za-z._~+/=-]{8,})",
    r"://[^\s:/@\"\\]+:([^\s/@\"\\]+)@",
    r"(?i:\"(?:[a-z0-9_.-]*(?:password|passwd|secret|api_?key|access_?key|private_?key|access_?token|"
    r"refresh_?token|auth_?token|id_?token|session_?token)|authorization|pwd|cvv|cvc|otp)\\*\""
    r"\s*:\s*\\*\")([^\"\\]+)",
    r"(?i:[?&;#](?:[a-z0-9_-]*(?:password|passwd|secret|api_?key|token)|pwd|sig|signature|auth)=)"
    r"([^&;#\s\"\\]+)",
)


def _quiet() -> "re2.Options":
    """The page chooses the text: when the automaton must be rebuilt, re2 shall not write that to stderr."""
    options = re2.Options()
    options.log_errors = False
    return options


_ANY = re2.compile("|".join(_SECRETS), _quiet())

# length from which: characters shown at the start and at the end; never more than a third
_SHOWN = ((32, 6, 3), (20, 4, 2), (12, 2, 0))


def mask(secret: str) -> str:
    """A secret as it may be shown: enough to recognise it, never enough to use it."""
    if "\\" in secret:  # half an escape would break the JSON text around it
        return "[redacted]"
    for length, head, tail in _SHOWN:
        if len(secret) >= length:
            return f"{secret[:head]}…{secret[len(secret) - tail :] if tail else ''}[redacted]"
    return "[redacted]"


def redact(text: str) -> str:
    """The text with every secret masked."""
    if _ANY.search(text) is None:
        return text
    parts: list[str] = []
    end = 0
    for match in _ANY.finditer(text):
        start, stop = _secret_span(match)
        parts += text[end:start], mask(text[start:stop])
        end = stop
    return "".join([*parts, text[end:]])


def _secret_span(match: "re2._Match[str]") -> tuple[int, int]:
    group = match.lastindex or 0
    span: tuple[int, int] = match.span(group)
    return span
