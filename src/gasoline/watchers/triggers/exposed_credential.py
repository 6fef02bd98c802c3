"""A secret in the URL or body of a request, as the security audit would find it."""

import re2

from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS
from gasoline.analysis.security.rules.credential_in_url import gives_away
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.verdict import Verdict
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming
from gasoline.model.notices import Notice
from gasoline.watchers.notice_text import method_name, path_name
from gasoline.watchers.triggers.response import SOURCES, request_notice
from gasoline.watchers.triggers.trigger import Trigger

# Normal sign-in data: passwords, codes and session tokens in a request body.
_SIGN_IN = re2.compile(
    r'(?i)"[^"]*(?:password|passwd|pwd|otp|cvv|cvc|token|signature)"\s*:\s*"[^"]*"'
    r"|(?:^|[?&;])[^=&;]*(?:password|passwd|pwd|otp|cvv|cvc|token|signature|sig|auth)=[^&;]*"
)


def check(before: Event | None, event: Event) -> Notice | None:
    if before is not None or not isinstance(event, SOURCES):
        return None
    where = _exposed_in(event)
    if not where:
        return None
    method, path = method_name(event.method), path_name(event.url)
    context = {"method": method, "url": path, "found_in": where}
    return request_notice(event, "security", f"Possible credential exposure in {method} {path}", context)


def _exposed_in(event: NetworkEntry | RequestTiming | NetworkBody) -> str:
    if gives_away(event.url) or _holds_secret(event.url):
        return "url"
    body = event.request_body if isinstance(event, NetworkBody) else None
    return "request_body" if body and _holds_secret(_SIGN_IN.sub("", body)) else ""


def _holds_secret(text: str) -> bool:
    """Public keys, obvious dummies and placeholders do not count. Reads as much of a text as the audit does."""
    return any(hit.verdict is Verdict.SURE and not hit.is_public for hit in find_secrets(text[:SECURITY_SCAN_CHARS]))


TRIGGER = Trigger(SOURCES, lambda _: check)
