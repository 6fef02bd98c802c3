"""Generated scripts, run: a reproduction fails until the bug is mended; a test passes and finds every mutant."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flow_site import MUTANTS, FlowSite, Variant, all_sites
from flows import FLOWS, Flow
from parts import Parts
from runner import Outcome, run_scripts
from tape import Tape

MOCKED = "(mocked)"


@dataclass(frozen=True)
class Results:
    outcomes: dict[tuple[str, str], Outcome]

    def of(self, name: str, *, mocked: bool = False) -> Outcome:
        found = [
            outcome
            for (file, title), outcome in self.outcomes.items()
            if file == f"{name}.spec.js" and title.endswith(MOCKED) == mocked
        ]
        assert len(found) == 1, (name, list(self.outcomes))
        return found[0]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("scripts")
    with all_sites() as sites:
        for name, flow in FLOWS.items():
            asyncio.run(write_scripts(name, flow, sites, folder, tmp_path_factory.mktemp(name)))
        results = Results(run_scripts(folder))
    print(rate(results))
    return results


async def write_scripts(name: str, flow: Flow, sites: dict[Variant, FlowSite], folder: Path, state: Path) -> None:
    """Everything that is to be run for one application."""
    buggy = played(flow, sites["buggy"], state / "buggy", buggy=True)
    for variant in ("buggy", "mended"):
        made = await buggy.ask("get_reproduction_script", base_url=sites[variant].url)
        (folder / f"{name}.reproduction.{variant}.spec.js").write_text(made["script"])
    mended = played(flow, sites["mended"], state / "mended", buggy=False)
    for variant in ("mended", *MUTANTS):
        made = await mended.ask("generate_test", test_name=name, base_url=sites[variant].url)
        (folder / f"{name}.test.{variant}.spec.js").write_text(made["test_script"])
    made = await mended.ask("generate_test", test_name=name, base_url=sites["offline"].url, fixtures=True)
    (folder / f"{name}.test.offline.spec.js").write_text(made["test_script"])
    (folder / "fixtures").mkdir(exist_ok=True)
    (folder / "fixtures" / f"{name}.fixtures.js").write_text(made["fixture_file"])


def played(flow: Flow, site: FlowSite, state: Path, *, buggy: bool) -> Parts:
    """A server that has what the extension would have sent."""
    state.mkdir()
    parts = Parts(state)
    tape = Tape(site.url, flow.path)
    flow.record(tape, buggy)
    streams: dict[str, list[dict[str, Any]]] = {
        "actions": tape.actions,
        "logs": tape.logs,
        "network_bodies": tape.bodies,
        "dom_snapshots": tape.snapshots,
    }
    for stream, events in streams.items():
        if events:
            assert parts.send(stream, *events).received == len(events)
    return parts


def rate(results: Results) -> str:
    good = {
        "reproductions that fail with the bug": [not results.of(f"{name}.reproduction.buggy").passed for name in FLOWS],
        "reproductions that pass when mended": [results.of(f"{name}.reproduction.mended").passed for name in FLOWS],
        "tests that pass on the same application": [results.of(f"{name}.test.mended").passed for name in FLOWS],
        "mutants found": [not results.of(f"{name}.test.{mutant}").passed for name in FLOWS for mutant in MUTANTS],
        "mocked tests that pass without the API": [
            results.of(f"{name}.test.offline", mocked=True).passed for name in FLOWS
        ],
    }
    return "\n".join(f"{what}: {sum(values)} of {len(values)}" for what, values in good.items())


@pytest.mark.parametrize("name", FLOWS)
def test_a_reproduction_fails_with_the_recorded_error(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.reproduction.buggy")
    assert not outcome.passed
    assert FLOWS[name].error in outcome.message


@pytest.mark.parametrize("name", FLOWS)
def test_a_reproduction_passes_on_the_mended_application(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.reproduction.mended")
    assert outcome.passed, outcome.message


@pytest.mark.parametrize("name", FLOWS)
def test_a_generated_test_passes_on_the_same_application(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.test.mended")
    assert outcome.passed, outcome.message


@pytest.mark.parametrize("mutant", MUTANTS)
@pytest.mark.parametrize("name", FLOWS)
def test_a_generated_test_finds_a_change(results: Results, name: str, mutant: Variant) -> None:
    outcome = results.of(f"{name}.test.{mutant}")
    assert not outcome.passed
    assert EXPECTED[mutant] in outcome.message, outcome.message


EXPECTED: dict[Variant, str] = {
    "status": "toBe(expected)",
    "shape": "toEqual(expected)",
    "heading": "toBeVisible",
    "console": "a new problem",
}


@pytest.mark.parametrize("name", FLOWS)
def test_the_mocked_variant_passes_without_the_api(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.test.offline", mocked=True)
    assert outcome.passed, outcome.message
    assert not results.of(f"{name}.test.offline").passed
