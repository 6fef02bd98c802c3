"""What servers print becomes entries: levels, requests, JSON lines, and text without terminal codes."""

import pytest
from server_entries import entries_of, place_of

from gasoline.launch.server_output.entry_builder import SERVER_OPEN_BLOCKS, EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader
from gasoline.model.server_bounds import SERVER_LINE_BYTES

LEVELS = {
    'INFO:     127.0.0.1:5555 - "GET / HTTP/1.1" 200 OK': "info",
    "WARNING:  Invalid HTTP request received.": "warn",
    "[2026-11-18 04:00:00,123] ERROR in app: Exception on /boom [GET]": "error",
    "[2026-11-18 04:00:00 +0000] [123] [ERROR] Error handling request /": "error",
    "2026-11-18 04:00:00,123 - shop.api - WARNING - slow": "warn",
    "ERROR:django.request:Internal Server Error: /boom": "error",
    "Not Found: /favicon.ico": "warn",
    "2026-11-18T04:00:00.123Z  INFO 1234 --- [main] c.e.Shop : started": "info",
    "2026-11-18 04:00:00.123 ERROR 1234 --- [nio-8080-exec-1] c.e.Shop : failed": "error",
    "[2026-11-18T04:00:00Z ERROR shop] failed": "error",
    "2026-11-18T04:00:00.000000Z  WARN shop::cart: slow": "warn",
    'time=2026-11-18T04:00:00Z level=DEBUG msg="query"': "debug",
    "E, [2026-11-18T04:00:00.123456 #99] ERROR -- : failed": "error",
    "Completed 500 Internal Server Error in 3ms": "error",
    "[Nest] 123  - 11/18/2026, 4:00:00 AM   ERROR [ExceptionsHandler] boom": "error",
    " ⨯ Error: boom": "error",
    " ⚠ Fast Refresh had to perform a full reload": "warn",
    "4:00:00 AM [vite] Internal server error: boom": "error",
    '✘ [ERROR] Could not resolve "x"': "error",
    "npm ERR! code ELIFECYCLE": "error",
    "fail: Microsoft.AspNetCore.Server.Kestrel[13]": "error",
    "[2026-11-18 04:00:00] local.ERROR: boom": "error",
    "PHP Warning:  Undefined variable $x in /app/a.php on line 3": "warn",
    '127.0.0.1 - - [18/Nov/2026 04:00:00] "GET /boom HTTP/1.1" 500 -': "error",
    "GET /missing 404 3.2 ms - 148": "warn",
    "TypeError: x is not a function": "error",
    "4:00:00 AM [vite] http proxy error: /api/orders": "error",
    "4:00:00 AM [vite] ws proxy socket error:": "error",
    "4:00:00 AM [vite] (client) warning: This case clause will never be evaluated": "warn",
    "[9f3c1a52-0b5e-4a3c-8f61-2b7d0c9e4a11] Completed 500 Internal Server Error in 12ms": "error",
    "(node:1234) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.": "warn",
    "(node:1) ExperimentalWarning: SQLite is an experimental feature": "warn",
    "(node:1) Warning: Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0'": "warn",
    "2026-11-18 04:00:00 [error    ] order failed                   item=tea": "error",
    "2026-11-18T04:00:00.123456Z [warning  ] slow query": "warn",
    "Fatal error: Unexpectedly found nil while unwrapping an Optional value": "error",
    "api-1    | ERROR:    Exception in ASGI application": "error",
    "[0] WARN slow query": "warn",
    "[api] 2026-11-18 04:00:00,123 - shop.api - ERROR - failed": "error",
    "[18/Nov/2026 04:00:00] ERROR [django.request:241] Internal Server Error: /api/orders": "error",
    "[18/Nov/2026 04:00:00,123] DEBUG [shop.views] cart": "debug",
    "18/Nov/2026:04:00:00 +0000 - WARNING - slow query": "warn",
    "18-Nov-2026 04:00:00.123 SEVERE [main] org.apache.catalina.core.StandardService.initInternal failed": "error",
    "18 Nov 2026 04:00:00 [worker-1] ERROR c.e.Shop failed": "error",
    "[vite] connected.": "log",
    "listening on http://localhost:3000": "log",
    "The error was fixed": "log",
    "information is power": "log",
}


# RUN-05
@pytest.mark.parametrize("line", LEVELS)
def test_the_level_is_the_one_that_the_line_says(line: str) -> None:
    assert entries_of(line)[0]["level"] == LEVELS[line]


