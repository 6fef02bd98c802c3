"""A token or a key that the page logs."""

from collections.abc import Iterator

from msgspec.structs import replace

from gasoline.analysis.security.captures import Captures, FoundSecret
from gasoline.analysis.security.decode_jwt import decode_jwt
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import finding, severity_of
from gasoline.kernel.secrets.formats.format import Severity

TOKENS = {"jwt": "Auth token logged to console", "bearer-token": "Bearer token logged to console"}
FOR_TESTS = frozenset({"stripe-test-key"})
ADVICE = "Remove console statements that output tokens. Use structured logging that redacts sensitive fields."


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field not in {"console", "error"} or secret.hit.key:
            continue
        severity = _severity(secret)
        if severity is None:
            continue
        yield replace(
            finding(secret, severity),
            category="pii_exposure",
            title=TOKENS.get(secret.hit.rule, f"{secret.hit.name} logged to console"),
            description=f"What was logged includes what appears to be a secret ({secret.hit.name}): extensions, error "
            "trackers and bystanders can read the console.",
            recommendation=ADVICE,
            cwe="CWE-532",
            evidence=_evidence(secret, severity),
        )


def _severity(secret: FoundSecret) -> Severity | None:
    """Tokens and keys are critical. What is plainly mock or made for tests is not."""
    severity = severity_of(secret)
    return "critical" if severity == "warning" and secret.hit.rule not in FOR_TESTS else severity


def _evidence(secret: FoundSecret, severity: Severity) -> dict[str, object]:
    shown = finding(secret, severity).evidence
    claims = decode_jwt(secret.value) if secret.hit.rule == "jwt" else {}
    return {**shown, "pattern": "jwt_token", "jwt": claims} if claims else shown


RULE = Rule("token-in-console", "pii_exposure", run)
