"""A token or a password in a JSON answer, by the field's name."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence, response_fields
from gasoline.analysis.security.captures import Captures, FoundSecret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.response_fields import PII_DEPTH
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.names import Kind, grants_nothing, kind_of
from gasoline.kernel.secrets.verdict import Verdict

NAMED = frozenset({Kind.PASSWORD, Kind.SECRET, Kind.TOKEN})
SHORTEST = 4


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field == "response_body" and _is_field(secret):
            yield _finding(secret)


def _is_field(secret: FoundSecret) -> bool:
    name, value = secret.hit.label, secret.value
    if kind_of(name) not in NAMED or grants_nothing(name) or secret.hit.is_public:
        return False
    is_value = len(value) >= SHORTEST and " " not in value and not value.startswith("http")
    is_json = secret.text.text.lstrip()[:1] in {"{", "["}
    return is_value and is_json and evidence.json_path(secret.text, value).count(".") <= PII_DEPTH


def _finding(secret: FoundSecret) -> Finding:
    body = secret.text.event
    return Finding(
        rule="secret-field-in-response",
        severity=_severity(secret),
        category="pii_exposure",
        title="Token or password in a response",
        description=f"{evidence.request_name(body)} has a field whose name says that it is a token or a password.",
        evidence={**evidence.secret_evidence(secret), "auth_header_present": body.has_auth_header},
        recommendation=evidence.advice(
            "Never return a password. Send a session token in a cookie that is HttpOnly, Secure and SameSite.",
            body.url,
        ),
        cwe="CWE-200",
        count=secret.count,
        same=secret.value,
        places=evidence.places(secret),
    )


def _severity(secret: FoundSecret) -> Severity:
    is_word = secret.hit.verdict is Verdict.WORD or response_fields.is_word(secret.value)
    return "info" if is_word or response_fields.is_made_up(secret.value) else "critical"


RULE = Rule("secret-field-in-response", "pii_exposure", run)
