"""A value that is a secret by the name before it: `"apiKey": "…"` in a body, a frame, an address."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures, FoundSecret
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.vendor_secret import PLACES, severity_of
from gasoline.kernel.secrets.names import grants_nothing
from gasoline.kernel.secrets.value_verdict import is_template
from gasoline.kernel.secrets.verdict import Verdict

CONSOLE = frozenset({"console", "error"})
"""Rules of their own look at these."""

API_KEYS = frozenset({"api_key", "apiKey", "api_secret"})
SHORTEST_API_KEY = 8
"""What a request body sends under these names is a key, whether it looks random or not."""


def run(captures: Captures) -> Iterator[Finding]:
    for secret in captures.secrets:
        if secret.text.field in CONSOLE or not (secret.hit.key or secret.hit.rule == "bearer-token"):
            continue
        if grants_nothing(secret.hit.key):
            continue
        severity = severity_of(secret) or ("warning" if _is_sent_api_key(secret) else None)
        if severity is None:
            continue
        place, what = PLACES[secret.text.field], secret.hit.name
        yield Finding(
            rule=secret.hit.rule,
            severity="warning" if severity == "critical" else severity,
            category="credentials",
            title=f"API key in {place}" if "key" in secret.hit.key.lower() else f"{what} in {place}",
            description=f"The name before the value says that it is secret. It was found in {place}; "
            "that may be intended.",
            evidence=evidence.secret_evidence(secret),
            recommendation=evidence.advice(
                "Make sure that it has to be there; send keys in a header, and never to the browser if a server can do "
                "the call.",
                secret.text.event.url,
            ),
            cwe="CWE-522",
            count=secret.count,
            same=secret.value,
            places=evidence.places(secret),
        )


def _is_sent_api_key(secret: FoundSecret) -> bool:
    is_key = secret.text.field == "request_body" and secret.hit.key in API_KEYS
    is_value = secret.hit.verdict is Verdict.NO and not is_template(secret.value)
    return is_key and is_value and len(secret.value) >= SHORTEST_API_KEY


RULE = Rule("named-secret", "credentials", run)
