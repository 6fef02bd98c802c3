"""Which files are a library's."""

import pytest

from gasoline.kernel.library_files import is_library_file

SITE = "http://localhost:5173"


@pytest.mark.parametrize(
    "path",
    [
        "node_modules/react/index.js",
        "webpack/runtime/jsonp",
        f"{SITE}/node_modules/.vite/deps/axios.js?v=1",
        f"{SITE}/@vite/client",
        f"{SITE}/@react-refresh",
        "https://cdn.jsdelivr.net/npm/axios@1.7.0/lib/axios.js",
        "https://cdn.jsdelivr.net/npm/@tanstack/query-core@5/build/index.js",
        "https://unpkg.com/preact@10.0.0/src/render.js",
    ],
)
def test_packages_and_the_bundlers_own_are_libraries(path: str) -> None:
    assert is_library_file(path, is_generated=False)
    assert is_library_file(path, is_generated=True)


@pytest.mark.parametrize(
    "name",
    [
        "/js/axios.min.js",
        "/vendor/axios.min.js",
        "/assets/vendor-3f9a1c.js",
        "/js/chunk-vendors.8a1b.js",
        "/static/vendors~main.js",
        "/_next/static/chunks/framework-1f2e.js",
        "/polyfills.js?v=2",
        "/runtime.5d.js",
    ],
)
def test_the_name_of_a_script_counts_only_without_a_source_map(name: str) -> None:
    assert is_library_file(SITE + name, is_generated=True)
    assert not is_library_file(f"src{name}", is_generated=False)


@pytest.mark.parametrize(
    "name", ["/app.min.js", "/js/main.3f2a.min.js", "/src/vendors.ts", "/assets/index-3f9a1c.js", "/npm/api.js"]
)
def test_an_application_may_be_minified(name: str) -> None:
    assert not is_library_file(SITE + name, is_generated=True)