REQUESTS = {
    'INFO:     127.0.0.1:5555 - "POST /api/orders?x=1 HTTP/1.1" 500 Internal Server Error': (
        "POST",
        "/api/orders?x=1",
        500,
    ),
    '[18/Nov/2026 04:00:00] "GET /boom HTTP/1.1" 500 145': ("GET", "/boom", 500),
    " GET /api/boom 500 in 35ms": ("GET", "/api/boom", 500),
    "DELETE /cart/7 204 1.2 ms - -": ("DELETE", "/cart/7", 204),
    '[GIN] 2026/11/18 - 04:00:00 | 500 |     3.2ms |  127.0.0.1 | GET      "/boom"': ("GET", "/boom", 500),
    "[Wed Nov 18 04:00:00 2026] 127.0.0.1:5000 [500]: GET /boom": ("GET", "/boom", 500),
    'Started PATCH "/cart" for 127.0.0.1 at 2026-11-18': ("PATCH", "/cart", 0),
    "Internal Server Error: /boom": ("", "/boom", 0),
    "[18/Nov/2026 04:00:00] ERROR [django.request:241] Internal Server Error: /boom": ("", "/boom", 0),
    "ERROR 2026-11-18 04:00:00,123 log 71 139 Internal Server Error: /boom": ("", "/boom", 0),
}


@pytest.mark.parametrize("line", REQUESTS)
def test_the_request_that_a_line_is_about_is_known(line: str) -> None:
    method, path, status = REQUESTS[line]
    assert entries_of(line)[0]["request"] == {"method": method, "path": path, "status": status}


def test_a_json_line_is_read_as_a_log_entry() -> None:
    line = (
        '{"level":50,"time":1,"pid":1,"hostname":"h","req":{"method":"GET","url":"/boom"},"res":{"statusCode":500},'
        '"err":{"type":"Error","message":"boom","stack":"Error: boom\\n    at h (/app/s.js:3:9)"},'
        '"msg":"request errored"}'
    )
    (entry,) = entries_of(line)
    assert entry["level"] == "error"
    assert entry["text"].startswith('request errored {"req":{"method":"GET"')
    assert entry["text"].endswith("Error: boom\n    at h (/app/s.js:3:9)")
    assert place_of(entry) == ("Error", "boom", "s.js", 3)
    assert entry["request"] == {"method": "GET", "path": "/boom", "status": 500}


def test_json_that_is_not_a_log_entry_stays_as_it_is() -> None:
    assert [entry["text"] for entry in entries_of('{"a":1}\n[1]\n{"broken')] == ['{"a":1}', "[1]", '{"broken']


# RUN-05
def test_colors_titles_and_links_are_removed() -> None:
    text = "\x1b[31mred\x1b[0m \x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x1b(Bplain\x1b[?25l\n"
    assert [entry["text"] for entry in entries_of(text)] == ["red link plain"]


def test_a_progress_bar_is_its_last_state() -> None:
    text = "".join(f"\rbuilding {percent}%" for percent in range(0, 101, 5)) + "\r\nready\r\n"
    assert [entry["text"] for entry in entries_of(text)] == ["building 100%", "ready"]


def test_binary_output_and_invalid_utf8_become_text() -> None:
    (entry,) = entries_of(bytes(range(256)).replace(b"\n", b"").replace(b"\r", b""))
    assert all(char.isprintable() or char == "\t" for char in entry["text"].replace("\ufffd", ""))


def test_a_line_that_never_ends_is_split_between_words() -> None:
    reader = LineReader()
    lines = [line for _ in range(100) for line in reader.feed(b"word " * 1_000)]
    assert lines
    assert all(len(line) <= SERVER_LINE_BYTES for line in lines)
    assert set(" ".join(lines).split()) == {"word"}


def test_times_follow_the_clock_even_when_it_is_set_back() -> None:
    builder = EntryBuilder("stdout", "/app")
    found = [*builder.add("first", 1_000.0), *builder.add("second", 10.0), *builder.add("third", 1_001.0)]
    assert [(entry["text"], entry["ts"]) for entry in found] == [
        ("first", "1970-01-01T00:16:40.000Z"),
        ("second", "1970-01-01T00:00:10.000Z"),
    ]


def test_blank_lines_of_a_process_are_left_out_like_any_other() -> None:
    assert [entry["text"] for entry in entries_of("api-1  | one\napi-1  |\napi-1  | two")] == [
        "api-1  | one",
        "api-1  | two",
    ]


def test_a_json_line_behind_the_name_of_a_process_is_read() -> None:
    (entry,) = entries_of('api-1  | {"level":50,"msg":"boom"}')
    assert (entry["level"], entry["text"]) == ("error", "api-1  | boom")


def test_more_processes_than_are_kept_apart_lose_nothing() -> None:
    lines = [f"[{number}] ERROR: {number}" for number in range(SERVER_OPEN_BLOCKS * 2)]
    assert [entry["text"] for entry in entries_of("\n".join(lines))] == lines
