"""A password, or another value that its name calls secret, that the page logs."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures, FoundSecret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import severity_of
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.names import Kind, grants_nothing, is_forgery_token, kind_of
from gasoline.kernel.secrets.verdict import Verdict


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field not in {"console", "error"} or not secret.hit.key:
            continue
        severity = _severity(secret)
        if severity:
            yield Finding(
                rule="secret-in-console",
                severity=severity,
                category="pii_exposure",
                title=f"{secret.hit.name} logged to console",
                description="What was logged includes a value behind a name such as password or secret.",
                evidence=evidence.secret_evidence(secret),
                recommendation="Log the name of what happened, not the values; leave sensitive fields out.",
                cwe="CWE-532",
                count=secret.count,
                same=secret.value,
                places=evidence.places(secret),
            )


def _severity(secret: FoundSecret) -> Severity | None:
    """A password is a warning, even one that is a word; a key or a token is critical. A
    token that grants nothing is not reported, one against forged requests as info, as in addresses."""
    if grants_nothing(secret.hit.key):
        return "info" if is_forgery_token(secret.hit.key) and severity_of(secret) else None
    kind = kind_of(secret.hit.key)
    if kind is Kind.PASSWORD and secret.hit.verdict is Verdict.WORD:
        return "warning"
    severity = severity_of(secret)
    return "critical" if severity == "warning" and kind in {Kind.SECRET, Kind.TOKEN} else severity


RULE = Rule("secret-in-console", "pii_exposure", run)
