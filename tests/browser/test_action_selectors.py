"""Recorded selectors hold in Playwright: each way that is recorded finds the element that was clicked, and no other."""

from collections.abc import Callable
from typing import Any

import pytest
from daemon import Daemon
from playwright.sync_api import FrameLocator, Locator, Page
from recorded import actions, content
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

Place = Page | FrameLocator | Locator

# What a person may click on in a page that makes it hard: equal buttons, generated names, hidden twins, fields.
HARD = """
<ul>
  <li>Tea <button class="css-1x2y3z remove" data-mark="1">Remove</button></li>
  <li>Milk <button class="css-1x2y3z remove" data-mark="2">Remove</button></li>
  <li>Rum <button class="css-9q8w7e remove" data-mark="3"><span>Remove</span></button></li>
</ul>
<button hidden>Pay</button><button aria-hidden="true">Pay</button><button data-mark="4">Pay</button>
<button data-mark="5" aria-label="Pay">€</button>
<p>Pay</p>
<a href="#x" id="radix-17" class="sc-bdVaJa kQvXhD" data-mark="6">Terms  of
  use</a>
<button data-testid="row" data-mark="7">A</button><button data-testid="row" data-mark="8">B</button>
<button data-cy="save" data-mark="9">Save</button>
<div role="tablist"><div role="tab" data-mark="10">One</div><div role="tab" data-mark="11">Two</div></div>
<div class="card" data-mark="12"><b>Plain</b> box</div>
<label>Name <input data-mark="13"></label><input aria-label="Name" data-mark="14">
<label for="f15">Pass word</label><input type="password" id="f15" data-mark="15">
<input type="submit" value="Send it" data-mark="16"><input type="search" title="Find" data-mark="17">
<textarea placeholder="Words" data-mark="18"></textarea>
<button id="it's &quot;quoted&quot;" data-mark="19">It's "quoted" \\ here</button>
<span id="l20">Labeled</span><button aria-labelledby="l20" data-mark="20">x</button>
<summary data-mark="21">Sum</summary>
<img alt="Logo" data-mark="22" width="40" height="40" src="data:,">
"""
MARKS = range(1, 23)


def locators(place: Place, selectors: dict[str, Any]) -> dict[str, Locator]:
    """Each recorded way as the locator that a script would use."""
    ways: dict[str, Callable[[Any], Locator]] = {
        "testId": lambda value: place.locator(f'[{selectors.get("testIdAttribute", "data-testid")}="{value}"]'),
        "ariaLabel": lambda value: place.get_by_label(value, exact=True),
        "role": lambda value: place.get_by_role(value["role"], name=value["name"], exact=True),
        "id": lambda value: place.locator(f"[id={quoted(value)}]"),
        "text": lambda value: place.get_by_text(value, exact=True),
        "cssPath": place.locator,
    }
    found = {name: way(selectors[name]) for name, way in ways.items() if name in selectors}
    nth = selectors.get("nth", {})
    return {name: each.nth(nth[name]) if name in nth else each for name, each in found.items()}


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def assert_all_find(place: Place, selectors: dict[str, Any], mark: str) -> None:
    for name, locator in locators(place, selectors).items():
        assert locator.count() == 1, (name, selectors)
        found = locator.evaluate("(element) => element.closest('[data-mark]')?.dataset.mark")
        assert found == mark, (name, selectors)


# ACT-03
@pytest.mark.parametrize("mark", [str(mark) for mark in MARKS])
def test_every_way_finds_the_element_and_no_other(page: Page, site: Site, captured: Daemon, mark: str) -> None:
    content(page, site, HARD)
    page.locator(f'[data-mark="{mark}"]').click()
    (click,) = actions(captured, "click")
    assert_all_find(page, click["selectors"], mark)


def test_of_equal_buttons_the_number_is_recorded(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, HARD)
    page.locator('[data-mark="2"]').click()
    (click,) = actions(captured, "click")
    assert click["selectors"] == {
        "role": {"role": "button", "name": "Remove"},
        "text": "Remove",
        "cssPath": "ul > li:nth-child(2) > button.remove",
        "nth": {"role": 1, "text": 1},
    }


# ACT-06
def test_generated_classes_and_ids_are_not_relied_on(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, HARD)
    page.locator('[data-mark="6"]').click()
    selectors = actions(captured, "click")[0]["selectors"]
    assert "id" not in selectors and selectors["cssPath"] == "a"
    assert selectors["text"] == "Terms of use"


def test_what_is_hidden_does_not_count(page: Page, site: Site, captured: Daemon) -> None:
    content(page, site, HARD)
    page.locator('[data-mark="4"]').click()
    selectors = actions(captured, "click")[0]["selectors"]
    assert selectors["nth"]["role"] == 0, "another button is named Pay by its label"
    assert selectors["nth"]["text"] == 2, "getByText counts what is hidden"


@pytest.mark.parametrize("inner", ["1", "2"])
def test_inside_open_shadow_roots(page: Page, site: Site, captured: Daemon, inner: str) -> None:
    content(
        page,
        site,
        """<x-list></x-list><button>Buy</button><script>
        customElements.define("x-item", class extends HTMLElement {
            connectedCallback() {
                this.attachShadow({ mode: "open" }).innerHTML =
                    `<button data-mark="${this.getAttribute("n")}"><i>Buy</i></button>`;
            }
        });
        customElements.define("x-list", class extends HTMLElement {
            connectedCallback() {
                this.attachShadow({ mode: "open" }).innerHTML = '<x-item n="1"></x-item><x-item n="2"></x-item>';
            }
        });
        </script>""",
    )
    page.locator(f'[data-mark="{inner}"]').click()
    (click,) = actions(captured, "click")
    assert click["shadow"] == ["x-list", f"x-item:nth-child({inner})"]
    place: Place = page
    for host in click["shadow"]:
        place = place.locator(host)
    assert_all_find(place, click["selectors"], inner)
    assert click["selectors"]["cssPath"] == "button"


# ACT-10
def test_inside_frames_of_the_same_origin(page: Page, site: Site, captured: Daemon) -> None:
    site.page("/inner", '<!doctype html><iframe srcdoc="<button data-mark=1>Deep</button><input>"></iframe>')
    content(page, site, '<iframe src="/empty"></iframe><iframe name="second" src="/inner"></iframe>')
    frame = page.frame_locator("iframe[name=second]").frame_locator("iframe")
    frame.get_by_role("button").click()
    (click,) = actions(captured, "click")
    place: Place = page
    for selector in click["frame"]:
        place = place.frame_locator(selector)
    assert_all_find(place, click["selectors"], "1")
    assert len(click["frame"]) == 2


# ACT-10
def test_in_a_frame_of_another_origin_nothing_is_recorded(page: Page, site: Site, captured: Daemon) -> None:
    site.page("/other", "<!doctype html><button>Other</button>")
    content(page, site, f'<iframe src="http://127.0.0.1:{site.port}/other"></iframe>')
    page.frame_locator("iframe").get_by_role("button").click()
    assert actions(captured) == []


def test_in_a_large_page_what_cannot_be_proved_is_left_out(page: Page, site: Site, captured: Daemon) -> None:
    rows = "".join(f"<li><button>Delete {n}</button></li>" for n in range(3000))
    content(page, site, f"<ul>{rows}</ul>")
    page.get_by_text("Delete 7", exact=True).click()
    (click,) = actions(captured, "click")
    assert click["selectors"] == {"cssPath": "ul > li:nth-child(8) > button"}
