"""Answers without X-Content-Type-Options: nosniff."""

from collections.abc import Iterator

from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.missing_header import missing_header
from gasoline.analysis.security.origin_headers import responses_by_origin


def run(captures: Captures) -> Iterator[Finding]:
    for answer in responses_by_origin(captures):
        if answer.headers.get("x-content-type-options", "").lower() != "nosniff":
            yield missing_header(
                answer,
                rule="missing-nosniff",
                header="X-Content-Type-Options",
                severity="info",
                why="Browsers may run an uploaded file as a script.",
                fix="Send X-Content-Type-Options: nosniff with every answer.",
                cwe="CWE-693",
            )


RULE = Rule("missing-nosniff", "headers", run)
