"""Source snippets of errors in a real browser: exact with every kind of map, and never in the way of the error."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from extension_constants import extension_constant
from playwright.sync_api import Page
from site_for_tests import Site
from snippets import snippets_of

from browser import ROOT, Browser

pytestmark = pytest.mark.usefixtures("one_tab")

CART = """import { priceOf } from "./price";

export interface Item {
  name: string;
}

export function totalOfCart(items: Item[]): number {
  let total = 0;
  for (const item of items) {
    // One of them has no price.
    total += priceOf(item)!.amount;
  }
  return total;
}
"""
PRICE = """const prices: Record<string, { amount: number }> = { tea: { amount: 4 } };

export function priceOf({ name }: { name: string }) {
  return prices[name];
}
"""
MAIN = """import { totalOfCart } from "./cart";

const checkout = () => console.log(totalOfCart([{ name: "tea" }, { name: "pot" }]));

Object.assign(window, {
  fail: () => setTimeout(checkout),
  report: () => { try { checkout(); } catch (error) { console.error("Checkout failed", error); } },
  reject: () => { Promise.reject(new Error("outer", { cause: new RangeError("inner") })); },
});
"""
ERROR_LINE = 11
CART_LINES = CART.split("\n")
EXACT = {
    "file": "src/cart.ts",
    "line": ERROR_LINE,
    "column": CART_LINES[ERROR_LINE - 1].index("amount") + 1,
    "function": "totalOfCart",
    "snippet": [
        {"line": line, "text": CART_LINES[line - 1], **({"isError": True} if line == ERROR_LINE else {})}
        for line in range(ERROR_LINE - 5, len(CART_LINES) + 1)
    ],
}


@dataclass(frozen=True)
class Build:
    script: str
    map: str


def build(folder: Path, sourcemap: str, first_line: str = "") -> Build:
    """The shop, bundled and minified by esbuild; each source may begin with a line more."""
    (folder / "src").mkdir()
    for name, text in (("cart", CART), ("price", PRICE), ("main", MAIN)):
        (folder / "src" / f"{name}.ts").write_text(first_line + text)
    flags = ["--bundle", "--minify", "--format=iife", f"--sourcemap={sourcemap}", "--log-level=error"]
    out = folder / "dist" / "main.js"
    esbuild = ROOT / "node_modules" / ".bin" / "esbuild"
    subprocess.run([esbuild, folder / "src" / "main.ts", *flags, f"--outfile={out}"], check=True, cwd=folder)
    map_file = out.with_suffix(".js.map")
    return Build(out.read_text(), map_file.read_text() if map_file.exists() else "")


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build(tmp_path_factory.mktemp("linked"), "linked")


@pytest.fixture
def shop() -> Iterator[Site]:
    """A site of its own for each test, so that nothing is in any cache."""
    site = Site()
    site.page("/", '<!doctype html><link rel="icon" href="data:,"><script src="/dist/main.js"></script>')
    yield site
    site.close()


def serve(shop: Site, built: Build, map_address: str = "main.js.map", **headers: str) -> None:
    shop.script("/dist/main.js", built.script.replace("=main.js.map", f"={map_address}"), **headers)
    if built.map:
        shop.page("/dist/main.js.map", built.map, "application/json")


def fail(page: Page, shop: Site) -> None:
    page.goto(shop.url)
    with page.expect_event("pageerror"):
        page.evaluate("fail()")


def errors(daemon: Daemon) -> list[dict[str, Any]]:
    return list(daemon.call("observe", what="errors"))


def the_error(daemon: Daemon) -> dict[str, Any]:
    found = errors(daemon)
    assert len(found) == 1, found
    return found[0]


def first_snippet(daemon: Daemon) -> dict[str, Any]:
    return dict(wait_until(lambda: snippets_of(the_error(daemon)), "the snippets")[0])


@pytest.mark.parametrize("kind", ["inline", "linked", "external"])
def test_one_call_right_after_the_error_has_the_exact_place(
    page: Page, captured: Daemon, shop: Site, tmp_path: Path, kind: str
) -> None:
    serve(shop, build(tmp_path, kind), **({"SourceMap": "main.js.map"} if kind == "external" else {}))
    fail(page, shop)
    entry = the_error(captured)
    snippets = snippets_of(entry)
    assert snippets[0] == EXACT
    assert (snippets[1]["file"], snippets[1]["line"]) == ("src/main.ts", 3)
    assert (entry["type"], entry["errorType"]) == ("exception", "TypeError")


def test_an_indexed_map_is_as_good(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    sections = [{"offset": {"line": 0, "column": 0}, "map": json.loads(linked.map)}]
    serve(shop, Build(linked.script, json.dumps({"version": 3, "sections": sections})))
    fail(page, shop)
    assert first_snippet(captured) == EXACT


def test_an_error_on_the_console_is_looked_up_too(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    serve(shop, linked)
    page.goto(shop.url)
    page.evaluate("report()")
    assert first_snippet(captured) == EXACT


def test_a_rejection_has_its_kind_and_its_causes(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    serve(shop, linked)
    page.goto(shop.url)
    page.evaluate("reject()")
    assert first_snippet(captured)["file"] == "src/main.ts"
    entry = the_error(captured)
    assert entry["errorType"] == "Error"
    assert [(cause["name"], cause["message"]) for cause in entry["_causes"]] == [("RangeError", "inner")]


def lying(built: Build) -> str:
    """Points behind the end of every source."""
    return json.dumps({**json.loads(built.map), "sourcesContent": ["", "", ""]})


# ERR-10
@pytest.mark.parametrize(
    "address",
    [
        pytest.param("gone.map", id="missing"),
        pytest.param("broken.map", id="malformed"),
        pytest.param("lying.map", id="lying"),
        pytest.param("data:application/json;base64,e30_*", id="malformed-inline"),
        pytest.param(f"/bytes/{extension_constant('SOURCE_FILE_BYTES') + 1}", id="huge"),
        pytest.param("/stream/0?times=100000", id="endless"),
        pytest.param("/hang/main.js.map", id="slow"),
        pytest.param("/redirect/dist/main.js.map", id="redirected"),
    ],
)
def test_a_bad_map_takes_nothing_from_the_error(
    page: Page, captured: Daemon, shop: Site, linked: Build, address: str
) -> None:
    serve(shop, linked, address)
    shop.page("/dist/broken.map", "{", "application/json")
    shop.page("/dist/lying.map", lying(linked), "application/json")
    fail(page, shop)
    entry = the_error(captured)
    assert "amount" in entry["message"]
    generated = first_snippet(captured)
    assert generated["isGenerated"] is True
    assert generated["file"] == f"{shop.url}/dist/main.js"
    [line] = [line for line in generated["snippet"] if line.get("isError")]
    assert ".amount" in line["text"] and len(line["text"]) <= extension_constant("SNIPPET_LINE_CHARS")
    assert the_error(captured)["ts"] == entry["ts"]


# ERR-08
def test_an_endless_map_is_not_read_to_its_end(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    serve(shop, linked, "/stream/0?times=100000")
    fail(page, shop)
    wait_until(lambda: "/stream/0?times=100000" in shop.closed, "the worker to let go")


# ERR-07
def test_a_map_of_another_origin_is_not_asked_for(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    other = Site()
    try:
        other.page("/main.js.map", linked.map, "application/json")
        serve(shop, linked, f"{other.url}/main.js.map")
        fail(page, shop)
        assert first_snippet(captured)["isGenerated"] is True
        assert other.requests == []
    finally:
        other.close()


def test_a_script_of_another_origin_is_not_asked_for_again(
    page: Page, captured: Daemon, shop: Site, linked: Build
) -> None:
    other = Site()
    try:
        serve(other, linked)
        shop.page(
            "/", f'<!doctype html><link rel="icon" href="data:,"><script src="{other.url}/dist/main.js"></script>'
        )
        page.goto(shop.url)
        page.evaluate("report()")
        assert snippets_of(the_error(captured)) == []
        assert len(other.requests) == 1
    finally:
        other.close()


def test_after_a_rebuild_and_a_reload_the_new_lines_are_shown(
    page: Page, captured: Daemon, shop: Site, linked: Build, tmp_path: Path
) -> None:
    serve(shop, linked, **{"Cache-Control": "no-cache"})
    fail(page, shop)
    assert first_snippet(captured) == EXACT
    captured.call("clear_browser_logs")
    serve(shop, build(tmp_path, "linked", first_line="// New.\n"), **{"Cache-Control": "no-cache"})
    fail(page, shop)
    assert first_snippet(captured)["line"] == ERROR_LINE + 1


def test_an_inline_script_is_shown_as_it_stands_in_the_page(page: Page, captured: Daemon, shop: Site) -> None:
    html = "<!doctype html>\n<script>\nfunction pay() {\n  return null.price;\n}\nsetTimeout(pay);\n</script>"
    page.goto(shop.page("/inline", html))
    snippet = first_snippet(captured)
    assert (snippet["file"], snippet["line"], snippet["function"]) == (f"{shop.url}/inline", 4, "pay")
    assert {"line": 4, "text": "  return null.price;", "isError": True} in snippet["snippet"]


@pytest.fixture(params=["AI Error Context", "Source code snippets"])
def switched_off(browser: Browser, request: pytest.FixtureRequest) -> Iterator[str]:
    label = str(request.param)
    switch(browser, label, on=False)
    yield label
    switch(browser, label, on=True)


@pytest.mark.usefixtures("switched_off")
def test_what_is_switched_off_reads_no_files(page: Page, captured: Daemon, shop: Site, linked: Build) -> None:
    serve(shop, linked)
    fail(page, shop)
    assert snippets_of(the_error(captured)) == []
    assert [path for _, path, _ in shop.requests] == ["/", "/dist/main.js"]


def switch(browser: Browser, label: str, *, on: bool) -> None:
    if label == "AI Error Context":
        browser.set_switch(label, on=on)
        return
    page = browser.extension_page("options.html")
    page.get_by_label(label).set_checked(on)
    read = "async () => (await chrome.storage.local.get('aiContextSourceSnippets')).aiContextSourceSnippets"
    wait_until(lambda: page.evaluate(read) in (on, None))
    page.close()
