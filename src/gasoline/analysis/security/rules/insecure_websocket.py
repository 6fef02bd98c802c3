"""A WebSocket without encryption."""

from collections.abc import Iterator

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.url_facts import is_local, shown_path
from gasoline.kernel.quoted import quoted
from gasoline.kernel.urls import origin_of, split_url


def run(captures: Captures) -> Iterator[Finding]:
    for url in dict.fromkeys(event.url for event in captures.websocket):
        if split_url(url).scheme != "ws" or is_local(url):
            continue
        address = origin_of(url) + shown_path(url)
        yield Finding(
            rule="insecure-websocket",
            severity="warning",
            category="transport",
            title="WebSocket over an unencrypted connection",
            description=f"The connection to {quoted(address)} uses ws:// instead of wss://.",
            evidence={"url": address, "field": "websocket"},
            recommendation=evidence.advice("Use wss://.", url),
            cwe="CWE-319",
            same=f"ws {address}",
        )


RULE = Rule("insecure-websocket", "transport", run)
