"""Generated scripts, run: a reproduction fails until the bug is fixed; a test passes and finds every mutant."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from flow_site import MUTANTS, FlowSite, Variant, all_sites
from flows import A_MOMENT_MS, FLOWS, SILENT_FLOWS, Flow
from playwright.sync_api import Playwright
from runner import Outcome, run_scripts

from browser import Browser

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
def scripts(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with all generated scripts, in one folder for each run, while the applications run."""
    folder = tmp_path_factory.mktemp("scripts")
    errors, silent = folder / "errors", folder / "silent"
    errors.mkdir()
    silent.mkdir()
    daemon = Daemon(tmp_path_factory.mktemp("daemon"))
    browser = Browser(playwright, tmp_path_factory.mktemp("profile"))
    browser.connect(daemon)
    browser.set_switch("Capture Network Bodies", on=True)
    with all_sites() as sites:
        for name, flow in FLOWS.items():
            write_reproductions(name, flow, sites, errors, Recorder(browser, daemon))
            write_tests(name, flow, sites, errors, Recorder(browser, daemon), variants=("fixed", *MUTANTS))
        for name, flow in SILENT_FLOWS.items():
            write_tests(name, flow, sites, silent, Recorder(browser, daemon), variants=("fixed", "buggy"))
        browser.close()
        daemon.stop()
        yield folder


@pytest.fixture(scope="module")
def results(scripts: Path) -> Results:
    results = Results(run_scripts(scripts / "errors"))
    print(rate(results))
    return results


@pytest.fixture(scope="module")
def silent_results(scripts: Path) -> Results:
    return Results(run_scripts(scripts / "silent"))


@dataclass(frozen=True)
class Recorder:
    """The extension and the server, while a person uses an application."""

    browser: Browser
    daemon: Daemon

    def record(self, flow: Flow, site: FlowSite) -> None:
        self.daemon.call("clear_browser_logs")
        calls_before = site.api_calls
        page = self.browser.open(site.url + flow.path)
        wait_until(lambda: self.count("dom_snapshots"), "a picture of the page")
        if site.variant == "fixed":
            page.wait_for_timeout(A_MOMENT_MS)
        flow.drive(page)
        if site.variant == "buggy":
            wait_until(lambda: flow.error in json.dumps(self.daemon.call("get_browser_errors")), flow.error)
        else:
            flow.wait_for_the_end(page)
            wait_until(lambda: self.count("network_bodies") == site.api_calls - calls_before, "all requests")
            page.wait_for_timeout(A_MOMENT_MS)
            self.daemon.call("get_enhanced_actions")
        page.close()

    def count(self, buffer: str) -> int:
        return int(self.daemon.call("get_health")["buffers"][buffer]["count"])


def write_reproductions(
    name: str, flow: Flow, sites: dict[Variant, FlowSite], folder: Path, recorder: Recorder
) -> None:
    recorder.record(flow, sites["buggy"])
    variants: tuple[Variant, ...] = ("buggy", "fixed")
    for variant in variants:
        made = recorder.daemon.call("get_reproduction_script", base_url=sites[variant].url)
        (folder / f"{name}.reproduction.{variant}.spec.js").write_text(made["script"])


def write_tests(
    name: str,
    flow: Flow,
    sites: dict[Variant, FlowSite],
    folder: Path,
    recorder: Recorder,
    *,
    variants: tuple[Variant, ...],
) -> None:
    recorder.record(flow, sites["fixed"])
    for variant in variants:
        made = recorder.daemon.call("generate_test", test_name=name, base_url=sites[variant].url)
        (folder / f"{name}.test.{variant}.spec.js").write_text(made["test_script"])
    made = recorder.daemon.call("generate_test", test_name=name, base_url=sites["offline"].url, fixtures=True)
    (folder / f"{name}.test.offline.spec.js").write_text(made["test_script"])
    (folder / "fixtures").mkdir(exist_ok=True)
    (folder / "fixtures" / f"{name}.fixtures.js").write_text(made["fixture_file"])


