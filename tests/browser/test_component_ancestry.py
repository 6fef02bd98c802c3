"""Errors of real applications name the components around them: React 16 to 19, Vue 3 and 2, Svelte 5 and 4."""

import json
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from apps import Apps
from browser import Browser

pytestmark = pytest.mark.usefixtures("one_tab")

ANY_BUILD = pytest.mark.parametrize("flags", [[], ["--dev"]], ids=["minified", "development"])


def errors(daemon: Daemon, text: str) -> list[Any]:
    """Exceptions and logged errors that say so, oldest first; failed requests are not of interest here."""
    entries = [entry for entry in reversed(daemon.call("observe", what="errors", full=True)) if said(entry, text)]
    return [entry for entry in entries if entry["type"] != "network"]


def said(entry: Any, text: str) -> bool:
    """In its own words: the source lines beside it may hold those of another."""
    return text in json.dumps([entry.get("message"), entry.get("args")])


def context(entry: Any) -> Any:
    return entry.get("_aiContext", {})


def error(daemon: Daemon, text: str) -> Any:
    return wait_until(lambda: errors(daemon, text), f"an error with {text!r}")[-1]


def located(daemon: Daemon, text: str) -> Any:
    """The error when all is known: a question that is asked while it happens may be answered with less."""

    def entries() -> list[Any]:
        return [entry for entry in errors(daemon, text) if "componentAncestry" in context(entry)]

    wait_until(entries, f"components of {text!r}")
    return entries()[-1]


def path(entry: Any) -> str:
    return " > ".join(each["name"] for each in entry["_aiContext"]["componentAncestry"]["components"])


def component(name: str, props: str = "", state: str = "", *, has_state: bool = False) -> dict[str, Any]:
    described: dict[str, Any] = {"name": name}
    if props:
        described["propKeys"] = props.split()
    if has_state or state:
        described["hasState"] = True
    if state:
        described["stateKeys"] = state.split()
    return described


def click(page: Page, url: str, button: str) -> None:
    page.goto(url)
    page.get_by_role("button", name=button).click()


LOGIN = [
    component("App", "theme locale"),
    component("AuthProvider", has_state=True),
    component("SessionContext.Provider"),
    component("LoginPage", "redirectUrl onSuccess"),
    component("LoginForm", "initialEmail redirectUrl", has_state=True),
]


@ANY_BUILD
@pytest.mark.parametrize("app", ["login-react", "login-react18"])
def test_a_rejection_after_a_failed_request_names_the_form_that_was_sent(
    page: Page, captured: Daemon, apps: Apps, app: str, flags: list[str]
) -> None:
    click(page, apps.url(app, *flags), "Log in")
    ancestry = located(captured, "reading 'user'")["_aiContext"]["componentAncestry"]
    assert ancestry["framework"] == "react"
    # Above them is the Provider of react-redux, in a development build with its context.
    assert ancestry["components"][-5:] == LOGIN
    assert "stateSnapshot" not in context(located(captured, "reading 'user'"))


@ANY_BUILD
@pytest.mark.parametrize("app", ["cart-react", "cart-react18", "cart-react-zustand4"])
def test_an_error_that_a_boundary_caught_names_the_component_that_failed(
    page: Page, captured: Daemon, apps: Apps, app: str, flags: list[str]
) -> None:
    click(page, apps.url(app, *flags), "Apply coupon")
    page.get_by_text("Something went wrong").wait_for()
    located(captured, "reading 'percent'")
    found = errors(captured, "reading 'percent'") + errors(captured, "The above error occurred")
    assert {path(entry) for entry in found} == {"App > ErrorBoundary > CartPage > Total"}
    assert found[-1]["_aiContext"]["componentAncestry"]["components"] == [
        component("App"),
        component("ErrorBoundary", "fallback", "error"),
        component("CartPage", "currency"),
        component("Total", "currency"),
    ]


def test_a_boundary_is_found_behind_thousands_of_components(page: Page, captured: Daemon, apps: Apps) -> None:
    click(page, apps.url("large-react"), "Order")
    page.get_by_role("button", name="Again").wait_for()
    assert path(located(captured, "failed")) == "Provider > Boundary > Fragile"


