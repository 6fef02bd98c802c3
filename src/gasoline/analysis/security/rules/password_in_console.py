"""A password, or another value that its name calls secret, that the page logs."""

import re
from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures, Secret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import severity_of
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.names import flat

API_KEY = re.compile(r"(?:api|access)_?(?:key|secret|token)(?:_?id)?$")


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
                evidence=evidence.of_secret(secret),
                recommendation="Log the name of what happened, not the values; leave sensitive fields out.",
                cwe="CWE-532",
                count=secret.count,
                same=secret.value,
            )


def _severity(secret: Secret) -> Severity | None:
    """v6, Console log scanning: a password is a warning, a key to an API is critical."""
    severity = severity_of(secret)
    return "critical" if severity == "warning" and API_KEY.search(flat(secret.hit.key)) else severity


RULE = Rule("secret-in-console", "pii_exposure", run)
