"""What servers print becomes entries: levels, requests, and stack traces of eight languages as one entry each."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gasoline.launch.server_output.entry_builder import SERVER_OPEN_BLOCKS, EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader
from gasoline.launch.server_output.traces.python import SERVER_MESSAGE_LINES
from gasoline.model.server_bounds import SERVER_ENTRY_CHARS, SERVER_LINE_BYTES

SAMPLES = Path(__file__).parent / "samples"


def entries_of(text: str | bytes, directory: str = "/app") -> list[dict[str, Any]]:
    builder, reader = EntryBuilder("stdout", directory), LineReader()
    data = text if isinstance(text, bytes) else text.encode()
    lines = [*reader.feed(data), *reader.finish(is_end=True)]
    return [entry for line in lines for entry in builder.add(line, 0.0)] + builder.finish()


def place_of(entry: dict[str, Any]) -> tuple[Any, ...]:
    found = entry["exception"]
    return found["type"], found["message"], found.get("file"), found.get("line")


WRONG_COUNT = """1 validation error for Order
count
  Input should be a valid integer, unable to parse string as an integer \
[type=int_parsing, input_value='two', input_type=str]
    For further information visit https://errors.pydantic.dev/2.14/v/int_parsing"""
NO_TABLE = (
    "SQLSTATE[HY000]: General error: 1 no such table: orders "
    r"(Connection: sqlite, SQL: select * from \"orders\" where \"id\" = 7 limit 1)"
)
TRACES = {
    "python_chained": ("ValueError", "no price", "shop/api.py", 39),
    "starlette_pydantic": ("pydantic_core._pydantic_core.ValidationError", WRONG_COUNT, "shop/api.py", 15),
    "compose": ("pydantic_core._pydantic_core.ValidationError", WRONG_COUNT, "shop/api.py", 15),
    "flask": ("ValueError", "no stock", "app.py", 10),
    "django": ("ValueError", "no stock", "shop.py", 16),
    "node": ("RangeError", "no stock", "shop.mjs", 7),
    "concurrently": ("TypeError", "x", "server.js", 5),
    "node_crash": ("TypeError", "x", "server.js", 5),
    "next": ("RangeError", "no stock", "app/api/orders/route.js", 3),
    "ruby": ("RuntimeError", "boom", "app.rb", 3),
    "rails": ("ActionView::Template::Error", "undefined method 'name' for nil", "app/views/carts/show.html.erb", 3),
    "puma": ("RuntimeError", "boom", "config.ru", 4),
    "spring": ("org.postgresql.util.PSQLException", 'ERROR: relation "orders" does not exist', "Db.java", 9),
    "java_cause": ("com.acme.db.PoolTimeout", "no connection within 30 s", "OrderService.java", 31),
    "java_main": ("java.lang.IllegalStateException", "boom", "Main.java", 5),
    "kotlin_ktor": ("java.util.NoSuchElementException", "List is empty.", "OrderRepository.kt", 18),
    "kotlin_main": (
        "kotlin.UninitializedPropertyAccessException",
        "lateinit property db has not been initialized",
        "Main.kt",
        5,
    ),
    "go_panic": ("panic", "runtime error: index out of range [5] with length 3", "main.go", 10),
    "go_http": ("panic", "boom", "main.go", 22),
    "gin": ("panic", "runtime error: index out of range [5] with length 3", "internal/orders/handler.go", 22),
    "rust": ("panic", "index out of bounds: the len is 3 but the index is 5", "src/main.rs", 4),
    "rust_backtrace": ("panic", "called `Option::unwrap()` on a `None` value", "src/cart.rs", 12),
    "php": ("Exception", "boom", "index.php", 3),
    "laravel": ("Illuminate\\Database\\QueryException", NO_TABLE, "app/Http/Controllers/CartController.php", 17),
    "aspnet": ("System.InvalidOperationException", "boom", "Program.cs", 5),
    "dotnet_main": ("System.Net.Sockets.SocketException", "Connection refused", "Orders.cs", 18),
}