def test_names_that_a_build_has_shortened_are_given_as_they_are(page: Page, captured: Daemon, apps: Apps) -> None:
    click(page, apps.url("cart-react", "--short-names"), "Apply coupon")
    page.get_by_text("Something went wrong").wait_for()
    boundary = located(captured, "reading 'percent'")["_aiContext"]["componentAncestry"]["components"][-1]
    assert (boundary["propKeys"], boundary["stateKeys"]) == (["fallback"], ["error"])
    assert len(boundary["name"]) <= 3


KINDS = [
    component("App"),
    component("ThemeContext.Provider"),
    component("Boundary", "title", "failure"),
    component("Settings", "user", "open draft"),
    component("Panel", "label user", has_state=True),
    component("Fancy", "kind onPress"),
]


# ERR-11
@ANY_BUILD
@pytest.mark.parametrize("version", [16, 17, 18, 19])
def test_every_kind_of_react_component_has_its_name_and_keys(
    page: Page, captured: Daemon, apps: Apps, version: int, flags: list[str]
) -> None:
    click(page, apps.url(f"kinds-react{version}", *flags), "press")
    assert located(captured, "pressed")["_aiContext"]["componentAncestry"] == {
        "framework": "react",
        "components": KINDS,
    }


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (["kinds-react16"], "App > ThemeContext.Provider > Boundary"),
        (["kinds-react17"], "App > ThemeContext.Provider > Boundary"),
        (["kinds-react18"], "App > ThemeContext.Provider > Boundary > Settings > Panel > Crash"),
        (["kinds-react19"], "App > ThemeContext.Provider > Boundary > Settings > Panel > Crash"),
        (["kinds-react16", "--dev"], "App > Boundary > Settings > Panel > Crash"),
        (["kinds-react17", "--dev"], "App > Boundary > Settings > Panel > Crash"),
        (["kinds-react18", "--dev"], "App > ThemeContext.Provider > Boundary > Settings > Panel > Crash"),
        (["kinds-react19", "--dev"], "App > ThemeContext.Provider > Boundary > Settings > Panel > Crash"),
    ],
)
def test_a_component_that_fails_to_render_is_found_below_its_boundary(
    page: Page, captured: Daemon, apps: Apps, build: list[str], expected: str
) -> None:
    click(page, apps.url(*build), "crash")
    page.get_by_text("Failed").wait_for()
    # React 16 to 18, built for development, throw the error at the window and log where it was.
    told = "above error occurred" if "--dev" in build and build[0] != "kinds-react19" else "render failed"
    assert path(located(captured, told)) == expected


@pytest.mark.own_tab
@ANY_BUILD
@pytest.mark.parametrize("version", [16, 17, 18, 19])
def test_a_component_stack_that_the_page_logs_is_the_path(
    page: Page, captured: Daemon, apps: Apps, version: int, flags: list[str]
) -> None:
    page.add_init_script("window.logsStacks = true")
    click(page, apps.url(f"kinds-react{version}", *flags), "crash")
    page.get_by_text("Failed").wait_for()
    logged = located(captured, "logged by the boundary")
    assert path(logged).endswith("Boundary > Settings > Panel > Crash")


def test_an_old_boundary_is_not_blamed_for_a_new_error(page: Page, captured: Daemon, apps: Apps) -> None:
    click(page, apps.url("kinds-react19"), "crash")
    page.get_by_text("Failed").wait_for()
    assert "Crash" in path(located(captured, "render failed"))
    page.evaluate("document.activeElement.blur(); console.error(new Error('of no component'))")
    assert "componentAncestry" not in context(error(captured, "of no component"))


@ANY_BUILD
def test_vue_components_are_named_whether_the_build_marks_them_or_not(
    page: Page, captured: Daemon, apps: Apps, flags: list[str]
) -> None:
    click(page, apps.url("login-vue", *flags), "Log in")
    ancestry = located(captured, "reading 'user'")["_aiContext"]["componentAncestry"]
    is_dev = bool(flags)
    assert ancestry == {
        "framework": "vue",
        "components": [
            component("App"),
            # What `<script setup>` declares is local to a function in a production build.
            component("LoginPage", "redirect-url", "cart" if is_dev else ""),
            # It failed, not the button in it that was clicked: a development build says so, of others the source does.
            component("LoginForm", "initial-email", "email form auth" if is_dev else ""),
        ],
    }


