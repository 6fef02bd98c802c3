"""A page over HTTPS that loads something over HTTP."""

import re
from collections.abc import Iterator
from typing import Any

from gasoline.analysis.security import evidence
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.analysis.security.url_facts import is_local, shown_path
from gasoline.kernel.quoted import quoted
from gasoline.kernel.urls import origin_of, split_url

SCRIPTS = ("application/javascript", "text/javascript", "application/ecmascript", "application/x-javascript")
_KIND = re.compile(r"[a-z]{1,20}")  # as the browser names who asked; other senders may write anything


def run(captures: Captures) -> Iterator[Finding]:
    for exchange in captures.exchanges:
        page = exchange.page_url or ""
        is_mixed = split_url(page).scheme == "https" and split_url(exchange.url).scheme == "http"
        if not is_mixed or is_local(exchange.url):
            continue
        kind = resource_type(exchange)
        address = origin_of(exchange.url) + shown_path(exchange.url)
        yield Finding(
            rule="mixed-content",
            severity="critical" if kind == "script" else "warning",
            category="transport",
            title="Mixed content: HTTPS page loading HTTP resource",
            description=f"Page at {quoted(origin_of(page))} loads a resource ({kind}) from {quoted(address)}",
            evidence={
                "page_url": origin_of(page) + shown_path(page),
                "resource_url": address,
                "resource_type": kind,
            },
            recommendation=evidence.advice(
                "Use HTTPS for all resources. Mixed content can be intercepted by network attackers.", exchange.url
            ),
            cwe="CWE-319",
            same=f"http {address}",
        )


def resource_type(exchange: Any) -> str:
    """`script`, `img`, `fetch` and so on. Bodies are captured of fetch and XHR only."""
    content_type = (getattr(exchange, "content_type", None) or "").partition(";")[0].strip().lower()
    initiator = getattr(exchange, "initiator", "")
    if content_type in SCRIPTS or initiator == "script" or shown_path(exchange.url).endswith((".js", ".mjs")):
        return "script"
    if content_type.startswith("image/"):
        return "img"
    return initiator if _KIND.fullmatch(initiator) else "fetch"


RULE = Rule("mixed-content", "transport", run)