# RUN-04
@pytest.mark.parametrize("name", TRACES)
def test_a_stack_trace_is_one_entry_with_the_innermost_line_of_the_users_code(name: str) -> None:
    text = (SAMPLES / f"{name}.txt").read_text()
    traces = [entry for entry in entries_of(text) if "exception" in entry]
    assert [place_of(entry) for entry in traces] == [TRACES[name]]
    assert traces[0]["level"] == "error"


@pytest.mark.parametrize(
    "name", [name for name in TRACES if "after the trace" in (SAMPLES / f"{name}.txt").read_text()]
)
def test_the_next_line_is_an_entry_of_its_own(name: str) -> None:
    last = entries_of((SAMPLES / f"{name}.txt").read_text())[-1]
    assert "after the trace" in last["text"]
    assert "exception" not in last


@pytest.mark.parametrize(
    "directory", ["/go/src/app", "/usr/share/app", "/srv/vendor/app", "/usr/lib/app", "/a/internal"]
)
def test_a_project_in_a_folder_of_libraries_is_the_users_own(directory: str) -> None:
    text = f"""panic: boom
goroutine 1 [running]:
example.com/lib.Do(0x0)
\t{directory}/vendor/example.com/lib/do.go:3 +0x1d
main.main()
\t{directory}/internal/shop.go:22 +0x1d"""
    (entry,) = entries_of(text, directory)
    assert place_of(entry) == ("panic", "boom", "internal/shop.go", 22)


def test_libraries_of_the_directory_stay_libraries() -> None:
    (entry,) = entries_of("Error: boom\n    at f (/app/node_modules/x/index.js:1:1)\n    at g (internal/timers.js:5:1)")
    assert place_of(entry) == ("Error", "boom", None, None)


JAVA_WITHOUT_VERSIONS = """Exception in thread "main" java.lang.IllegalStateException: boom
\tat com.acme.db.Pool.get(Pool.java:96)
\tat com.shop.api.Orders.save(Orders.java:5)
\tat com.shop.Main.main(Main.java:9)"""


def test_the_package_that_called_everything_else_is_the_project() -> None:
    (entry,) = entries_of(JAVA_WITHOUT_VERSIONS)
    assert place_of(entry)[2:] == ("Orders.java", 5)


def test_a_real_chain_that_ends_in_a_library_has_the_line_of_the_user(tmp_path: Path) -> None:
    library = tmp_path / "site-packages" / "queue_lib.py"
    library.parent.mkdir()
    library.write_text(
        "import threading\n\n"
        "def work(job):\n    try:\n        job()\n"
        "    except Exception as error:\n        raise RuntimeError('job failed') from error\n\n"
        "def start(job):\n    threading.Thread(target=work, args=(job,)).start()\n"
    )
    program = tmp_path / "shop.py"
    program.write_text("import queue_lib\n\ndef job():\n    {}['tea']\n\nqueue_lib.start(job)\n")
    printed = subprocess.run(
        [sys.executable, str(program)], capture_output=True, check=False, env={"PYTHONPATH": str(library.parent)}
    ).stderr
    (entry,) = [entry for entry in entries_of(printed, str(tmp_path)) if "exception" in entry]
    assert place_of(entry) == ("RuntimeError", "job failed", "shop.py", 4)


def test_a_message_of_several_lines_ends_at_the_next_line_of_a_logger() -> None:
    text = 'Traceback (most recent call last):\n  File "/app/a.py", line 3, in f\nValueError: one\ntwo\nthree\n'
    for following in ("INFO:     next", '127.0.0.1 - - [x] "GET / HTTP/1.1" 200 -', "[web] next", "\nnext"):
        entries = entries_of(text + following)
        assert place_of(entries[0])[1] == "one\ntwo\nthree"
        assert entries[1]["text"] == following.strip()


def test_a_message_without_end_is_bounded() -> None:
    text = 'Traceback (most recent call last):\n  File "/app/a.py", line 3, in f\nValueError: one\n' + "more\n" * 100
    assert len(entries_of(text)[0]["text"].split("\n")) == 3 + SERVER_MESSAGE_LINES


