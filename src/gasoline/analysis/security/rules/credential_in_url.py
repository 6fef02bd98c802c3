"""A secret in the query of an address, where servers, proxies and browsers write it down."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from gasoline.analysis.security import evidence
from gasoline.analysis.security.addresses import path_of, split
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.kernel.secrets.mask import mask
from gasoline.kernel.secrets.names import NO_CREDENTIAL, Kind, flat, kind_of, says_no_secret
from gasoline.kernel.secrets.value_verdict import judge_value
from gasoline.kernel.secrets.verdict import Verdict, has_placeholder_word, is_filler, is_masked, looks_random

# v6, Feature 1, Credential Exposure: the rows about URLs
PLAIN = re.compile(r"api[_-]?key|token|secret|password", re.IGNORECASE)
NAMED = re.compile(
    r"[0-9A-Za-z_.-]*(?:secret|password|passwd|token|api[_-]?key|access[_-]?key)[0-9A-Za-z_.-]*", re.IGNORECASE
)
BEARER = re.compile(r"auth|bearer|token|authorization|jwt|sig|signature", re.IGNORECASE)
SECRET_WORD = re.compile(r"(?:^|_)(?:secret|password|passwd|token)(?:_|$)")
ABOUT_TOKEN = re.compile(r"token_(?:id|address|symbol|contract)")  # of coins and models
SHORTEST, LONG, BEARER_LONG = 4, 8, 20
GUARD = re.compile("csrf|xsrf")  # lets nobody in, but should not be written down either
PARAMETERS = 100  # of one address, the first


def check(name: str, value: str) -> Verdict:
    """Whether a parameter gives a secret away."""
    if is_masked(value) or not _is_named_so(name, value):
        return Verdict.NO
    if has_placeholder_word(value):
        return Verdict.PLACEHOLDER
    if NO_CREDENTIAL.search(flat(name)) and not _has_format(value):
        return Verdict.MOCK if GUARD.search(flat(name)) else Verdict.NO
    return Verdict.MOCK if is_filler(value) else Verdict.SURE


def _has_format(value: str) -> bool:
    return any(hit.verdict is Verdict.SURE and not hit.key for hit in find_secrets(value))


def _is_named_so(name: str, value: str) -> bool:
    if kind_of(name) is Kind.NOTHING and not (PLAIN.fullmatch(name) or BEARER.fullmatch(name)):
        return _has_secret_word(name) and len(value) >= LONG and looks_random(value)
    if PLAIN.fullmatch(name):
        return len(value) >= SHORTEST
    if NAMED.fullmatch(name):
        return len(value) >= LONG
    if BEARER.fullmatch(name):
        return len(value) >= BEARER_LONG and re.fullmatch(r"[0-9A-Za-z._%~+/=-]+", value) is not None
    return judge_value(value, Kind.MAYBE, is_quoted=True) is Verdict.SURE


def _has_secret_word(name: str) -> bool:
    """`my_secret_2nd`. With the word in the middle the name may be about something else: its value must look random."""
    words = flat(name)
    return SECRET_WORD.search(words) is not None and not (says_no_secret(words) or ABOUT_TOKEN.search(words))


def gives_away(url: str) -> bool:
    """Whether an address has such a parameter, one that is not plainly made up."""
    return any(check(name, value) is Verdict.SURE for name, value in _parameters_of(url))


def run(captures: Captures) -> Iterator[Finding]:
    addresses = [*captures.exchanges, *(event for event in captures.websocket if event.event == "open")]
    for event in addresses:
        for name, value in _parameters_of(event.url):
            verdict = check(name, value)
            if verdict in {Verdict.SURE, Verdict.MOCK}:
                yield _finding(event, name, value, "critical" if verdict is Verdict.SURE else "info")


def _parameters_of(url: str) -> list[tuple[str, str]]:
    parts = split(url)
    return _parameters(parts.query) + _parameters(parts.fragment)


def _parameters(query: str) -> list[tuple[str, str]]:
    return parse_qsl("&".join(query.split("&", PARAMETERS)[:PARAMETERS])) if "=" in query else []


def _finding(event: Any, name: str, value: str, severity: Severity) -> Finding:
    path, shown = path_of(event.url), mask(value)
    method = getattr(event, "method", None) or "GET"
    return Finding(
        rule="credential-in-url",
        severity=severity,
        category="credentials",
        title="API key exposed in URL query parameter"
        if "key" in name.lower()
        else "Secret exposed in URL query parameter",
        description=f"{method} request to {path} includes a secret as query parameter '{name[:50]}'. Query parameters "
        "are logged in server access logs and browser history, and may be cached by proxies.",
        evidence={
            **evidence.request(event),
            "url": f"{path}?{name[:50]}={shown}",
            "field": "query_param",
            "param_name": name[:50],
            "redacted_value": shown,
        },
        recommendation=evidence.advice(
            "Move it to the Authorization header or the request body. Never include secrets in URLs.", event.url
        ),
        cwe="CWE-598",
        same=value,
    )


RULE = Rule("credential-in-url", "credentials", run)
