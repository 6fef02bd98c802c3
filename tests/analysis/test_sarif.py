"""Findings become SARIF 2.1.0."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from jsonschema import ValidationError
from sarif_schema import check_sarif

from gasoline.analysis.export.accessibility_findings import accessibility_findings
from gasoline.analysis.export.sarif import Finding, sarif_log

REPORT = {
    "url": "http://localhost:3000/signup?token=1#top",
    "violations": [
        {
            "id": "image-alt",
            "impact": "critical",
            "description": "Images must have alternate text",
            "helpUrl": "https://dequeuniversity.com/rules/axe/4.12/image-alt",
            "wcag": ["wcag2a", "1.1.1"],
            "nodes": [
                {"selector": selector, "html": "<img>", "failureSummary": "No alt", "fix": "Add one"}
                for selector in ("img.a", "img.b")
            ],
        },
        {
            "id": "region",
            "impact": "moderate",
            "description": "Content should be in landmarks",
            "helpUrl": "https://dequeuniversity.com/rules/axe/4.12/region",
            "wcag": [],
            "nodes": [{"selector": "p", "html": "", "failureSummary": "Outside", "fix": "Move it"}],
        },
    ],
}


def finding(number: int) -> Finding:
    return Finding(
        rule=f"rule-{number % 3}",
        description="d",
        level="note",
        message="m" * 500,
        uri="http://x/",
        element=f"#{number}",
    )


# A11Y-07
def test_every_node_is_a_result_of_its_rule() -> None:
    made = sarif_log(list(accessibility_findings(REPORT)), "1.2.3", 45_000)
    check_sarif(made.log)
    (run,) = made.log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["image-alt", "region"]
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("image-alt", "error"),
        ("image-alt", "error"),
        ("region", "warning"),
    ]
    assert run["results"][0]["message"]["text"] == "No alt\nFix: Add one."
    assert run["results"][0]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "img.a"
    assert run["tool"]["driver"]["rules"][0]["properties"]["tags"] == ["accessibility", "wcag2a", "1.1.1"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda log: log.update(version="2.0.0"),
        lambda log: log["runs"][0].pop("tool"),
        lambda log: log["runs"][0]["results"][0].update(level="critical"),
        lambda log: log["runs"][0]["results"][0].update(surprise=True),
        lambda log: log["runs"][0]["results"][0]["message"].clear(),
        lambda log: log["runs"][0]["tool"]["driver"].update(semanticVersion=1),
    ],
)
def test_the_schema_of_the_test_refuses_invalid_sarif(damage: Callable[[Any], object]) -> None:
    log = sarif_log(list(accessibility_findings(REPORT)), "1.2.3", 45_000).log
    damage(log)
    with pytest.raises(ValidationError):
        check_sarif(log)


def test_a_clean_page_is_a_run_without_results() -> None:
    made = sarif_log([], "1.2.3", 45_000)
    check_sarif(made.log)
    assert made.log["runs"][0]["results"] == [] and made.left_out == 0


def test_a_log_that_is_too_long_omits_complete_results_and_says_how_many() -> None:
    made = sarif_log([finding(number) for number in range(200)], "1.2.3", 45_000)
    check_sarif(made.log)
    kept = made.log["runs"][0]["results"]
    assert len(msgspec.json.encode(made.log)) <= 45_000
    assert 0 < len(kept) < 200 and len(kept) + made.left_out == 200


def test_the_same_element_is_known_again_whatever_the_query() -> None:
    one, other = (
        sarif_log(list(accessibility_findings({**REPORT, "url": url})), "1", 45_000).log["runs"][0]["results"][0]
        for url in ("http://localhost/a?x=1", "http://localhost/a?x=2#y")
    )
    assert one["partialFingerprints"] == other["partialFingerprints"]
