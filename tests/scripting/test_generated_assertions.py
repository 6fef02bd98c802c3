"""generate_test: which texts and names of a page a generated test may assert."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts
from recorded_shop import HOME, at, call, made, order_something

from gasoline.model.wire import HelloMessage


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return order_something(Parts(tmp_path))


HEADING = {"role": "heading", "level": 1, "text": "Orders", "stable": True}


async def checked(parts: Parts, *looks: list[dict[str, Any]]) -> str:
    """The checks after the last page, which was looked at so often."""
    parts.send("actions", at(10, type="navigate", trigger="load", toUrl=f"{HOME}/orders"))
    for place, elements in enumerate(looks):
        parts.send("dom_snapshots", at(10.3 + place, elements=elements) | {"url": f"{HOME}/orders"})
    return (await made(parts)).partition(f"goto('{HOME}/orders')")[2]


TRANSIENT = [
    *("Loading...", "Loading orders…", "Please wait", "Running...", "Connecting to server", "Still loading"),
    *("Updating…", "Calculating…", "Generating report…", "Importing your data ..."),
]


@pytest.mark.parametrize("text", TRANSIENT)
async def test_a_text_that_another_replaces_is_not_asserted(parts: Parts, text: str) -> None:
    text_of_test_id = {"text": text, "testId": "state", "stable": True}
    assert text not in await checked(parts, [HEADING, {**HEADING, "text": text}, text_of_test_id])


@pytest.mark.parametrize("text", TRANSIENT)
async def test_a_text_that_appeared_until_another_replaces_it_is_not_asserted(parts: Parts, text: str) -> None:
    parts.send("actions", at(10, type="click", selectors={"testId": "go"}, appeared=[text, "Report is ready"]))
    script = await made(parts)
    assert text not in script
    assert "Report is ready" in script


async def test_what_was_seen_only_once_is_not_asserted(parts: Parts) -> None:
    text = await checked(parts, [HEADING, {"text": "Seen once", "testId": "a"}])
    assert "'Orders'" in text
    assert "Seen once" not in text


async def test_what_a_later_snapshot_does_not_show_is_not_asserted(parts: Parts) -> None:
    parts.send("actions", at(11, type="click", selectors={"testId": "x"}))
    heading = {**HEADING, "stable": None}
    text = await checked(parts, [heading, {"text": "Three new", "testId": "badge"}], [heading])
    assert "'Orders'" in text
    assert "Three new" not in text


async def test_what_was_not_seen_again_is_not_asserted(parts: Parts) -> None:
    text = await checked(parts, [{**HEADING, "stable": True}, {"text": "Soon gone", "testId": "a", "stable": False}])
    assert "'Orders'" in text
    assert "Soon gone" not in text


async def test_ambiguous_elements_are_not_asserted(parts: Parts) -> None:
    row = {"text": "A row", "testId": "row", "stable": True}
    twin = {**HEADING, "text": "Twin", "unique": False}
    text = await checked(
        parts, [HEADING, twin, row, row, {**row, "text": "One of many", "testId": "b", "unique": False}]
    )
    assert "'Orders'" in text
    assert not any(other in text for other in ("A row", "One of many", "Twin"))


async def test_texts_of_several_blocks_run_together_are_not_asserted(parts: Parts) -> None:
    run_together = "Skip to main contentDeployOrder desk"
    page = {"text": run_together, "testId": "app", "composed": True, "stable": True}
    text = await checked(parts, [page, {**HEADING, "text": run_together, "composed": True}])
    assert run_together not in text
    assert '[data-testid="app"]' in text


async def test_names_that_a_server_makes_up_are_general(parts: Parts) -> None:
    parts.send(
        "actions",
        at(10, type="click", selectors={"testId": "new"}),
        at(10.2, type="navigate", trigger="pushState", toUrl=f"{HOME}/lab/tree/Untitled1.ipynb"),
    )
    parts.send("network_bodies", call(10.1, "GET", "/api/contents/Untitled1.ipynb", 200, {}))
    text = await made(parts, test_name="Open a notebook")
    assert "Untitled1.ipynb'" not in text
    for pattern in (r"/lab/tree/Untitled[^/]*\.ipynb", r"/api/contents/Untitled[^/]*\.ipynb"):
        assert pattern.replace("\\", "\\\\") in text


@pytest.mark.parametrize(
    ("tail", "pattern"),
    [
        ("/#/doc/Untitled3", r"/#/doc/Untitled[^/?#&=]*"),
        ("/doc/?file=Untitled1.ipynb", r"/doc/\?file=Untitled[^/?#&=]*\.ipynb"),
        ("/#/orders/123?tab=2", r"/#/orders/[^/?#&=]+\?tab=2"),
        ("/x?orderId=123&page=2", r"/x\?orderId=[^/?#&=]+&page=2"),
        ("/x?to=8f14e45f-ceea-467a-9575-2a3a3b0c1d2e", r"/x\?to=[^/?#&=]+"),
        ("/orders/7?page=2#top", r"/orders/[^/]+\?page=2#top"),
    ],
)
async def test_ids_in_the_query_and_the_fragment_are_general(parts: Parts, tail: str, pattern: str) -> None:
    parts.send("actions", at(10, type="navigate", trigger="pushState", toUrl=HOME + tail))
    assert f"waitForURL(new RegExp('^{HOME}{pattern}$'))".replace("\\", "\\\\") in await made(parts)


@pytest.mark.parametrize(
    "path",
    [
        "/new",
        "/newsletter",
        "/checkout/step2",
        "/v2/items",
        "/copy",
        "/autos",
        "/x?page=2",
        "/#section2",
        "/x?sort=new",
    ],
)
async def test_a_path_of_the_application_itself_stays_exact(parts: Parts, path: str) -> None:
    parts.send("actions", at(10, type="navigate", trigger="pushState", toUrl=HOME + path))
    assert f"waitForURL('{HOME}{path}')" in await made(parts)


async def test_opening_a_page_with_a_generated_name_is_warned_of(parts: Parts) -> None:
    parts.send("actions", at(10, type="navigate", trigger="load", toUrl=f"{HOME}/lab/tree/Untitled1.ipynb"))
    warnings = (await parts.ask("generate_test"))["warnings"]
    assert any("only on the server" in text for text in warnings)


async def test_only_as_many_actions_are_kept_as_the_extension_wants(parts: Parts) -> None:
    hello = HelloMessage("1", pilot=False, reproduction_buffer_size=2)
    parts.store.record_hello(hello)
    assert (await parts.ask("generate_test"))["action_count"] == 2
    parts.send("actions", at(10, type="click", selectors={"testId": "newest"}))
    answer = await parts.ask("generate_test")
    assert answer["action_count"] == 2
    assert "newest" in answer["test_script"]
