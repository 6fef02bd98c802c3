"""A secret in the query of an address, where servers, proxies and browsers write it down."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS, Captures, FoundSecret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.url_facts import shown_path
from gasoline.kernel.quoted import key_in_prose, method_in_prose, quoted
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.mask import mask
from gasoline.kernel.secrets.parameters import judge_parameter
from gasoline.kernel.secrets.verdict import Verdict

PARAM_CHARS = 50  # of a name in a finding
SEVERITIES: dict[Verdict, Severity] = {Verdict.SURE: "critical", Verdict.MOCK: "info"}


def check(secret: Hit, value: str) -> Verdict:
    """Whether a parameter gives a secret away: by its name, or because its value has the format of one."""
    if secret.is_public or not secret.label:
        return Verdict.NO
    verdict = judge_parameter(secret.label, value)
    return Verdict.SURE if verdict is not Verdict.NO and secret.under and secret.verdict is Verdict.SURE else verdict


def gives_away(url: str) -> bool:
    """Whether an address has such a parameter, one that is not plainly made up."""
    found = find_secrets(url[:SECURITY_SCAN_CHARS])
    return any(check(hit, url[hit.start : hit.stop]) is Verdict.SURE for hit in found)


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field == "url" and (severity := SEVERITIES.get(check(secret.hit, secret.value))):
            yield _finding(secret, severity)


def _finding(secret: FoundSecret, severity: Severity) -> Finding:
    event, name = secret.text.event, secret.hit.label[:PARAM_CHARS]
    path, shown = shown_path(event.url), mask(secret.value)
    method = method_in_prose(getattr(event, "method", None))
    return Finding(
        rule="credential-in-url",
        severity=severity,
        category="credentials",
        title="API key exposed in URL query parameter"
        if "key" in name.lower()
        else "Secret exposed in URL query parameter",
        description=f"{method} request to {quoted(path)} includes a secret as query parameter {key_in_prose(name)}. "
        "Query parameters "
        "are logged in server access logs and browser history, and may be cached by proxies.",
        evidence={
            **evidence.request_evidence(event),
            "url": f"{path}?{name}={shown}",
            "field": "query_param",
            "param_name": name,
            "redacted_value": shown,
        },
        recommendation=evidence.advice(
            "Move it to the Authorization header or the request body. Never include secrets in URLs.", event.url
        ),
        cwe="CWE-598",
        count=secret.count,
        same=secret.value,
        places=evidence.places(secret),
    )


RULE = Rule("credential-in-url", "credentials", run)
