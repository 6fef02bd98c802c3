"""Addresses in the lines of a list: short, and still different from each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gasoline.kernel.text import PARTIAL_WORD_CHARS
from gasoline.rendering.address import fit_address, short

SITE = "http://localhost:5173"
DEEP = "/api/v2/organizations/acme/projects/storefront/environments/production/deployments"
OTHER = "https://api.example.com"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{DEEP}/17/logs", "/api/…/production/deployments/17/logs"),
        (f"{DEEP}/17?page=2&size=50", "/api/…/deployments/17?page=2&size=50"),
        (f"{OTHER}{DEEP}/17", "https://api.example.com/…/deployments/17"),
        (f"/api/search?fields={'name,' * 20}&page=3", "/api/search?…&page=3"),
        (f"/api/search?page=3&fields={'name,' * 20}", "/api/search?page=3&fields=name,name,nam…"),
        (f"{OTHER}/{'long-host' * 5}", "https://api.example.com/long-…"),
        ("/api/items/17", "/api/items/17"),
    ],
)
def test_complete_segments_and_parameters_are_omitted(url: str, expected: str) -> None:
    assert fit_address(url, 40) == expected


@pytest.mark.parametrize("pattern", ["{deep}/{n}", "{other}{deep}/{n}", "{deep}?page={n}", "{deep}/{n}/logs?a=b#top"])
def test_addresses_of_one_endpoint_stay_different(pattern: str) -> None:
    urls = [SITE + pattern.format(deep=DEEP, other="", n=number) for number in range(50)]
    assert len({short(url, SITE, 30) for url in urls}) == len(urls)


@given(st.text(alphabet="ab1-_/?&#=,:", max_size=120), st.integers(24, 80))
def test_a_short_address_has_room_for_its_mark_and_leaves_no_half_token(address: str, room: int) -> None:
    text = fit_address(address, room)
    assert len(text) <= max(room, PARTIAL_WORD_CHARS + 1)
    assert text == address or "…" in text
