"""HTTPS without Strict-Transport-Security."""

from collections.abc import Iterator

from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.missing_header import missing_header
from gasoline.analysis.security.origin_headers import responses_by_origin
from gasoline.analysis.security.url_facts import is_local


def run(captures: Captures) -> Iterator[Finding]:
    for answer in responses_by_origin(captures):
        if answer.is_https and not is_local(answer.body.url) and "strict-transport-security" not in answer.headers:
            yield missing_header(
                answer,
                rule="missing-hsts",
                header="Strict-Transport-Security",
                severity="warning",
                why="An attacker can downgrade the first visit to plain HTTP.",
                fix="Send Strict-Transport-Security: max-age=31536000; includeSubDomains.",
                cwe="CWE-319",
            )


RULE = Rule("missing-hsts", "headers", run)
