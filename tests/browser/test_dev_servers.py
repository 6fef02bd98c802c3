"""Real development servers with hot updates: exact positions, nothing lost, and overlays as without the extension."""

from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from dev_server import DevServer, Project
from playwright.sync_api import Page
from snippets import snippets_of

from browser import Browser


def vite(framework: str, component: str) -> Project:
    return Project(f"vite-{framework}", f"src/{component}", "vite/bin/vite.js", ready="ready in")


def webpack(devtool: str) -> Project:
    return Project(
        "webpack", "src/cart.js", "webpack-cli/bin/cli.js", "compiled successfully", ("serve",), {"DEVTOOL": devtool}
    )


PROJECTS = {
    "vite-react": vite("react", "Cart.jsx"),
    "vite-vue": vite("vue", "Cart.vue"),
    "vite-svelte": vite("svelte", "Cart.svelte"),
    "webpack-eval": webpack("eval"),
    "webpack-eval-source-map": webpack("eval-source-map"),
    "webpack-cheap-module-source-map": webpack("cheap-module-source-map"),
    "next-turbopack": Project("next", "app/page.jsx", "next/dist/bin/next", "Ready in", ("dev",)),
}
BUNDLERS = {"vite": "vite", "webpack": "webpack", "next": "turbopack"}
# What each server's own script in the page logs when it is connected.
GREETINGS = {
    "vite": "[vite] connected.",
    "webpack": "[HMR] Waiting for update signal from WDS...",
    "next": "[HMR] connected",
}
OVERLAYS = {
    "vite": "document.querySelector('vite-error-overlay')?.shadowRoot.textContent",
    "next": "document.querySelector('nextjs-portal')?.shadowRoot.querySelector('[data-nextjs-dialog]')?.textContent",
    "webpack": "document.querySelector('#webpack-dev-server-client-overlay')?.contentDocument.body.innerText",
}
FIRST_COMPILE_MS = 60_000


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevServer]:
    server = DevServer(PROJECTS[request.param], tmp_path_factory.mktemp("project") / request.param)
    yield server
    server.stop()


