"""Parts of URLs."""

import pytest

from gasoline.kernel.urls import HOST_CHARS, origin_of
from gasoline.rendering.address import most_common_origin, short
from gasoline.scripting.script_urls import ScriptUrls


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("http://localhost:5173/cart?a=1#top", "http://localhost:5173"),
        ("http://user:password@shop.test:1/x", "http://shop.test:1"),
        ("ws://localhost:5173/socket", "ws://localhost:5173"),
        ("http://[::1]:3000/x", "http://[::1]:3000"),
        ("http://shop.test:99999/x", ""),
        ("http://[::1/x", ""),
        ("//shop.test/x", ""),
        ("/cart", ""),
        ("about:blank", ""),
        ("data:text/plain,x", ""),
        ("", ""),
    ],
)
def test_an_origin_has_scheme_host_and_port_but_no_credentials(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_a_host_is_bounded_but_any_real_one_is_complete() -> None:
    longest = f"{'a.' * 126}a:65535"
    assert origin_of(f"http://{longest}/x") == f"http://{longest}"
    assert len(origin_of(f"http://{'a' * 2_000}/x")) == len("http://") + HOST_CHARS


def test_credentials_are_in_neither_the_site_of_a_list_nor_a_script() -> None:
    url = "http://user:password@shop.test:1/x"
    assert most_common_origin([url]) == "http://shop.test:1"
    assert ScriptUrls("", "").of(url).url == "http://shop.test:1/x"


def test_a_url_that_cannot_be_read_belongs_to_no_site_and_is_shown_complete() -> None:
    url = "http://shop.test:99999/x"
    assert most_common_origin([url]) == ""
    assert short(url, "http://shop.test") == url


@pytest.mark.parametrize("url", ["about:blank", "http://shop.test:99999/x"])
def test_base_url_does_not_replace_a_page_without_an_origin(url: str) -> None:
    assert ScriptUrls("http://127.0.0.1:4000", origin_of(url)).of(url).url == "about:blank"
