"""A token or a password in an answer, by the field's name."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence, response_fields
from gasoline.analysis.security.addresses import path_of
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.mask import mask


def run(captures: Captures) -> Iterator[Finding]:
    for body in captures.bodies:
        for leaf in response_fields.secrets(body):
            yield Finding(
                rule="secret-field-in-response",
                severity=_severity(leaf.value),
                category="pii_exposure",
                title="Token or password in a response",
                description=f"{body.method} {path_of(body.url)} has a field whose name says that it is a token or a "
                "password.",
                evidence={
                    **evidence.request(body),
                    "field": "response_body",
                    "path": leaf.path,
                    "auth_header_present": body.has_auth_header,
                    "redacted_value": mask(leaf.value),
                },
                recommendation=evidence.advice(
                    "Never answer with a password. Hand a session token over in a cookie that is HttpOnly, Secure and "
                    "SameSite.",
                    body.url,
                ),
                cwe="CWE-200",
                same=leaf.value,
            )


def _severity(value: str) -> Severity:
    return "info" if response_fields.is_made_up(value) or response_fields.is_word(value) else "critical"


RULE = Rule("secret-field-in-response", "pii_exposure", run)
