"""A request without encryption."""

import re
from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.rules.mixed_content import resource_type
from gasoline.analysis.security.url_facts import is_local, shown_path
from gasoline.kernel.quoted import method_in_prose, quoted
from gasoline.kernel.urls import origin_of, split_url

_FILE = re.compile(r"\.[A-Za-z][0-9A-Za-z]{1,4}\Z")
CALLS = frozenset({"fetch", "xmlhttprequest", "beacon"})
"""Initiators of calls; anything else is a resource that the page loads."""

UNKNOWN = "other"
"""A call, unless its path ends like a file's: the browser itself loads icons."""


def run(captures: Captures) -> Iterator[Finding]:
    for exchange in captures.exchanges:
        if split_url(exchange.url).scheme != "http" or is_local(exchange.url):
            continue
        kind = resource_type(exchange)
        is_call = kind in CALLS or (kind == UNKNOWN and not _FILE.search(split_url(exchange.url).path))
        address = origin_of(exchange.url) + shown_path(exchange.url)
        yield Finding(
            rule="http-request",
            severity="warning",
            category="transport",
            title="API call over unencrypted HTTP" if is_call else f"Resource ({kind}) over unencrypted HTTP",
            description=f"{method_in_prose(exchange.method)} {quoted(address)} goes over plain HTTP.",
            evidence=evidence.request_evidence(exchange),
            recommendation=evidence.advice("Use HTTPS: anyone on the network can read and change this.", exchange.url),
            cwe="CWE-319",
            same=f"http {address}",
        )


RULE = Rule("http-request", "transport", run)
