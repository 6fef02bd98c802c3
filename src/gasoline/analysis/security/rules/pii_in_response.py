"""Personal data in an answer: expected with authentication, a warning without."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence, response_fields
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.url_facts import endpoint
from gasoline.kernel.quoted import listed
from gasoline.kernel.secrets.formats.format import Severity

FIELDS_SHOWN = 10


def run(captures: Captures) -> Iterator[Finding]:
    captures.not_examined.extend(_not_examined(captures))
    for body in captures.each_body():
        found = response_fields.personal_fields(body).leaves
        if not found:
            continue
        names = list(dict.fromkeys(leaf.name or leaf.path for leaf in found))[:FIELDS_SHOWN]
        is_real = not all(response_fields.is_made_up(leaf.value) for leaf in found)
        severity: Severity = "warning" if is_real and not body.has_auth_header else "info"
        yield Finding(
            rule="pii-in-response",
            severity=severity,
            category="pii_exposure",
            title="Personal data in a response" + ("" if body.has_auth_header else " to an unauthenticated request"),
            description=f"{evidence.request_name(body)} answers with personal data ({listed(names)}).",
            evidence={
                **evidence.request_evidence(body),
                "field": "response_body",
                "auth_header_present": body.has_auth_header,
                "pii_fields": names,
                "path": found[0].path,
            },
            recommendation=evidence.advice("Send only the fields that the page shows.", body.url),
            cwe="CWE-359",
            same=f"pii {endpoint(body.method, body.url)}",
        )


def _not_examined(captures: Captures) -> Iterator[str]:
    fields = [response_fields.personal_fields(body) for body in captures.each_body()]
    if incomplete := sum(not each.is_complete for each in fields):
        yield f"{incomplete} responses have more numbers and addresses than are examined."
    if deep := sum(each.has_deeper for each in fields):
        levels = response_fields.PII_DEPTH
        yield f"{deep} responses have fields below {levels} levels, which were not searched for personal data."
    if unread := sum(each.is_unread for each in fields):
        yield f"{unread} responses are neither JSON nor plain text and were not searched for personal data."


RULE = Rule("pii-in-response", "pii_exposure", run)
