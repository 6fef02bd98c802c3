"""The application's state around an error: off until wanted, then structure, the relevant values, and no secret."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site
from state_switch import switch_state

from apps import Apps
from browser import Browser

pytestmark = pytest.mark.usefixtures("one_tab")

ANY_BUILD = pytest.mark.parametrize("flags", [[], ["--dev"]], ids=["minified", "development"])


@pytest.fixture(scope="module")
def state_wanted(browser: Browser) -> Iterator[None]:
    switch_state(browser, on=True)
    yield
    switch_state(browser, on=False)


def snapshots(daemon: Daemon, text: str) -> list[Any]:
    entries = daemon.call("observe", what="errors", full=True)
    said = [entry for entry in entries if text in json.dumps([entry.get("message"), entry.get("args")])]
    contexts = [entry.get("_aiContext", {}) for entry in said]
    return [context["stateSnapshot"] for context in contexts if "stateSnapshot" in context]


def snapshot(daemon: Daemon, text: str) -> Any:
    return wait_until(lambda: snapshots(daemon, text), f"the state around {text!r}")[0]


def click(page: Page, url: str, button: str) -> None:
    page.goto(url)
    page.get_by_role("button", name=button).click()


AUTH = {"type": "object", "keys": ["user", "token", "loading", "error"]}


# ERR-13
@ANY_BUILD
@pytest.mark.parametrize("app", ["login-react", "login-react18"])
@pytest.mark.usefixtures("state_wanted")
def test_redux_toolkit_is_found_through_its_provider(
    page: Page, captured: Daemon, apps: Apps, app: str, flags: list[str]
) -> None:
    click(page, apps.url(app, *flags), "Log in")
    assert snapshot(captured, "reading 'user'") == {
        "source": "redux",
        "keys": {"auth": AUTH, "cart": {"type": "object", "keys": ["items", "total", "coupon"]}},
        "relevantSlice": {
            "auth.user": None,
            "auth.loading": False,
            "auth.error": "Request failed with status 401",
        },
        "changed": ["auth.loading", "auth.error"],
    }


CART_KEYS = {
    "items": {"type": "array"},
    "coupon": {"type": "undefined"},
    "paymentToken": {"type": "string"},
    "status": {"type": "string"},
    "apply": {"type": "function"},
}


@ANY_BUILD
@pytest.mark.usefixtures("state_wanted")
def test_zustand_is_found_through_the_hooks_of_components_although_they_are_gone(
    page: Page, captured: Daemon, apps: Apps, flags: list[str]
) -> None:
    click(page, apps.url("cart-react", *flags), "Apply coupon")
    assert snapshot(captured, "reading 'percent'") == {
        "source": "zustand",
        "keys": CART_KEYS,
        "relevantSlice": {"status": "failed", "coupon": "[undefined]"},
        "changed": ["coupon", "status"],
    }


@ANY_BUILD
@pytest.mark.usefixtures("state_wanted")
def test_zustand_4_is_found_too_without_its_changes(page: Page, captured: Daemon, apps: Apps, flags: list[str]) -> None:
    click(page, apps.url("cart-react-zustand4", *flags), "Apply coupon")
    assert snapshot(captured, "reading 'percent'") == {
        "source": "zustand",
        "keys": CART_KEYS,
        "relevantSlice": {"status": "failed"},
    }


@ANY_BUILD
@pytest.mark.usefixtures("state_wanted")
def test_pinia_is_found_through_the_application(page: Page, captured: Daemon, apps: Apps, flags: list[str]) -> None:
    click(page, apps.url("login-vue", *flags), "Log in")
    assert snapshot(captured, "reading 'user'") == {
        "source": "pinia",
        "keys": {"cart": {"type": "object", "keys": ["items", "discount"]}, "auth": AUTH},
        "relevantSlice": {
            "auth.user": None,
            "auth.loading": False,
            "auth.error": "Request failed with status 401",
        },
    }


@pytest.mark.parametrize("app", ["cart-svelte", "cart-svelte4"])
@pytest.mark.usefixtures("state_wanted")
def test_svelte_stores_that_the_page_shows_are_read(page: Page, captured: Daemon, apps: Apps, app: str) -> None:
    click(page, apps.url(app), "Remove")
    assert snapshot(captured, "reading 'items'") == {
        "source": "svelte",
        "keys": {"cart": {"type": "object", "keys": ["items", "error", "token"]}, "loading": {"type": "boolean"}},
        "relevantSlice": {
            "cart.items": "[Array(1)]",
            "cart.error": "Request failed with status 500",
            "loading": False,
        },
    }


@pytest.mark.parametrize("version", [16, 17, 18, 19])
@pytest.mark.usefixtures("state_wanted")
def test_without_a_store_the_contexts_around_the_component_are_the_state(
    page: Page, captured: Daemon, apps: Apps, version: int
) -> None:
    click(page, apps.url(f"kinds-react{version}"), "press")
    assert snapshot(captured, "pressed") == {
        "source": "react-context",
        "keys": {"ThemeContext": {"type": "object", "keys": ["dark", "accent"]}},
        "relevantSlice": {},
    }


STORES = """<!doctype html><title>Stores</title><script>
  const make = (state, more) => {
    const listeners = new Set();
    return {
      getState: () => state,
      subscribe: (listener) => { listeners.add(listener); return () => listeners.delete(listener); },
      change: (next) => { state = { ...state, ...next }; listeners.forEach((tell) => tell()); },
      ...more,
    };
  };
  window.getterRuns = 0;
  const session = {
    password: "hunter2", apiKey: "k-1", cardNumber: "4111", sessionError: "x".repeat(1000),
    get loadingState() { window.getterRuns++; return "computed"; },
  };
  window.STORE;
