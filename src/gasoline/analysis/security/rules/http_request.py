"""A request without encryption."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.addresses import is_local, origin_of, path_of, split
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.mixed_content import resource_type

CALLS = frozenset({"fetch", "xmlhttprequest", "beacon", "other"})
"""Initiators of calls; anything else is a resource that the page loads."""


def run(captures: Captures) -> Iterator[Finding]:
    for exchange in captures.exchanges:
        if split(exchange.url).scheme != "http" or is_local(exchange.url):
            continue
        kind = resource_type(exchange)
        address = origin_of(exchange.url) + path_of(exchange.url)
        yield Finding(
            rule="http-request",
            severity="warning",
            category="transport",
            title="API call over unencrypted HTTP" if kind in CALLS else f"Resource ({kind}) over unencrypted HTTP",
            description=f"{exchange.method or 'GET'} {address} goes over plain HTTP.",
            evidence=evidence.request(exchange),
            recommendation=evidence.advice("Use HTTPS: everybody on the way can read and change this.", exchange.url),
            cwe="CWE-319",
            same=f"http {address}",
        )


RULE = Rule("http-request", "transport", run)
