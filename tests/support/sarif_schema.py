"""Whether a log is SARIF 2.1.0, as far as we write it."""

import json
from pathlib import Path
from typing import Any

import jsonschema

SCHEMA = json.loads((Path(__file__).parents[1] / "unit" / "sarif_subset.schema.json").read_text("utf-8"))


def check_sarif(log: Any) -> None:
    jsonschema.validate(log, SCHEMA, jsonschema.Draft202012Validator)
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
