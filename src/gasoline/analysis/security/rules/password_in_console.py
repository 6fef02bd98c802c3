"""A password, or another value that its name calls secret, that the page logs."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import severity_of


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field not in {"console", "error"} or not secret.hit.key:
            continue
        severity = severity_of(secret)
        if severity:
            yield Finding(
                rule="secret-in-console",
                severity=severity,
                category="pii_exposure",
                title=f"{secret.hit.name} logged to console",
                description="What was logged includes a value behind a name such as password or secret.",
                evidence=evidence.of_secret(secret),
                recommendation="Log the name of what happened, not the values; leave sensitive fields out.",
                cwe="CWE-532",
                count=secret.count,
                same=secret.value,
            )


RULE = Rule("secret-in-console", "pii_exposure", run)
