"""How long the recorder of actions holds up a click: the selectors of 300 elements in a page of 2,000."""

import subprocess
from pathlib import Path
from typing import Any

from site_for_tests import Site

from browser import Browser
from row import Must, Row
from spread import median, percentile
from workbench import ROOT, Workbench

SOURCE = ROOT / "extension" / "src" / "actions" / "selectors"
CLICKS = 300
# A shop: rows with equal buttons, links of different names, labeled fields, generated classes.
ROWS = "".join(
    f"""<tr class="css-{at}x7"><td><a href="/p/{at}">Product number {at}</a></td><td><label for="n{at}">Count</label>
    <input id="n{at}" type="number"></td><td><span class="price">{at}.00</span></td>
    <td><button class="sc-a1b2c remove"><span>Remove</span></button></td></tr>"""
    for at in range(200)
)
PAGE = f"<!doctype html><title>bench</title><main><h1>Cart</h1><table><tbody>{ROWS}</tbody></table></main>"
# Only then is the page's clock exact to 5 µs.
HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
MEASURE = """(count) => {
    const all = [...document.querySelectorAll("a,button,input,.price")];
    const { selectorsOf, cssPath } = gasolineSelectors;
    const time = (run, element) => {
        const start = performance.now();
        run(element);
        return (performance.now() - start) * 1000;
    };
    const some = Array.from({ length: count }, (_, at) => all[(at * 97) % all.length]);
    for (const run of [selectorsOf, cssPath]) for (const element of some.slice(0, 50)) run(element, true);
    return {
        elements: document.querySelectorAll("*").length,
        selectors: some.map((element) => time((each) => selectorsOf(each, true), element)),
        path: some.map((element) => time(cssPath, element)),
    };
}"""


def run(bench: Workbench) -> list[Row]:
    script = _bundle(bench.folder)
    site = Site()
    browser = Browser(bench.playwright, bench.folder / "actions", None)
    try:
        page = browser.open(site.page("/", PAGE, **HEADERS))
        page.evaluate(script)
        found = page.evaluate(MEASURE, CLICKS)
    finally:
        browser.close()
        site.close()
    assert 1_900 < found["elements"] < 2_500, found["elements"]
    return [
        _row("time in a click's listener: all six selectors", found["selectors"], 1_000),
        _row("of which the CSS path", found["path"], 500),
    ]


def _row(what: str, took: list[float], must_us: float) -> Row:
    ours = f"p50 {median(took):.0f} µs, p95 {percentile(took, 0.95):.0f} µs (n={len(took)})"
    must: Any = Must(must_us, "µs p95", tolerance=0.10, counts=False)
    return Row(what, ours, must=must, value=percentile(took, 0.95))


def _bundle(folder: Path) -> str:
    entry = folder / "selectors.ts"
    entry.write_text(
        f'export {{ selectorsOf }} from "{SOURCE}/selectorsOf.ts";\nexport {{ cssPath }} from "{SOURCE}/cssPath.ts";\n'
    )
    esbuild = ["npx", "--no-install", "esbuild", str(entry), "--bundle", "--minify", "--global-name=gasolineSelectors"]
    return subprocess.run(esbuild, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout + ";0"
