"""The MCP project's conformance suite against `/mcp`: every server scenario is run, or has a reason why not."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from daemon import Daemon
from node_tools import CONFORMANCE, NODE_20_SHIM, in_short, run_node

HANDSHAKE, MODERN = "2025-11-25", "2026-07-28"
VERSIONS = (HANDSHAKE, MODERN)
NOT_IN_ORDER = ("FAILURE", "WARNING")


@dataclass(frozen=True)
class Applies:
    """A scenario that we must pass, in these versions; `unless` names checks that do not fit us, each with why."""

    versions: tuple[str, ...]
    unless: dict[str, str] = field(default_factory=dict)


NEEDS_ITS_TOOL = "calls a tool that exists in the suite's own example server only"
NEEDS_ITS_RESOURCE = "reads a resource of the suite's own example server"
NEEDS_ITS_PROMPT = "gets a prompt of the suite's own example server"
LISTS_STAY = "our lists do not change while the server runs"
NO_COMPLETION = "we complete no arguments"
NO_SAMPLING = "we never ask the client's model"
NO_ELICITATION = "we never ask the user"
NO_INPUT_REQUIRED = "none of our tools asks back; calls a tool of the suite's example server"
NO_TASKS = "an extension that we do not have: none of our tools runs long"
NO_SKILLS = "an extension that we do not have"

SCENARIOS: dict[str, Applies | str] = {
    "server-initialize": Applies((HANDSHAKE,)),
    "server-session-lifecycle": Applies((HANDSHAKE,)),
    "ping": Applies((HANDSHAKE,)),
    "tools-list": Applies(VERSIONS),
    "server-sse-multiple-streams": Applies(VERSIONS),
    "dns-rebinding-protection": Applies(
        VERSIONS,
        unless={
            "localhost-host-valid-accepted": "sends our own address as Origin, as our own page would; "
            "none of our pages speaks MCP, so that Origin is refused too"
        },
    ),
    "server-stateless": Applies(
        (MODERN,),
        unless={
            "sep-2575-server-rejects-undeclared-capability": NEEDS_ITS_TOOL,
            "sep-2575-missing-capability-http-400": NEEDS_ITS_TOOL,
            "sep-2575-http-server-no-independent-requests-on-stream": NEEDS_ITS_TOOL,
            "sep-2575-server-no-log-without-loglevel": NEEDS_ITS_TOOL,
            "sep-2575-server-sends-prompts-list-changed-on-subscription": LISTS_STAY,
            "sep-2575-server-sends-tools-list-changed-on-subscription": LISTS_STAY,
        },
    ),
    "caching": Applies(
        (MODERN,),
    ),
    "http-header-validation": Applies((MODERN,)),
    "input-required-result-unsupported-methods": Applies((MODERN,)),
    "http-custom-header-server-validation": "none of our parameters is repeated in a header (x-mcp-header)",
    "logging-set-level": Applies((HANDSHAKE,)),
    "completion-complete": NO_COMPLETION,
    "tools-call-simple-text": NEEDS_ITS_TOOL,
    "tools-call-image": NEEDS_ITS_TOOL,
    "tools-call-audio": NEEDS_ITS_TOOL,
    "tools-call-embedded-resource": NEEDS_ITS_TOOL,
    "tools-call-mixed-content": NEEDS_ITS_TOOL,
    "tools-call-with-logging": NEEDS_ITS_TOOL,
    "tools-call-error": NEEDS_ITS_TOOL,
    "tools-call-with-progress": NEEDS_ITS_TOOL,
    "tools-call-sampling": NO_SAMPLING,
    "tools-call-elicitation": NO_ELICITATION,
    "json-schema-2020-12": NEEDS_ITS_TOOL,
    "server-sse-polling": NEEDS_ITS_TOOL,
    "elicitation-sep1034-defaults": NO_ELICITATION,
    "elicitation-sep1330-enums": NO_ELICITATION,
    "resources-list": Applies(VERSIONS),
    "resources-read-text": NEEDS_ITS_RESOURCE,
    "resources-read-binary": NEEDS_ITS_RESOURCE,
    "resources-templates-read": NEEDS_ITS_RESOURCE,
    "resources-subscribe": NEEDS_ITS_RESOURCE,
    "resources-unsubscribe": NEEDS_ITS_RESOURCE,
    "sep-2164-resource-not-found": Applies((MODERN,)),
    "prompts-list": Applies(VERSIONS),
    "prompts-get-simple": NEEDS_ITS_PROMPT,
    "prompts-get-with-args": NEEDS_ITS_PROMPT,
    "prompts-get-embedded-resource": NEEDS_ITS_PROMPT,
    "prompts-get-with-image": NEEDS_ITS_PROMPT,
    "sep-2640-skills-directory": NO_SKILLS,
    "sep-2640-skills-enumeration": NO_SKILLS,
    "sep-2640-skills-manifest": NO_SKILLS,
    "tasks-lifecycle": NO_TASKS,
    "tasks-capability-negotiation": NO_TASKS,
    "tasks-wire-fields": NO_TASKS,
    "tasks-request-state-removal": NO_TASKS,
    "tasks-mrtr-input": NO_TASKS,
    "tasks-request-headers": NO_TASKS,
    "tasks-dispatch-and-envelope": NO_TASKS,
    "tasks-status-notifications": NO_TASKS,
    "tasks-required-task-error": NO_TASKS,
    "tasks-mrtr-composition": NO_TASKS,
    "input-required-result-basic-elicitation": NO_INPUT_REQUIRED,
    "input-required-result-basic-sampling": NO_INPUT_REQUIRED,
    "input-required-result-basic-list-roots": NO_INPUT_REQUIRED,
    "input-required-result-request-state": NO_INPUT_REQUIRED,
    "input-required-result-multiple-input-requests": NO_INPUT_REQUIRED,
    "input-required-result-multi-round": NO_INPUT_REQUIRED,
    "input-required-result-missing-input-response": NO_INPUT_REQUIRED,
    "input-required-result-non-tool-request": NO_INPUT_REQUIRED,
    "input-required-result-result-type": NO_INPUT_REQUIRED,
    "input-required-result-tampered-state": NO_INPUT_REQUIRED,
    "input-required-result-capability-check": NO_INPUT_REQUIRED,
    "input-required-result-ignore-extra-params": NO_INPUT_REQUIRED,
    "input-required-result-validate-input": NO_INPUT_REQUIRED,
}

APPLYING = {name: entry for name, entry in SCENARIOS.items() if isinstance(entry, Applies)}
RUNS = [(version, name) for version in VERSIONS for name, entry in APPLYING.items() if version in entry.versions]

Check = dict[str, str]
Results = dict[tuple[str, str], list[Check]]


def conformance(folder: Path, *words: str) -> str:
    done = run_node(folder, "--import", NODE_20_SHIM, CONFORMANCE, *words)
    assert done.stdout, in_short(done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def results(quiet_daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What the suite found, by version and scenario. Both versions are run whole: Node's start is what takes time."""
    folder = tmp_path_factory.mktemp("conformance")
    for version in VERSIONS:
        conformance(folder, "server", "--url", f"http://localhost:{quiet_daemon.port}/mcp",
                    "--suite", "all", "--spec-version", version, "--output-dir", version)  # fmt: skip
    return {(version, name): _checks(folder / version, name) for version, name in RUNS}