def rate(results: Results) -> str:
    good = {
        "reproductions that fail with the bug": [not results.of(f"{name}.reproduction.buggy").passed for name in FLOWS],
        "reproductions that pass when fixed": [results.of(f"{name}.reproduction.fixed").passed for name in FLOWS],
        "tests that pass on the same application": [results.of(f"{name}.test.fixed").passed for name in FLOWS],
        "mutants found": [not results.of(f"{name}.test.{mutant}").passed for name in FLOWS for mutant in MUTANTS],
        "mocked tests that pass without the API": [
            results.of(f"{name}.test.offline", mocked=True).passed for name in FLOWS
        ],
    }
    return "\n".join(f"{what}: {sum(values)} of {len(values)}" for what, values in good.items())


@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_is_recorded_as_a_test_that_knows_the_page(scripts: Path, name: str) -> None:
    """First of all: recording and running take long enough to be two tests."""
    assert "// low: text" in (scripts / "errors" / f"{name}.test.fixed.spec.js").read_text()


# SCR-02
@pytest.mark.parametrize("name", FLOWS)
def test_a_reproduction_fails_with_the_recorded_error(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.reproduction.buggy")
    assert not outcome.passed
    # As the collector noted it: the error's words alone are in the code that the message shows, too.
    assert re.search(rf'"(?:exception|console|request): [^"\n]*{re.escape(FLOWS[name].error)}', outcome.message)


# SCR-02
@pytest.mark.parametrize("name", FLOWS)
def test_a_reproduction_passes_on_the_fixed_application(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.reproduction.fixed")
    assert outcome.passed, outcome.message


# SCR-01
@pytest.mark.parametrize("name", FLOWS)
def test_a_generated_test_passes_on_the_same_application(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.test.fixed")
    assert outcome.passed, outcome.message


# SCR-13
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


# SCR-11
@pytest.mark.parametrize("name", FLOWS)
def test_the_mocked_variant_passes_without_the_api(results: Results, name: str) -> None:
    outcome = results.of(f"{name}.test.offline", mocked=True)
    assert outcome.passed, outcome.message


# SCR-20, SCR-22, SCR-23
@pytest.mark.parametrize("name", SILENT_FLOWS)
def test_a_test_recorded_on_the_fix_fails_on_a_bug_that_brings_no_error(silent_results: Results, name: str) -> None:
    assert silent_results.of(f"{name}.test.fixed").passed, silent_results.of(f"{name}.test.fixed").message
    outcome = silent_results.of(f"{name}.test.buggy")
    assert not outcome.passed
    assert "toBeVisible" in outcome.message, outcome.message


# SCR-11, SCR-20
@pytest.mark.parametrize("name", SILENT_FLOWS)
def test_a_mocked_test_answers_each_query_by_its_own_response(silent_results: Results, name: str) -> None:
    outcome = silent_results.of(f"{name}.test.offline", mocked=True)
    assert outcome.passed, outcome.message


def asserted(script: Path) -> list[str]:
    """Texts, those of the last step twice if it sent a request."""
    return re.findall(r"getByText\((.*)\)\)\.toBeVisible", script.read_text())


# SCR-23
def test_texts_that_steps_made_appear_are_asserted(scripts: Path) -> None:
    texts = {
        name: [*dict.fromkeys(asserted(scripts / folder / f"{name}.test.fixed.spec.js"))]
        for folder, names in (("errors", ("form", "frame")), ("silent", SILENT_FLOWS))
        for name in names
    }
    number = r"\\d+(?:[.,:]\\d+)*"
    assert texts == {
        "form": [rf"new RegExp('^\\s*Thank\\s+you\\s+for\\s+black\\s+tea,\\s+order\\s+{number}\\s*$')"],
        "frame": [rf"new RegExp('^\\s*Paid\\s+{number}\\s*$')"],
        "search": ["'1 found', { exact: true }", "'Red bush', { exact: true }"],
        "rename": ["'Black Forest', { exact: true }", "'All changes saved', { exact: true }"],
    }
