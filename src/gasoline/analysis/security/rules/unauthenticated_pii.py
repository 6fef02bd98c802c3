"""An endpoint that returns personal data without authentication."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence, response_fields
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.url_facts import endpoint
from gasoline.kernel.quoted import listed
from gasoline.model.events import NetworkBody

FIELDS_SHOWN = 10
FIRST_FAILURE = 300


def run(captures: Captures) -> Iterator[Finding]:
    guarded = {endpoint(body.method, body.url) for body in captures.bodies if body.has_auth_header}
    for body in captures.each_body():
        if body.has_auth_header or not 0 < body.status < FIRST_FAILURE:
            continue
        found = response_fields.personal_fields(body).leaves
        if found:
            yield _finding(body, found, endpoint(body.method, body.url) in guarded)


def _finding(body: NetworkBody, found: list[response_fields.Leaf], is_guarded: bool) -> Finding:
    names = list(dict.fromkeys(leaf.name or leaf.path for leaf in found))[:FIELDS_SHOWN]
    is_made_up = all(response_fields.is_made_up(leaf.value) for leaf in found)
    others = (
        "Other calls of it in this session had one." if is_guarded else "It was never called with one in this session."
    )
    return Finding(
        rule="unauthenticated-pii",
        severity="info" if is_made_up else "warning",
        category="auth_patterns",
        title="Endpoint returns user data without authentication",
        description=f"{evidence.request_name(body)} returned user PII ({listed(names)}) but no Authorization "
        f"header was present in the request. {others}",
        evidence={
            **evidence.request_evidence(body),
            "auth_header_present": False,
            "response_contains_pii": True,
            "pii_fields": names,
        },
        recommendation=evidence.advice(
            "Ensure this endpoint requires authentication; a session cookie is not seen here. If public by design, "
            "verify no sensitive data is exposed.",
            body.url,
        ),
        cwe="CWE-306",
        same=f"auth {endpoint(body.method, body.url)}",
    )


RULE = Rule("unauthenticated-pii", "auth_patterns", run)