def _checks(folder: Path, scenario: str) -> list[Check]:
    (found,) = folder.glob(f"server-{scenario}-20*/checks.json")
    checks: list[Check] = json.loads(found.read_text())
    return checks


# MCP-03
@pytest.mark.parametrize(("version", "scenario"), RUNS, ids=lambda word: word)
def test_the_server_conforms(results: Results, version: str, scenario: str) -> None:
    checks = results[version, scenario]
    wrong = {check["id"]: check.get("errorMessage") for check in checks if check["status"] in NOT_IN_ORDER}
    unexpected = {name: message for name, message in wrong.items() if name not in APPLYING[scenario].unless}
    assert not unexpected
    assert any(check["status"] == "SUCCESS" for check in checks)
    assert set(APPLYING[scenario].unless) <= set(wrong), "an exception is no longer needed: remove it"


def test_every_scenario_of_the_installed_suite_is_decided_on(tmp_path: Path) -> None:
    listed: dict[str, str] = {}
    for line in conformance(tmp_path, "list", "--server").splitlines():
        bullet, _, scenario = line.strip().partition(" ")
        if bullet == "-":
            name, _, versions = scenario.partition(" ")
            listed[name] = versions
    assert set(listed) == set(SCENARIOS)
    for name, entry in APPLYING.items():
        assert entry.versions == tuple(version for version in VERSIONS if version in listed[name]), name
