"""A security audit that nobody waits for any more ends within one text, whichever rule is running."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from parts import Parts

from gasoline.analysis.security import captures, response_fields, rules
from gasoline.analysis.security.audit import Audit, audit
from gasoline.analysis.security.finding import Finding
from gasoline.analysis.security.rules import pii_in_console
from gasoline.analysis.security.scan_texts import LONG_CHARS

PATIENCE_S = 10.0
PAGE = "http://localhost:3000/"


class HeldSearch:
    """A search that waits in its first text until it may go on."""

    def __init__(self) -> None:
        self.began, self.may_go_on, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.searched: list[str] = []

    def over(self, text: str) -> None:
        self.searched.append(text)
        self.began.set()
        assert self.may_go_on.wait(PATIENCE_S)

    def find(self, text: str, *_: Any, **__: Any) -> Iterator[Any]:
        self.over(text)
        return iter([])


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> HeldSearch:
    held = HeldSearch()

    def audit_and_say(*args: Any) -> Audit:
        try:
            return audit(*args)
        finally:
            held.ended.set()

    monkeypatch.setattr("gasoline.toolkit.security_audit.audit", audit_and_say)
    return held


async def cancelled(parts: Parts, search: HeldSearch, check: str) -> list[str]:
    """The texts that were searched, although nobody waited any more while the first one was."""
    asking = asyncio.ensure_future(parts.call("security_audit", checks=[check]))
    assert await asyncio.to_thread(search.began.wait, PATIENCE_S)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    search.may_go_on.set()
    assert await asyncio.to_thread(search.ended.wait, PATIENCE_S)
    return search.searched


async def test_it_searches_no_further_text_for_secrets(
    parts: Parts, search: HeldSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(captures, "find_secrets", search.find)
    for number in range(3):
        parts.log(f"{number}" * LONG_CHARS)
    assert len(await cancelled(parts, search, "credentials")) == 1


async def test_it_searches_no_further_log_entry_for_personal_data(
    parts: Parts, search: HeldSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(captures, "find_secrets", lambda *_, **__: iter([]))
    monkeypatch.setattr(pii_in_console, "find_pii", search.find)
    for number in range(3):
        parts.log(f"{number}" * LONG_CHARS)
    assert len(await cancelled(parts, search, "pii_exposure")) == 1


@pytest.mark.parametrize("check", ["auth_patterns", "pii_exposure"])
async def test_it_reads_no_further_response(
    parts: Parts, search: HeldSearch, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    read = response_fields.personal_fields

    def slowly(body: Any) -> Any:
        search.over(body.url)
        return read(body)

    monkeypatch.setattr(response_fields, "personal_fields", slowly)
    for number in range(3):
        parts.send(
            "network_bodies", {"method": "GET", "url": f"{PAGE}api/{number}", "status": 200, "responseBody": "{}"}
        )
    assert len(await cancelled(parts, search, check)) == 1


async def test_it_runs_no_further_rule(parts: Parts, search: HeldSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    credentials = next(rule for rule in rules.ALL if rule.category == "credentials")

    def run(_: object) -> Iterator[Finding]:
        search.over("a rule")
        return iter([])

    monkeypatch.setattr(rules, "ALL", [replace(credentials, run=run)] * 2)
    assert await cancelled(parts, search, "credentials") == ["a rule"]
