"""execute_javascript in real pages: values, errors, deadlines, policies, frames."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from daemon import Daemon, wait_until
from pilot import fail, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

pytestmark = pytest.mark.usefixtures("pilot_stays_on")

SHORT_MS = 300
HTML = """<!doctype html><title>Pilot</title><h1>Shop</h1><script>
    window.cart = { items: [{ name: "shoe", price: 5 }], total() { return 5; } };
    window.loopForever = () => { for (;;); };
</script>"""


@pytest.fixture
def page(browser: Browser, site: Site, pilot: Daemon) -> Page:
    page = browser.open(site.page("/pilot", HTML))
    page.bring_to_front()
    return page


@pytest.fixture
def shared_page(one_tab: Page, site: Site, pilot: Daemon) -> Page:
    """For tables of scripts that leave nothing behind: a new tab costs more than a load."""
    one_tab.goto(site.page("/pilot", HTML))
    one_tab.bring_to_front()
    return one_tab


def run(daemon: Daemon, script: str, **more: Any) -> Any:
    return succeed(daemon, "interact", action="execute", script=script, **more)["result"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("execute_javascript", {}), ("interact", {"action": "execute"}), ("configure", {"action": "execute"})],
)
@pytest.mark.usefixtures("shared_page")
def test_one_and_one_are_two_under_every_address(pilot: Daemon, tool: str, arguments: Any) -> None:
    assert succeed(pilot, tool, script="1 + 1", **arguments) == {"success": True, "result": 2}


# PILOT-06
@pytest.mark.parametrize(
    ("script", "result"),
    [
        ("document.title", "Pilot"),
        ("cart.items[0]", {"name": "shoe", "price": 5}),
        ("{ a: 1 }", {"a": 1}),
        ("({ a: 1 });", {"a": 1}),
        ("const x = 20; return x + 1", 21),
        ("const x = 20; x + 2", 22),
        ("if (cart.total() > 4) { return 'much' } 'little'", "much"),
        ("await Promise.resolve(3)", 3),
        ("const r = await fetch('/echo', { method: 'POST', body: 'hi' }); return r.text()", "hi"),
        ("Promise.resolve({ deep: [1] })", {"deep": [1]}),
        ("undefined", None),
        ("null // a comment", None),
        ("// a comment\n2 * 3\n", 6),
        ("let a = {}; a.self = a; return a", {"self": "[Circular]"}),
        ("10n ** 20n", "100000000000000000000n"),
        ("() => 1", "[Function (anonymous)]"),
        ("[undefined, NaN, Symbol('s')]", ["[undefined]", "NaN", "Symbol(s)"]),
        ("this === window && arguments.length", 0),
        ("'use strict'; this === undefined", True),
        ("typeof gasolineRunner + typeof guard", "undefinedundefined"),
        ("({ get lazy() { return [1] } })", {"lazy": [1]}),
        ("({ get lazy() { throw new Error('no') } })", {"lazy": "[Throws: no]"}),
    ],
)
@pytest.mark.usefixtures("shared_page")
def test_a_script_returns_its_value(pilot: Daemon, script: str, result: Any) -> None:
    assert run(pilot, script) == result


def test_a_long_result_is_truncated_and_says_so(page: Page, pilot: Daemon) -> None:
    shown = run(pilot, "Array.from({ length: 100000 }, (_, i) => i)")
    assert shown[:3] == [0, 1, 2]
    assert "items]" in shown[-1]


def test_what_is_thrown_comes_with_its_message_and_the_scripts_own_stack(page: Page, pilot: Daemon) -> None:
    script = "function inner() {\n  throw new Error('test')\n}\ninner()"
    failure = fail(pilot, "execute_javascript", script=script)
    assert failure["success"] is False
    assert failure["error"] == "Error: test"
    lines = failure["stack"].split("\n")
    assert lines[0] == "Error: test"
    assert "inner (script:2:9)" in lines[1]
    assert "script:4:1" in lines[2]
    assert len(lines) == 3
    assert failure["hint"]


def test_an_error_as_a_result_has_the_scripts_own_stack_too(page: Page, pilot: Daemon) -> None:
    shown = run(pilot, "[1,\n  new Error('kept')]")[1]
    assert shown["stack"].split("\n") == ["Error: kept", "    at eval (script:2:3)"]


def test_what_an_earlier_script_left_is_named_in_the_stack(page: Page, pilot: Daemon) -> None:
    run(pilot, "window.left = () => {\n\n  throw new Error('left') }; 0")
    lines = fail(pilot, "execute_javascript", script="const a = 1\nleft()")["stack"].split("\n")
    assert lines[1:] == ["    at window.left (earlier script:3)", "    at eval (script:2:1)"]


def test_a_thrown_value_that_is_not_an_error_is_shown(page: Page, pilot: Daemon) -> None:
    assert fail(pilot, "execute_javascript", script="throw { code: 7 }")["error"] == '{"code":7}'


def test_a_rejection_after_an_await_is_a_failure(page: Page, pilot: Daemon) -> None:
    failure = fail(pilot, "execute_javascript", script="await null;\nawait Promise.reject(new TypeError('later'))")
    assert failure["error"] == "TypeError: later"
    assert "gasoline" not in failure["stack"]


def test_a_syntax_error_names_line_and_column_and_runs_nothing(page: Page, pilot: Daemon) -> None:
    failure = fail(pilot, "execute_javascript", script="window.ran = 1;\nconst = 2")
    assert "(line 2, column 7)" in failure["error"]
    assert run(pilot, "typeof window.ran") == "undefined"


# PILOT-08
@pytest.mark.parametrize(
    "script",
    [
        "while(true){}",
        "for (;;);",
        "do ; while (true)",
        "outer: for (;;) { for (;;) continue outer }",
        "while (true) await 0",
        "const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(60)",
        "for (;;) { try { for (;;); } catch {} }",
        "function f() { return Promise.resolve().then(f) } await f()",
        "await new Promise(() => {})",
        "try { while (true); } catch { return 'caught' }",
        "[...(function* () { while (true) yield 1 })()].length",
        "class A { static { while (true); } }",
        "await fetch('/hang')",
        "function f() { try { f() } finally { f() } } f()",
        "function f() { try { f() } catch { f() } } f()",
        "new Proxy({}, { ownKeys() { for (;;); } })",
    ],
)
def test_what_does_not_end_is_ended_and_the_page_lives(page: Page, pilot: Daemon, script: str) -> None:
    page.evaluate("cart.total = () => 7")
    failure = fail(pilot, "execute_javascript", script=script, timeout_ms=SHORT_MS)
    assert failure["success"] is False
    assert f"timed out after {SHORT_MS} ms" in failure["error"]
    assert run(pilot, "cart.total()") == 7, "the page was loaded again"


def test_recursion_without_an_end_is_the_engines_own_error(page: Page, pilot: Daemon) -> None:
    failure = fail(pilot, "execute_javascript", script="(function f() { f() })()")
    assert "Maximum call stack" in failure["error"]
    assert run(pilot, "1") == 1


def test_timers_that_a_script_leaves_behind_keep_running(page: Page, pilot: Daemon) -> None:
    run(pilot, "let n = 0; window.tick = () => { for (let i = 0; i < 9; i++) n++; return n }; 0", timeout_ms=SHORT_MS)
    page.wait_for_function(f"performance.now() > {page.evaluate('performance.now()')} + {2 * SHORT_MS}")
    assert page.evaluate("tick()") == 9


def test_a_page_that_hangs_all_the_same_is_loaded_again(page: Page, pilot: Daemon) -> None:
    run(pilot, "window.old = true")
    failure = fail(pilot, "execute_javascript", script="loopForever()", timeout_ms=SHORT_MS)
    assert "timed out" in failure["error"]
    assert "reloaded" in failure["hint"]
    wait_until(lambda: pilot.call("observe", what="page").get("title") == "Pilot", "the page to be back")
    assert run(pilot, "[document.title, typeof window.old]") == ["Pilot", "undefined"]


def test_a_script_in_a_frame_runs_there(browser: Browser, site: Site, pilot: Daemon) -> None:
    site.page("/inner", "<!doctype html><title>Inner</title><script>window.here = 'inner'</script>")
    site.page("/outer", "<!doctype html><title>Outer</title><iframe></iframe><iframe id=two src='/inner'></iframe>")
    browser.open(f"{site.url}/outer").bring_to_front()
    assert run(pilot, "[document.title, window.here]", frame="#two") == ["Inner", "inner"]
    assert fail(pilot, "execute_javascript", script="1", frame="7")["error"] == "frame_not_found"


def test_a_script_can_be_sent_to_a_tab_that_is_not_active(page: Page, browser: Browser, pilot: Daemon) -> None:
    tab = pilot.call("observe", what="tabs")[0]
    browser.context.new_page().bring_to_front()
    assert run(pilot, "document.title", tab_id=tab["tabId"]) == "Pilot"


def test_a_page_that_navigates_away_is_distinguished_from_a_script_that_fails(
    page: Page, site: Site, pilot: Daemon
) -> None:
    script = "location.href = '/next'; await new Promise(() => {})"
    site.page("/next", "<!doctype html><title>Next</title>")
    failure = fail(pilot, "execute_javascript", script=script)
    assert "left while the script was running" in failure["error"]
    page.wait_for_url("**/next")


POLICIES = {
    "csp": {"Content-Security-Policy": "default-src 'self'"},
    "trusted types": {"Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types 'none'"},
}


# PILOT-13
@pytest.mark.parametrize("policy", POLICIES)
def test_where_a_policy_forbids_it_the_answer_says_which_setting_helps(
    browser: Browser, site: Site, pilot: Daemon, policy: str
) -> None:
    browser.open(site.page("/strict", "<!doctype html><title>Strict</title>", **POLICIES[policy])).bring_to_front()
    failure = fail(pilot, "execute_javascript", script="1 + 1")
    assert failure["success"] is False
    assert "Content Security Policy" in failure["error"]
    assert "Allow User Scripts" in failure["hint"]


def test_with_user_scripts_allowed_every_policy_lets_scripts_run(
    user_scripts: Browser, site: Site, daemon: Daemon
) -> None:
    for policy in POLICIES.values():
        page = user_scripts.open(site.page("/strict", "<!doctype html><title>Strict</title>", **policy))
        page.bring_to_front()
        assert run(daemon, "await null; document.title") == "Strict"
        failure = fail(daemon, "execute_javascript", script="const a = 1;\nthrow new Error('x')")
        assert failure["stack"].split("\n")[1].endswith("script:2:7")
        failure = fail(daemon, "execute_javascript", script="while (true);", timeout_ms=SHORT_MS)
        assert "timed out" in failure["error"]
        page.close()


def test_two_clients_at_once_get_their_own_results(page: Page, pilot: Daemon) -> None:
    def ask(number: int) -> Any:
        return run(pilot, f"await new Promise((done) => setTimeout(done, {number % 3})); return {number}")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(24))) == list(range(24))


def test_a_script_over_the_limit_is_refused(page: Page, pilot: Daemon) -> None:
    failure = fail(pilot, "execute_javascript", script=" " * 65_536 + "1")
    assert failure["error"] == "invalid_argument"
