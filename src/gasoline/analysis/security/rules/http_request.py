"""A request without encryption."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.mixed_content import resource_type
from gasoline.analysis.security.url_facts import is_local, shown_path
from gasoline.kernel.quoted import method_in_prose, quoted
from gasoline.kernel.urls import origin_of, split_url

CALLS = frozenset({"fetch", "xmlhttprequest", "beacon", "other"})
"""Initiators of calls; anything else is a resource that the page loads."""


def run(captures: Captures) -> Iterator[Finding]:
    for exchange in captures.exchanges:
        if split_url(exchange.url).scheme != "http" or is_local(exchange.url):
            continue
        kind = resource_type(exchange)
        address = origin_of(exchange.url) + shown_path(exchange.url)
        yield Finding(
            rule="http-request",
            severity="warning",
            category="transport",
            title="API call over unencrypted HTTP" if kind in CALLS else f"Resource ({kind}) over unencrypted HTTP",
            description=f"{method_in_prose(exchange.method)} {quoted(address)} goes over plain HTTP.",
            evidence=evidence.request_evidence(exchange),
            recommendation=evidence.advice("Use HTTPS: anyone on the network can read and change this.", exchange.url),
            cwe="CWE-319",
            same=f"http {address}",
        )


RULE = Rule("http-request", "transport", run)
