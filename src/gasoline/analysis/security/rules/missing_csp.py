"""Documents without a Content-Security-Policy."""

from collections.abc import Iterator

from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.missing_header import missing_header
from gasoline.analysis.security.origin_headers import responses_by_origin


def run(captures: Captures) -> Iterator[Finding]:
    for answer in responses_by_origin(captures):
        if answer.is_document and "content-security-policy" not in answer.headers:
            yield missing_header(
                answer,
                rule="missing-csp",
                header="Content-Security-Policy",
                severity="warning",
                why="Injected scripts meet no second line of defense.",
                fix="Send a policy that says where scripts may come from; try Content-Security-Policy-Report-Only.",
                cwe="CWE-693",
            )


RULE = Rule("missing-csp", "headers", run)
