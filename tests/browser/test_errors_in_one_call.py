"""A bug in a real, minified application is understood from ONE call: `docs/errors.md` has the table of these."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from daemon import Daemon
from extension_constants import extension_constant
from playwright.sync_api import Page
from state_switch import switch_state

from apps import FOLDER, Apps
from browser import ROOT, Browser

pytestmark = pytest.mark.usefixtures("one_tab")

DOCUMENT = (ROOT / "docs" / "errors.md").read_text()


@dataclass(frozen=True)
class Bug:
    """What the answer must say. `anchor` is code that stands once in the file, at the place of the error."""

    title: str
    app: str
    file: str
    anchor: str
    blamed: str
    """The property that could not be read: the last of its name on that line."""
    function: str
    button: str
    actions: tuple[str, ...]
    path: str
    source: str
    state: dict[str, Any]
    request: tuple[str, str, int]
    words: str
    """How the summary explains it."""
    flags: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        return (FOLDER / self.app / self.file).read_text().split("\n")

    @property
    def line(self) -> int:
        [line] = [number for number, text in enumerate(self.lines, 1) if self.anchor in text]
        return line

    @property
    def row(self) -> str:
        state = ", ".join(f"`{key}={json.dumps(value)}`" for key, value in self.state.items())
        request = f"`{self.request[0]} {self.request[1]}` → {self.request[2]}"
        cells = (self.title, f"`{self.file}:{self.line}`", self.words, self.path or "–", state, request)
        return f"| {' | '.join(cells)} |"


AUTH = {"auth.user": None, "auth.loading": False, "auth.error": "Request failed with status 401"}
CART = {"cart.items": "[Array(1)]", "cart.error": "Request failed with status 500", "loading": False}
SVELTE = {
    "app": "cart-svelte",
    "file": "src/CartRow.svelte",
    "anchor": "cart.set(order.items)",
    "blamed": "items",
    "function": "remove",
    "button": "Remove",
    "actions": ("click", "navigate"),
    "source": "svelte",
    "state": CART,
    "request": ("DELETE", "/status/500", 500),
    "words": "`order` is undefined when reading `items`",
}

BUGS = [
    Bug(
        title="React 19 + Redux Toolkit",
        app="login-react",
        file="src/components/LoginForm.jsx",
        anchor="loggedIn(result.data.user)",
        blamed="user",
        function="handleSubmit",
        button="Log in",
        actions=("submit", "click", "navigate"),
        path="Provider > App > AuthProvider > SessionContext.Provider > LoginPage > LoginForm",
        source="redux",
        state=AUTH,
        request=("POST", "/status/401", 401),
        words="`result.data` is undefined when reading `user`",
    ),
    Bug(
        title="React 19 + Zustand, caught by an error boundary",
        app="cart-react",
        file="src/components/Total.jsx",
        anchor="coupon.percent / 100",
        blamed="percent",
        function="Total",
        button="Apply coupon",
        actions=("click", "navigate"),
        path="App > ErrorBoundary > CartPage > Total",
        source="zustand",
        state={"status": "failed", "coupon": "[undefined]"},
        request=("GET", "/status/500", 500),
        words="`coupon` is undefined when reading `percent`",
    ),
    Bug(
        title="Vue 3 + Pinia",
        app="login-vue",
        file="src/components/LoginForm.vue",
        anchor="auth.user = result.data.user",
        blamed="user",
        function="submit",
        button="Log in",
        actions=("submit", "click", "navigate"),
        path="App > LoginPage > LoginForm",
        source="pinia",
        state=AUTH,
        request=("POST", "/status/401", 401),
        words="`result.data` is undefined when reading `user`",
    ),
    Bug(title="Svelte 5 + stores", path="", **SVELTE),  # type: ignore[arg-type]
    Bug(title="Svelte 5, development build", path="App > CartList > CartRow", flags=("--dev",), **SVELTE),  # type: ignore[arg-type]
]


@pytest.fixture(scope="module", autouse=True)
def state_wanted(browser: Browser) -> Iterator[None]:
    switch_state(browser, on=True)
    yield
    switch_state(browser, on=False)


def break_it(page: Page, bug: Bug, url: str) -> None:
    """Until the browser itself shows the error; frameworks throw it on or log it."""
    page.goto(url)
    page.evaluate(
        """() => {
            window.failed = new Promise((resolve) => {
                window.addEventListener("unhandledrejection", () => resolve(true));
                const log = console.error;
                console.error = (...args) => { log(...args); resolve(true); };
            });
        }"""
    )
    page.get_by_role("button", name=bug.button).click()
    assert page.evaluate("failed")


def snippet(bug: Bug) -> list[dict[str, Any]]:
    around = extension_constant("SNIPPET_CONTEXT_LINES")
    numbers = range(max(1, bug.line - around), min(len(bug.lines), bug.line + around) + 1)
    return [
        {"line": number, "text": bug.lines[number - 1], **({"isError": True} if number == bug.line else {})}
        for number in numbers
    ]


# ERR-05
@pytest.mark.parametrize("maps", ["inline", "external"])
@pytest.mark.parametrize("bug", BUGS, ids=[bug.title for bug in BUGS])
def test_one_call_returns_all_that_is_known_about_a_bug(
    page: Page, captured: Daemon, apps: Apps, bug: Bug, maps: str
) -> None:
    break_it(page, bug, apps.url(bug.app, *bug.flags, f"--maps={maps}"))
    entry, *others = captured.call("observe", what="errors")
    assert [other["type"] for other in others] == ["network"]
    context = entry["_aiContext"]
    place = context["sourceSnippets"][0]
    column = bug.lines[bug.line - 1].rindex(bug.blamed) + 1
    assert (place["file"], place["line"], place["column"]) == (bug.file, bug.line, column)
    assert place["snippet"] == snippet(bug)
    assert place["function"] == bug.function
    assert path_in(context) == bug.path
    assert context["stateSnapshot"]["source"] == bug.source
    assert context["stateSnapshot"]["relevantSlice"] == bug.state
    method, path, status = bug.request
    request = entry["_failedRequest"]
    assert (request["method"], request["status"]) == (method, status)
    assert path in request["url"]
    assert json.loads(request["response"]) == {"error": f"status {status}"}
    assert [action["type"] for action in entry["_actions"]] == list(bug.actions)
    summary = context["summary"]
    assert summary.startswith(f"TypeError in {bug.file}:{bug.line} — {bug.words}, in `")
    assert f"{method} {path} failed with {status} just before." in summary
    assert not bug.path or summary.endswith(f" Component tree: {bug.path}.")
    assert entry["count"] == 1


def path_in(context: dict[str, Any]) -> str:
    components = context.get("componentAncestry", {}).get("components", [])
    return " > ".join(component["name"] for component in components)


@pytest.mark.parametrize("bug", BUGS, ids=[bug.title for bug in BUGS])
def test_the_table_in_the_documents_says_what_is_shown(bug: Bug) -> None:
    assert bug.row in DOCUMENT, f"docs/errors.md lacks this row:\n{bug.row}"
