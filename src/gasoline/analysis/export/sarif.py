"""Findings as SARIF 2.1.0, the format that code hosts and editors read."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Level = Literal["error", "warning", "note"]
Json = dict[str, Any]


class Finding(Struct, frozen=True, kw_only=True):
    """One place where one rule is broken, from either audit."""

    rule: str
    """The rule's id."""
    description: str
    """The rule in one sentence."""
    level: Level
    message: str
    uri: str
    """The page or the endpoint."""
    help_url: str = ""
    tags: tuple[str, ...] = ()
    element: str = ""
    """A selector, where it is about an element."""
    snippet: str = ""


class SarifLog(Struct, frozen=True):
    """The log, and how many findings it had no room for."""

    log: Json
    left_out: int = 0


def sarif_log(findings: Sequence[Finding], version: str, max_bytes: int) -> SarifLog:
    """One run with all findings that fit, in the order given."""
    kept = list(findings)
    log = _log(kept, version)
    while kept and len(msgspec.json.encode(log)) > max_bytes:
        del kept[-max(1, len(kept) // 10) :]
        log = _log(kept, version)
    return SarifLog(log, len(findings) - len(kept))


def _log(findings: Sequence[Finding], version: str) -> Json:
    rules = _rules(findings)
    index = {rule["id"]: at for at, rule in enumerate(rules)}
    driver = {
        "name": "Gasoline",
        "semanticVersion": version,
        "rules": rules,
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "results": [_result(finding, index[finding.rule]) for finding in findings],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(findings: Iterable[Finding]) -> list[Json]:
    """Each rule once, in the order in which it was first broken."""
    first = {finding.rule: finding for finding in reversed(list(findings))}
    order = dict.fromkeys(finding.rule for finding in findings)
    return [_rule(first[name]) for name in order]


def _rule(finding: Finding) -> Json:
    rule: Json = {
        "id": finding.rule,
        "shortDescription": {"text": finding.description},
        "defaultConfiguration": {"level": finding.level},
    }
    if finding.help_url:
        rule["helpUri"] = finding.help_url
    if finding.tags:
        rule["properties"] = {"tags": list(dict.fromkeys(finding.tags))}
    return rule


def _result(finding: Finding, rule_index: int) -> Json:
    return {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [_location(finding)],
        "partialFingerprints": {"gasoline/v1": _fingerprint(finding)},
    }


def _location(finding: Finding) -> Json:
    # A live page has no lines; readers of SARIF want one all the same.
    region: Json = {"startLine": 1}
    if finding.snippet:
        region["snippet"] = {"text": finding.snippet}
    location: Json = {"physicalLocation": {"artifactLocation": {"uri": finding.uri}, "region": region}}
    if finding.element:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.element, "kind": "element"}]
    return location


def _fingerprint(finding: Finding) -> str:
    """The same for the same element of the same page, so that a reader knows it again."""
    page = finding.uri.split("?")[0].split("#")[0]
    return hashlib.sha256("\n".join((finding.rule, page, finding.element)).encode()).hexdigest()[:32]
