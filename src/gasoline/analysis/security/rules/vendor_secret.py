"""A secret of a known format anywhere in the traffic or the console."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures, FoundSecret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.verdict import Verdict

OTHER_RULES = frozenset({"jwt", "bearer-token"})
PLACES = {
    "url": "an address",
    "request_body": "a request body",
    "response_body": "a response body",
    "request_header": "a request header",
    "response_header": "a response header",
    "console": "the console",
    "error": "an error",
    "websocket": "a WebSocket message",
    "action": "what the user did",
}
WEAKNESSES = {"console": "CWE-532", "error": "CWE-532", "response_body": "CWE-200", "response_header": "CWE-200"}


def severity_of(secret: FoundSecret) -> Severity | None:
    """None if it is not a secret. An obviously fake value is `info`; so is a placeholder that a server returns."""
    if secret.hit.is_public or secret.hit.verdict is Verdict.NO:
        return None
    if secret.hit.verdict is Verdict.SURE:
        return secret.hit.severity
    is_shown = secret.hit.verdict is Verdict.MOCK or evidence.is_response(secret.text)
    return "info" if is_shown else None


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.hit.key or secret.hit.rule in OTHER_RULES:
            continue
        severity = severity_of(secret)
        if severity:
            yield finding(secret, severity)


def finding(secret: FoundSecret, severity: Severity) -> Finding:
    hit, place = secret.hit, PLACES[secret.text.field]
    return Finding(
        rule=hit.rule,
        severity=severity,
        category="credentials",
        title=f"{hit.name} in {place}",
        description=f"{_article(hit.name)} stands in {place}: everybody who can read that can use it.",
        evidence=evidence.secret_evidence(secret),
        recommendation=evidence.advice(hit.advice, secret.text.event.url),
        cwe=WEAKNESSES.get(secret.text.field, "CWE-522"),
        count=secret.count,
        same=secret.value,
        places=evidence.places(secret),
    )


def _article(name: str) -> str:
    return ("An " if name[0] in "AEIOaeio" else "A ") + name


RULE = Rule("vendor-secret", "credentials", run)