@pytest.mark.own_tab
@ANY_BUILD
def test_an_error_in_a_vue_handler_names_the_component_that_was_clicked(
    page: Page, captured: Daemon, apps: Apps, flags: list[str]
) -> None:
    page.add_init_script("window.breaksButton = true")
    click(page, apps.url("login-vue", *flags), "Log in")
    assert path(located(captured, "button is broken")) == "App > LoginPage > LoginForm > FancyButton"


@ANY_BUILD
def test_vue_2_components_are_named(page: Page, captured: Daemon, apps: Apps, flags: list[str]) -> None:
    click(page, apps.url("cart-vue2", *flags), "Remove")
    located(captured, "reading 'items'")
    for entry in errors(captured, "reading 'items'"):
        assert entry["_aiContext"]["componentAncestry"] == {
            "framework": "vue",
            "components": [
                component("Root"),
                component("CartPage", "currency", "items coupon"),
                component("CartRow", "item", "removed"),
            ],
        }


@pytest.mark.parametrize("app", ["cart-svelte", "cart-svelte4"])
def test_svelte_components_are_named_in_a_development_build(page: Page, captured: Daemon, apps: Apps, app: str) -> None:
    click(page, apps.url(app, "--dev"), "Remove")
    names = [component(name) for name in ("App", "CartList", "CartRow")]
    assert located(captured, "reading 'items'")["_aiContext"]["componentAncestry"] == {
        "framework": "svelte",
        "components": names,
    }


@pytest.mark.parametrize("app", ["cart-svelte", "cart-svelte4"])
def test_without_a_trace_of_a_framework_nothing_is_made_up(page: Page, captured: Daemon, apps: Apps, app: str) -> None:
    click(page, apps.url(app), "Remove")
    assert "componentAncestry" not in context(error(captured, "reading 'items'"))


# ERR-12
def test_no_value_of_a_property_or_a_state_is_sent(page: Page, captured: Daemon, apps: Apps) -> None:
    click(page, apps.url("kinds-react19"), "press")
    sent = json.dumps(located(captured, "pressed")["_aiContext"]["componentAncestry"])
    assert not [value for value in ("secret draft", "Ada", "Profile", "red", "Settings title") if value in sent]


def test_the_element_in_use_decides_between_two_that_could_be_meant(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(
        site.page(
            "/two",
            """<!doctype html><title>Two</title><input id="focused"><div id="clicked">Click</div><script>
            const fiber = (name) => ({ tag: 0, type: Object.defineProperty(() => {}, "name", { value: name }) });
            focused.__reactFiber$x = fiber("Focused");
            clicked.__reactFiber$x = fiber("Clicked");
            clicked.onmousedown = (event) => event.preventDefault();
            clicked.onclick = () => {
              setTimeout(() => { throw new Error("afterwards"); });
              throw new Error("in the handler");
            };
            </script>""",
        )
    )
    page.locator("#focused").focus()
    page.locator("#clicked").click()
    assert path(located(captured, "in the handler")) == "Clicked"
    assert path(located(captured, "afterwards")) == "Focused"


def test_the_switches_act_in_open_pages(browser: Browser, page: Page, captured: Daemon, apps: Apps) -> None:
    page.goto(apps.url("kinds-react19"))
    page.get_by_role("button", name="press").wait_for()
    options = browser.extension_page("options.html")
    tree = options.get_by_label("Component ancestry")
    number = 0

    def has_ancestry() -> bool:
        nonlocal number
        number += 1
        page.evaluate(
            """(number) => {
                document.querySelector("button").focus();
                console.error(new Error(`number ${number}.`));
            }""",
            number,
        )
        return "componentAncestry" in context(error(captured, f"number {number}."))

    assert has_ancestry()
    tree.uncheck()
    wait_until(lambda: not has_ancestry(), "the switch to act")
    tree.check()
    wait_until(has_ancestry, "the switch to act again")
    browser.set_switch("AI Error Context", on=False)
    try:
        wait_until(lambda: not has_ancestry(), "the master switch to act")
        wait_until(tree.is_disabled, "the switch below it to be disabled")
    finally:
        browser.set_switch("AI Error Context", on=True)
    wait_until(tree.is_enabled, "the switch to be enabled again")
    wait_until(has_ancestry, "the master switch to act again")
