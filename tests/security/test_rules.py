"""Every rule of the audit on its pair of fixtures: what it must find, and what looks alike and is not."""

import json
from pathlib import Path
from types import GenericAlias
from typing import Any

import msgspec
import pytest

from gasoline.analysis.security import rules
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.model.wire import STREAMS

FIXTURES = Path(__file__).parent / "rules"
"""By the id of the rule: events that it finds (`hit`), and events that only look alike (`miss`)."""
FIELDS = {
    "network_bodies": "bodies",
    "network": "requests",
    "logs": "logs",
    "websocket_events": "websocket",
    "actions": "actions",
}
LISTS: dict[str, Any] = {stream.name: GenericAlias(list, stream.event) for stream in STREAMS}


def found(rule: Rule, fixture: str) -> list[Finding]:
    data: dict[str, Any] = json.loads((FIXTURES / f"{rule.id}.json").read_text())[fixture]
    events = {FIELDS[name]: msgspec.convert(items, LISTS[name]) for name, items in data.items()}
    return list(rule.run(Captures(**events)))


# SEC-08
@pytest.mark.parametrize("rule", rules.ALL, ids=lambda rule: rule.id)
def test_a_rule_finds_what_it_is_for(rule: Rule) -> None:
    findings = found(rule, "hit")
    assert findings
    for finding in findings:
        assert finding.category == rule.category
        assert finding.title and finding.description and finding.recommendation and finding.cwe.startswith("CWE-")
        assert finding.severity != "info" or rule.id in {
            "pii-in-console",
            "missing-nosniff",
            "missing-frame-protection",
        }


# SEC-08
@pytest.mark.parametrize("rule", rules.ALL, ids=lambda rule: rule.id)
def test_a_rule_leaves_alone_what_only_looks_alike(rule: Rule) -> None:
    assert found(rule, "miss") == []


def test_every_rule_has_its_own_id() -> None:
    assert len({rule.id for rule in rules.ALL}) == len(rules.ALL)


def test_every_kind_of_personal_data_in_the_console_is_distinguished() -> None:
    [rule] = [rule for rule in rules.ALL if rule.id == "pii-in-console"]
    assert {finding.evidence["pattern"] for finding in found(rule, "hit")} == {"email", "credit_card", "ssn", "phone"}
