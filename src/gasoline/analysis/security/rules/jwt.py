"""A JSON web token where none belongs: bodies, headers that are not Authorization, frames, addresses."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.decode_jwt import decode_jwt
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import finding
from gasoline.kernel.secrets.formats.format import Severity

HEADERS = frozenset({"authorization", "proxy-authorization"})


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.hit.rule != "jwt" or secret.text.name.lower() in HEADERS:
            continue
        severity: Severity = "critical" if secret.text.field == "url" else "warning"
        made = finding(secret, severity)
        claims: dict[str, Any] = decode_jwt(secret.value)
        yield replace(made, evidence={**made.evidence, "jwt": claims} if claims else made.evidence)


RULE = Rule("jwt", "credentials", run)
