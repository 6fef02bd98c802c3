"""Personal data that the page logs."""

from collections.abc import Iterator
from operator import length_hint

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.find_pii import PiiKind, find_pii, pii_places
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.response_fields import is_made_up
from gasoline.analysis.security.scan_texts import Scan
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.mask import mask

MAX_PII_CANDIDATES = 3_000  # numbers and addresses in the console that are looked at, the newest first

NAMES: dict[PiiKind, tuple[str, Severity]] = {
    "email": ("E-mail address", "info"),
    "phone": ("Phone number", "info"),
    "ssn": ("Social security number", "warning"),
    "credit_card": ("Card number", "warning"),
}


def run(captures: Captures) -> Iterator[Finding]:
    tries = iter(range(MAX_PII_CANDIDATES))
    scan = Scan(
        captures.console,
        lambda text: find_pii(text, tries),
        lambda text: pii_places(text) if length_hint(tries) else (),
        stop_if_cancelled=captures.stop_if_cancelled,
    )
    for text, hit in scan.hits():
        value = text.text[hit.start : hit.stop]
        name, severity = NAMES[hit.kind]
        yield Finding(
            rule=f"{hit.kind}-in-console",
            severity="info" if hit.kind == "email" or is_made_up(value) else severity,
            category="pii_exposure",
            title=f"{name} logged to console",
            description=f"What was logged includes what appears to be personal data ({name.lower()}).",
            evidence={**evidence.location_evidence(text), "pattern": hit.kind, "redacted_value": mask(value)},
            recommendation="Log an id instead of personal data.",
            cwe="CWE-532",
            same=value,
        )
    if scan.partly_searched:
        captures.not_examined.append(f"{scan.partly_searched} logged texts have more personal data than is examined.")
    if next(tries, None) is None:
        captures.not_examined.append(f"Personal data in the console: only the newest {MAX_PII_CANDIDATES} candidates.")


RULE = Rule("pii-in-console", "pii_exposure", run)
