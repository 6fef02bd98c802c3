"""The accessibility audit in a real page: its findings and fixes, and that page behavior is unchanged."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from daemon import Daemon
from playwright.sync_api import Page
from sarif_schema import check_sarif
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

SIGNUP = """<!doctype html><html lang="en"><title>Sign up</title><link rel="icon" href="data:,"><main><h1>Sign up</h1>
<img class="hero" src="data:,"><p id="pale" style="color: #999; background: #fff">Email address</p>
<form><input type="password" name="pw" value="hunter2"></form></main>"""
STRICT = {
    "Content-Security-Policy": "default-src 'self'; style-src 'unsafe-inline'; img-src data:; "
    "require-trusted-types-for 'script'; trusted-types 'none'; report-uri /status/204"
}


def audit(daemon: Daemon, **params: Any) -> Any:
    return daemon.call("run_accessibility_audit", **params)


def violation(report: Any, rule: str) -> Any:
    return next(found for found in report["violations"] if found["id"] == rule)


def failure(daemon: Daemon, **params: Any) -> Any:
    reply = daemon.reply("analyze", what="accessibility", **params)
    assert reply["isError"], reply
    return json.loads(reply["content"][0]["text"])


# A11Y-01
def test_a_report_has_the_documented_shape(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/signup", SIGNUP))
    report = audit(captured)
    assert set(report) == {"url", "timestamp", "summary", "violations"}
    assert report["url"] == f"{site.url}/signup"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", report["timestamp"])
    assert set(report["summary"]) == {"violations", "passes", "incomplete", "inapplicable"}
    assert report["summary"]["violations"] == len(report["violations"]) == 3
    assert report["summary"]["passes"] > 5 and report["summary"]["inapplicable"] > 5
    image = violation(report, "image-alt")
    assert set(image) == {"id", "impact", "description", "helpUrl", "wcag", "nodes"}
    assert image["impact"] == "critical" and image["description"] == "Images must have alternative text"
    assert image["wcag"] == ["wcag2a", "1.1.1"]
    assert re.fullmatch(r"https://dequeuniversity\.com/rules/axe/[\d.]+/image-alt", image["helpUrl"])
    (node,) = image["nodes"]
    assert set(node) == {"selector", "html", "failureSummary", "fix"}
    assert page.eval_on_selector_all(node["selector"], "found => found.map((one) => one.className)") == ["hero"]
    assert node["html"] == '<img class="hero" src="data:,">'
    assert "alt attribute" in node["failureSummary"]
    assert node["fix"] == "Add an alt attribute describing the image content"
    assert violation(report, "color-contrast")["wcag"] == ["wcag2aa", "1.4.3"]


def test_progress_follows_what_happens_in_the_page(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/signup", SIGNUP))
    steps: list[Any] = []
    captured.reply("run_accessibility_audit", hear=steps.append, force_refresh=True)
    words = {step["done"]: step["message"] for step in steps}
    assert list(words) == sorted(words)
    assert words[0] == "loading axe-core into the page"
    assert words[1] == "running axe-core", "said by the worker, when axe-core is there"
    assert words[3] == "done"


def test_a_password_is_not_in_the_snippet_of_its_field(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/signup", SIGNUP))
    report = audit(captured)
    assert violation(report, "label")["nodes"][0]["html"] == '<input type="password" name="pw" value="[redacted]">'
    assert "hunter2" not in json.dumps(report)


# A11Y-05
def test_the_suggested_color_passes_when_it_is_applied(page: Page, captured: Daemon, site: Site) -> None:
    pairs = [("#999", "#fff"), ("#e66", "#fdd"), ("#00f", "#222"), ("#7a7", "#787"), ("rgb(0 0 0 / 40%)", "#ffe")]
    paragraphs = "".join(
        f'<p id="p{at}" style="color: {front}; background: {back}">Some text to read</p>'
        for at, (front, back) in enumerate(pairs)
    )
    faint = '<p id="faint" style="color: #555; background: #fff; opacity: .5">Some text to read</p>'
    page.goto(site.page("/pale", f"<!doctype html><html lang=en><title>Pale</title>{paragraphs}{faint}"))
    nodes = violation(audit(captured, tags=["wcag2aa"]), "color-contrast")["nodes"]
    assert len(nodes) == len(pairs) + 1
    for node in nodes:
        match = re.match(r"Change foreground color to at least (#[0-9a-f]{6}) for 4.5:1 contrast ratio", node["fix"])
        assert match, node
        page.evaluate(
            "([selector, color]) => { document.querySelector(selector).style.color = color; }",
            [node["selector"], match[1]],
        )
        if "opacity" in node["fix"]:
            page.evaluate("selector => { document.querySelector(selector).style.opacity = 1; }", node["selector"])
    assert audit(captured, tags=["wcag2aa"], force_refresh=True)["violations"] == []


# A11Y-02
def test_more_than_ten_nodes_are_counted(page: Page, captured: Daemon, site: Site) -> None:
    images = '<img src="data:,">'
    page.goto(site.page("/many", f"<!doctype html><title>Many</title><div>{images * 10}</div>"))
    assert "nodeCount" not in violation(audit(captured), "image-alt")
    page.goto(site.page("/more", f"<!doctype html><title>More</title><div>{images * 11}</div>"))
    image = violation(audit(captured), "image-alt")
    assert len(image["nodes"]) == 10 and image["nodeCount"] == 11


# A11Y-03
def test_a_report_is_reused_until_a_fresh_one_is_asked_for(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/cached", SIGNUP))
    first = audit(captured)
    page.evaluate("document.querySelector('img').alt = 'Our office'")
    reply = captured.reply("run_accessibility_audit")
    assert json.loads(reply["content"][0]["text"]) == first
    assert "force_refresh" in reply["content"][-1]["text"]
    assert len(audit(captured, scope="img")["violations"]) == 0, "another question is another report"
    again = audit(captured, force_refresh=True)
    assert again["timestamp"] > first["timestamp"]
    assert [found["id"] for found in again["violations"]] == ["label", "color-contrast"]
    assert audit(captured) == again


def test_scope_tags_and_passes_narrow_and_widen_the_audit(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/scoped", SIGNUP))
    assert [found["id"] for found in audit(captured, scope="#pale")["violations"]] == ["color-contrast"]
    assert {found["id"] for found in audit(captured, tags=["wcag2a"])["violations"]} == {"image-alt", "label"}
    passes = audit(captured, include_passes=True)["passes"]
    assert {"document-title", "html-has-lang"} <= {rule["id"] for rule in passes}
    assert all(rule["nodeCount"] >= 1 for rule in passes)


def test_two_clients_at_once_both_get_their_report(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/busy", SIGNUP + "<p>text</p>" * 500))
    with ThreadPoolExecutor() as pool:
        image, text = pool.map(lambda scope: audit(captured, scope=scope), ("img", "#pale"))
    assert [found["id"] for found in image["violations"]] == ["image-alt"]
    assert [found["id"] for found in text["violations"]] == ["color-contrast"]


def test_what_cannot_be_audited_is_said_by_name(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/signup", SIGNUP))
    assert failure(captured, scope="[")["error"] == "invalid_selector"
    assert failure(captured, scope="#nowhere")["error"] == "scope_not_found"
    refused = failure(captured, tags=["wcag2a", "wcag9z"])
    assert refused["error"] == "unknown_tag"
    assert '"wcag9z"' in refused["message"]
    assert "wcag2aa" in refused["hint"] and "best-practice" in refused["hint"]


def test_an_element_in_a_shadow_root_is_found(page: Page, captured: Daemon, site: Site) -> None:
    html = "<!doctype html><html lang=en><title>Shadow</title><main><h1>x</h1><x-card id=card></x-card></main>"
    page.goto(site.page("/shadow-audit", html))
    page.evaluate("""document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML =
        '<button></button>'""")
    assert violation(audit(captured), "button-name")["nodes"][0]["selector"] == "#card >>> button"
    assert violation(audit(captured, scope="#card >>> button"), "button-name")


FRAME = """<!doctype html><html lang="en"><title>Frame</title><main><h1>Frame</h1><button id="{0}"></button>
<form><input type="password" name="pw" value="hunter3"></form></main>"""


# A11Y-06
def test_same_origin_frames_are_audited_and_named(page: Page, captured: Daemon, site: Site) -> None:
    deep = FRAME.format("deep") + '<iframe id="deeper" title="d" srcdoc="<img src=data:,>"></iframe>'
    site.page("/frame-a", deep)
    site.page("/frame-b", FRAME.format("other"))
    html = """<!doctype html><html lang="en"><title>Outer</title><main><h1>Outer</h1><button id="top"></button>
        <iframe id="a" title="a" src="/frame-a"></iframe><x-card></x-card></main>"""
    page.goto(site.page("/framed-audit", html))
    page.evaluate("""() => new Promise((done) => {
        const root = document.querySelector("x-card").attachShadow({ mode: "open" });
        root.innerHTML = '<iframe class="b" title="b" src="/frame-b"></iframe>';
        root.firstChild.onload = done;
    })""")
    report = audit(captured)
    found = {(node.get("frame"), node["selector"]) for node in violation(report, "button-name")["nodes"]}
    assert found == {(None, "#top"), ("#a", "#deep"), (".b", "#other")}
    (image,) = violation(report, "image-alt")["nodes"]
    assert (image["frame"], image["selector"]) == ("#a >>> #deeper", "img")
    assert captured.call("query_dom", selector="img", frame=image["frame"])["matchCount"] == 1
    assert "framesLeftOut" not in report
    assert "hunter3" not in json.dumps(report) and "[redacted]" in json.dumps(violation(report, "label"))
    assert not {"document-title", "html-has-lang"} & {found["id"] for found in report["violations"]}
    sarif = captured.call("generate", what="sarif")
    names = [
        result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for result in sarif["runs"][0]["results"]
    ]
    assert "#a >>> #deeper >>> img" in names


def test_a_frame_that_came_later_is_audited_too(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/later-frame", SIGNUP))
    assert audit(captured)
    page.evaluate("""() => new Promise((done) => {
        const frame = document.createElement("iframe");
        frame.title = "late"; frame.srcdoc = "<button></button>"; frame.onload = done;
        document.querySelector("main").append(frame);
    })""")
    (node,) = violation(audit(captured, force_refresh=True), "button-name")["nodes"]
    assert (node["frame"], node["selector"]) == ("iframe", "button")


# A11Y-06
def test_frames_of_another_origin_are_said_to_be_left_out(page: Page, captured: Daemon, site: Site) -> None:
    site.page("/foreign", FRAME.format("foreign"))
    other = f"http://127.0.0.1:{site.port}/foreign"
    html = f'<iframe title="f" src="{other}"></iframe><iframe title="s" sandbox srcdoc="<img src=data:,>"></iframe>'
    page.goto(site.page("/left-out", SIGNUP + html))
    for again in range(2):
        reply = captured.reply("run_accessibility_audit")
        report = json.loads(reply["content"][0]["text"])
        assert report["framesLeftOut"] == 2, again
        assert "Not audited: 2 frames" in reply["content"][-1]["text"]
        assert "foreign" not in json.dumps([node["html"] for each in report["violations"] for node in each["nodes"]])


def test_a_page_that_uses_our_names_for_its_elements_is_audited(page: Page, captured: Daemon, site: Site) -> None:
    html = '<form id="axe"><input name="runPartial" aria-label="x"></form><img id="__gasolineProbes" src="data:,">'
    page.goto(site.page("/named", SIGNUP + html))
    assert len(violation(audit(captured), "image-alt")["nodes"]) == 2


# A11Y-08
@pytest.mark.own_tab
def test_a_strict_page_is_audited_and_does_not_notice(page: Page, captured: Daemon, site: Site) -> None:
    site.page("/framed", "<!doctype html><title>Framed</title>")
    url = site.page("/strict", SIGNUP + '<iframe src="/framed" title="Framed"></iframe>', **STRICT)
    page.goto(url)
    noticed: list[str] = []
    page.on("console", lambda message: noticed.append(message.text))
    page.evaluate("""() => {
        window.noticed = [];
        const note = (what) => window.noticed.push(what);
        for (const view of [window, frames[0]]) view.addEventListener("message", () => note("message"));
        document.addEventListener("securitypolicyviolation", () => note("violation"));
        const watch = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(() => note("mutation")).observe(document, watch);
    }""")
    names = "Object.getOwnPropertyNames(window).sort()"
    before, requests = page.evaluate(names), len(site.requests)
    report = audit(captured)
    assert violation(report, "image-alt") and violation(report, "color-contrast")
    assert page.evaluate("typeof frames[0].axe") == "undefined"
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert page.evaluate(names) == before
    assert page.evaluate("typeof axe") == "undefined"
    assert page.evaluate("window.noticed") == [] and noticed == []
    assert len(site.requests) == requests


def test_the_violations_are_exported_as_sarif(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/sarif", SIGNUP))
    log = captured.call("generate", what="sarif")
    check_sarif(log)
    results = log["runs"][0]["results"]
    assert {result["ruleId"] for result in results} == {"image-alt", "color-contrast", "label"}
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"{site.url}/sarif"
    assert "hunter2" not in json.dumps(log)
