"""Documents that any site may put into a frame."""

from collections.abc import Iterator

from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.missing_header import missing_header
from gasoline.analysis.security.origin_headers import responses_by_origin


def run(captures: Captures) -> Iterator[Finding]:
    for answer in responses_by_origin(captures):
        policy = answer.headers.get("content-security-policy", "").lower()
        if answer.is_document and "x-frame-options" not in answer.headers and "frame-ancestors" not in policy:
            yield missing_header(
                answer,
                rule="missing-frame-protection",
                header="frame-ancestors or X-Frame-Options",
                severity="info",
                why="Another site can show the page in a frame and have its buttons clicked.",
                fix="Send Content-Security-Policy: frame-ancestors 'self'.",
                cwe="CWE-1021",
            )


RULE = Rule("missing-frame-protection", "headers", run)