def with_servers(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("server", names, indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """vite, webpack or next."""
    return str(request.node.callspec.params["server"]).split("-")[0]


@pytest.fixture
def bare(bare_browser: Browser) -> Iterator[Page]:
    """A page without the extension."""
    page = bare_browser.context.new_page()
    yield page
    page.close()


def wait_for_version(page: Page, server: DevServer) -> None:
    page.locator("button", has_text=f"Pay, version {server.version}").wait_for()


def open_page(page: Page, server: DevServer) -> None:
    page.goto(server.url, timeout=FIRST_COMPILE_MS)
    wait_for_version(page, server)


def fail(page: Page, label: str = "Pay, version") -> None:
    with page.expect_event("pageerror"):
        # Not by the mouse: an overlay may cover it.
        page.locator("button", has_text=label).dispatch_event("click")


def exceptions(daemon: Daemon) -> list[dict[str, Any]]:
    """Oldest first."""
    errors = daemon.call("observe", what="errors")
    return [error for error in reversed(errors) if error["type"] == "exception"]


def with_snippets(daemon: Daemon, count: int) -> list[dict[str, Any]]:
    def complete() -> list[dict[str, Any]] | None:
        found = exceptions(daemon)
        return found if len(found) == count and all(snippets_of(error) for error in found) else None

    return list(wait_until(complete, f"{count} exceptions with their source"))


def steps_in(snippet: dict[str, Any]) -> int:
    """How many lines the version has more than the first one."""
    return sum("console.debug" in line["text"] for line in snippet["snippet"])


def failing_text(snippet: dict[str, Any]) -> str:
    return str(next(line["text"] for line in snippet["snippet"] if line.get("isError")))


# ERR-22
@with_servers(*PROJECTS)
def test_errors_before_and_after_a_hot_update_have_the_lines_of_their_version(
    page: Page, captured: Daemon, server: DevServer, kind: str
) -> None:
    open_page(page, server)
    assert captured.call("observe", what="errors") == []
    fail(page)
    [before] = with_snippets(captured, 1)
    old_line = server.failing_line
    server.publish()
    wait_for_version(page, server)
    fail(page)
    errors = with_snippets(captured, 2)
    old, new = (snippets_of(error)[0] for error in errors)

    assert old == snippets_of(before)[0]
    for snippet, line, version in ((old, old_line, server.version - 1), (new, server.failing_line, server.version)):
        assert snippet["file"].endswith(server.project.component)
        assert ".price.amount" in failing_text(snippet)
        assert steps_in(snippet) == version - 1
        # `devtool: "eval"` has no source map: the lines are those of the code that webpack generated.
        assert snippet["line"] == line or server.project == PROJECTS["webpack-eval"]

    timeline = captured.call("observe", what="timeline")["timeline"]
    marks = [entry for entry in timeline if entry["kind"] == "hot_update" or entry.get("type") == "exception"]
    assert [entry["kind"] for entry in marks] == ["console", "hot_update", "console"]
    assert marks[1]["bundler"] == BUNDLERS[kind]
    assert [GREETINGS[kind]] in [entry.get("args") for entry in captured.call("observe", what="logs")]


# CON-10
@with_servers("vite-react", "vite-vue", "vite-svelte", "webpack-eval-source-map", "next-turbopack")
def test_calls_right_after_a_hot_update_name_the_lines_of_the_new_version(
    page: Page, captured: Daemon, server: DevServer, kind: str
) -> None:
    open_page(page, server)
    # After its second update, Next.js logs so much that no stack of the page is read for a while.
    for _ in range(1 if kind == "next" else 2):
        server.publish()
        wait_for_version(page, server)
        fail(page)

        def called_from(step_lines: list[int] = server.step_lines) -> bool:
            logs = captured.call("observe", what="logs")
            steps = [entry for entry in logs if entry.get("args") == ["step"]][: len(step_lines)]
            places = [entry["calledFrom"][0] for entry in steps if entry.get("calledFrom")]
            return sorted(place["line"] for place in places) == step_lines and all(
                place["file"].endswith(server.component.name) for place in places
            )

        wait_until(called_from, f"calls from lines {server.step_lines}")


@with_servers("webpack-eval-source-map")
def test_a_module_that_no_hot_update_replaced_keeps_its_lines(page: Page, captured: Daemon, server: DevServer) -> None:
    open_page(page, server)
    server.publish()
    wait_for_version(page, server)
    fail(page, "Refund")
    [error] = with_snippets(captured, 1)
    snippet = snippets_of(error)[0]
    assert (snippet["file"], snippet["line"]) == ("src/refund.js", 6)


@with_servers("webpack-cheap-module-source-map")
def test_a_bundle_whose_map_was_read_before_it_was_rebuilt_keeps_its_lines(
    page: Page, captured: Daemon, server: DevServer
) -> None:
    open_page(page, server)
    fail(page)
    with_snippets(captured, 1)
    server.publish()
    wait_for_version(page, server)
    fail(page, "Refund")
    snippet = snippets_of(with_snippets(captured, 2)[1])[0]
    assert (snippet["file"], snippet["line"]) == ("src/refund.js", 6)


@with_servers("vite-react", "webpack-eval-source-map", "next-turbopack")
def test_an_error_right_before_a_reload_is_captured_and_the_reload_is_in_the_timeline(
    page: Page, captured: Daemon, server: DevServer
) -> None:
    open_page(page, server)
    with page.expect_navigation():
        page.evaluate("() => { document.querySelector('button').click(); location.reload(); }")
    wait_for_version(page, server)
    fail(page)
    wait_until(lambda: [error["count"] for error in exceptions(captured)] == [2], "both exceptions")
    timeline = captured.call("observe", what="timeline")["timeline"]
    happened = [entry.get("trigger") or entry["type"] for entry in timeline if entry["kind"] != "network"]
    assert [each for each in happened if each != "click"] == ["load", "exception", "reload", "exception"]


@with_servers("vite-react", "webpack-eval-source-map", "next-turbopack")
def test_a_syntax_error_has_the_same_overlay_as_without_the_extension_and_capture_continues(
    page: Page, captured: Daemon, server: DevServer, kind: str, bare: Page
) -> None:
    for each in (page, bare):
        open_page(each, server)
    server.break_syntax()
    overlay, expected = (each.wait_for_function(OVERLAYS[kind]).json_value() for each in (page, bare))
    assert overlay == expected
    assert server.component.name in overlay
    fail(page)
    wait_until(lambda: len(exceptions(captured)) == 1, "the exception behind the overlay")
    server.publish()
    wait_for_version(page, server)
    page.wait_for_function(f"!{OVERLAYS[kind]}")
    fail(page)
    wait_until(lambda: len(exceptions(captured)) == 2, "the exception after the fix")
    newest = wait_until(lambda: snippets_of(exceptions(captured)[-1]), "the source of the newest exception")[0]
    assert newest["line"] == server.failing_line


@with_servers("webpack-eval-source-map")
def test_the_overlay_of_an_exception_is_the_same_as_without_the_extension(
    page: Page, captured: Daemon, server: DevServer, kind: str, bare: Page
) -> None:
    for each in (page, bare):
        open_page(each, server)
        fail(each)
    overlay, expected = (each.wait_for_function(OVERLAYS[kind]).json_value() for each in (page, bare))
    assert overlay == expected
    assert server.component.name in overlay