</script>"""


@pytest.mark.parametrize(("method", "source"), [("dispatch", "redux"), ("setState", "zustand")])
@pytest.mark.usefixtures("state_wanted")
def test_a_store_on_the_window_is_recognized_by_its_methods_and_read_without_side_effects(
    page: Page, captured: Daemon, site: Site, method: str, source: str
) -> None:
    html = STORES.replace("window.STORE", f"window.appStore = make({{ session }}, {{ {method}() {{}} }})")
    page.goto(site.page("/stores", html))
    page.evaluate("console.error(new Error('the session is wrong'))")
    found = snapshot(captured, "the session is wrong")
    assert found == {
        "source": source,
        "keys": {
            "session": {
                "type": "object",
                "keys": ["password", "apiKey", "cardNumber", "sessionError", "loadingState"],
            }
        },
        "relevantSlice": {
            "session.password": "[redacted]",
            "session.apiKey": "[redacted]",
            "session.cardNumber": "[redacted]",
            "session.sessionError": "x" * 200,
            "session.loadingState": "[Getter]",
        },
    }
    assert page.evaluate("getterRuns") == 0


# ERR-13
def test_no_state_is_read_unless_the_person_wants_it(
    state_wanted: None, browser: Browser, page: Page, captured: Daemon, site: Site
) -> None:
    html = STORES.replace(
        "window.STORE",
        "window.reads = 0; window.appStore = make({ session }, { dispatch() {} });"
        "const { getState } = appStore; appStore.getState = () => { reads++; return getState(); }",
    )
    number = 0

    def has_state() -> bool:
        nonlocal number
        number += 1
        page.evaluate("(number) => console.error(new Error(`number ${number}.`))", number)
        return bool(snapshots(captured, f"number {number}."))

    switch_state(browser, on=False)
    try:
        page.goto(site.page("/unwanted", html))
        page.evaluate("console.error(new Error('first'))")
        wait_until(lambda: "first" in json.dumps(captured.call("observe", what="logs")), "the error")
        assert (page.evaluate("reads"), snapshots(captured, "first")) == (0, [])
        switch_state(browser, on=True)
        wait_until(has_state, "the switch to act in the open page")
        switch_state(browser, on=False)
        wait_until(lambda: not has_state(), "the switch to act again")
    finally:
        switch_state(browser, on=True)
