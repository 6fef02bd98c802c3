"""A finding about a header that an origin does not send; reported once per origin."""

from gasoline.analysis.security import evidence
from gasoline.analysis.security.finding import Finding
from gasoline.analysis.security.origin_headers import OriginResponse
from gasoline.kernel.quoted import quoted
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.urls import origin_of


def missing_header(
    answer: OriginResponse, *, rule: str, header: str, severity: Severity, why: str, fix: str, cwe: str
) -> Finding:
    origin = origin_of(answer.body.url)
    return Finding(
        rule=rule,
        severity=severity,
        category="headers",
        title=f"{header} is missing",
        description=f"{quoted(origin)} answers without {header}. {why}",
        evidence={**evidence.request_evidence(answer.body), "field": "response_header", "header": header},
        recommendation=evidence.advice(fix, answer.body.url),
        cwe=cwe,
        same=f"{rule} {origin}",
    )
