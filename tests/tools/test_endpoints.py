"""Which endpoint a request belongs to."""

import pytest

from gasoline.analysis.security.url_facts import shown_path as security_path
from gasoline.kernel.urls import ENDPOINT_CHARS, endpoint_of, without_query

UUID = "550e8400-e29b-41d4-a716-446655440000"
ENDPOINTS = {
    "http://shop.test/api/users": "/api/users",
    "http://shop.test/api/users?page=2#top": "/api/users",
    "http://shop.test": "/",
    "/relative/path": "/relative/path",
    "/users/123": "/users/:id",
    "/users/123/posts/9": "/users/:id/posts/:id",
    f"/items/{UUID}": "/items/:id",
    f"/items/{UUID.upper()}/parts": "/items/:id/parts",
    "/assets/a1b2c3d4e5": "/assets/:id",
    "/assets/A1B2C3D4": "/assets/:id",
    "/assets/a1b2c3d": "/assets/a1b2c3d",
    "/words/deadbeef": "/words/deadbeef",
    "/v2/users": "/v2/users",
    "/files/123.json": "/files/123.json",
    "/users/12a": "/users/12a",
    "http://[broken/users/1?x": "http://[broken/users/:id",
}


@pytest.mark.parametrize("url", ENDPOINTS)
def test_only_complete_segments_that_are_ids_are_replaced(url: str) -> None:
    assert endpoint_of("get", url) == f"GET {ENDPOINTS[url]}"


TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.q7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea"


@pytest.mark.parametrize("room", range(100, 200, 7))
def test_an_address_is_truncated_between_segments_so_that_no_token_is_split(room: int) -> None:
    url = f"https://shop.test/{'a' * room}/{TOKEN}/end"
    for cut in (endpoint_of("GET", url), without_query(url), security_path(url)):
        assert len(cut) <= ENDPOINT_CHARS
        assert "eyJ" not in cut or TOKEN in cut or "[redacted]" in cut


@pytest.mark.parametrize("room", range(100, 200, 7))
def test_no_half_of_a_secret_with_slashes_is_left(room: int) -> None:
    secret = "q7Zt4mXcV9/pLw2RkYb8Ns1HfJd6Gu/3EaK5tBv0"
    url = f"https://shop.test/{'a' * room}/aws:{secret}:{'b' * 90}"
    for cut in (endpoint_of("GET", url), without_query(url), security_path(url)):
        assert "pLw2RkYb8N" not in cut and "q7Zt4mXcV9" not in cut


def test_a_segment_that_has_no_room_is_left_out() -> None:
    assert endpoint_of("GET", "/api/" + "x" * 300) == "GET /api/…"
