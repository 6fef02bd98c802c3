"""Which endpoint a request belongs to."""

import pytest

from gasoline.analysis.endpoints import endpoint_of

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
def test_only_whole_segments_that_are_ids_are_taken_out(url: str) -> None:
    assert endpoint_of("get", url) == f"GET {ENDPOINTS[url]}"