def test_traces_of_two_processes_that_print_at_once_are_kept_apart() -> None:
    one = [f"[0] {line}" for line in ("Error: one", "    at f (/app/one.js:1:1)", "    at g (/app/one.js:2:1)")]
    two = [f"[1] {line}" for line in ("Error: two", "    at f (/app/two.js:1:1)", "    at g (/app/two.js:2:1)")]
    mixed = [line for pair in zip(one, two, strict=True) for line in pair]
    entries = entries_of("\n".join(mixed))
    assert [place_of(entry) for entry in entries] == [("Error", "one", "one.js", 1), ("Error", "two", "two.js", 1)]
    assert entries[0]["text"] == "[0] Error: one\n    at f (/app/one.js:1:1)\n    at g (/app/one.js:2:1)"


def test_more_processes_than_are_kept_apart_lose_nothing() -> None:
    lines = [f"[{number}] ERROR: {number}" for number in range(SERVER_OPEN_BLOCKS * 2)]
    assert [entry["text"] for entry in entries_of("\n".join(lines))] == lines


def test_blank_lines_of_a_process_are_left_out_like_any_other() -> None:
    assert [entry["text"] for entry in entries_of("api-1  | one\napi-1  |\napi-1  | two")] == [
        "api-1  | one",
        "api-1  | two",
    ]


def test_a_json_line_behind_the_name_of_a_process_is_read() -> None:
    (entry,) = entries_of('api-1  | {"level":50,"msg":"boom"}')
    assert (entry["level"], entry["text"]) == ("error", "api-1  | boom")


def test_a_name_in_brackets_before_a_plain_stack_is_part_of_its_first_line() -> None:
    (entry,) = entries_of(
        "[Nest] 123  - 11/18/2026, 4:00:00 AM   ERROR [ExceptionsHandler] boom\nError: boom\n    at f (/app/a.js:1:1)"
    )[-1:]
    assert place_of(entry) == ("Error", "boom", "a.js", 1)


def test_a_real_python_traceback_is_read(tmp_path: Path) -> None:
    program = tmp_path / "shop.py"
    program.write_text("import json\n\ndef read():\n    return json.loads('{')\n\nread()\n")
    printed = subprocess.run([sys.executable, str(program)], capture_output=True, check=False).stderr
    (entry,) = entries_of(printed, str(tmp_path))
    kind, message, file, line = place_of(entry)
    assert (kind, file, line) == ("json.decoder.JSONDecodeError", "shop.py", 4)
    assert "Expecting property name" in message


def test_a_real_exception_group_is_one_entry(tmp_path: Path) -> None:
    program = tmp_path / "group.py"
    program.write_text("raise ExceptionGroup('two', [ValueError('a'), KeyError('b')])\n")
    printed = subprocess.run([sys.executable, str(program)], capture_output=True, check=False).stderr
    (entry,) = entries_of(printed, str(tmp_path))
    assert place_of(entry)[:1] == ("ExceptionGroup",)
    assert place_of(entry)[2:] == ("group.py", 1)


def test_a_real_node_crash_is_read(tmp_path: Path) -> None:
    program = tmp_path / "shop.js"
    program.write_text("function pay(cart) {\n  return cart.total.cents;\n}\npay({});\n")
    printed = subprocess.run(["node", str(program)], capture_output=True, check=False).stderr
    (entry,) = entries_of(printed, str(tmp_path))
    assert place_of(entry) == ("TypeError", "Cannot read properties of undefined (reading 'cents')", "shop.js", 2)


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


def test_json_that_is_no_log_entry_stays_as_it_is() -> None:
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


def test_a_stack_trace_without_end_is_bounded() -> None:
    text = "Error: deep\n" + "    at f (/app/a.js:1:1)\n" * 10_000
    entries = entries_of(text)
    assert all(len(entry["text"]) <= SERVER_ENTRY_CHARS + 100 for entry in entries)
    assert place_of(entries[0]) == ("Error", "deep", "a.js", 1)


def test_times_follow_the_clock_even_when_it_is_set_back() -> None:
    builder = EntryBuilder("stdout", "/app")
    found = [*builder.add("first", 1_000.0), *builder.add("second", 10.0), *builder.add("third", 1_001.0)]
    assert [(entry["text"], entry["ts"]) for entry in found] == [
        ("first", "1970-01-01T00:16:40.000Z"),
        ("second", "1970-01-01T00:00:10.000Z"),
    ]
