"""Stack traces of eight languages become one entry each, with the exception and the line of the user's code."""

import subprocess
import sys
from pathlib import Path

import pytest
from server_entries import entries_of, place_of

from gasoline.launch.server_output.block import SERVER_WAITING_LINES
from gasoline.launch.server_output.traces.python import SERVER_MESSAGE_LINES
from gasoline.model.server_bounds import SERVER_ENTRY_CHARS

SAMPLES = Path(__file__).parent / "samples"

WRONG_COUNT = """1 validation error for Order
count
  Input should be a valid integer, unable to parse string as an integer \
[type=int_parsing, input_value='two', input_type=str]
    For further information visit https://errors.pydantic.dev/2.14/v/int_parsing"""
NO_TABLE = (
    "SQLSTATE[HY000]: General error: 1 no such table: orders "
    r"(Connection: sqlite, SQL: select * from \"orders\" where \"id\" = 7 limit 1)"
)
WRONG_ORDER = """[
  {
    "expected": "string",
    "code": "invalid_type",
    "path": [
      "item"
    ],
    "message": "Invalid input: expected string, received undefined"
  },
  {
    "expected": "number",
    "code": "invalid_type",
    "path": [
      "count"
    ],
    "message": "Invalid input: expected number, received undefined"
  }
]"""
TAKEN_ID = """Invalid `prisma.order.create()` invocation in
/app/server.mjs:12:22
   9 const app = express()
  10
  11 app.post("/api/orders", async (request, response) => {
→ 12   await prisma.order.create(
Unique constraint failed on the fields: (`id`)"""
NO_DATABASE = """Invalid `prisma.order.findMany()` invocation in
/app/server.mjs:5:22
  2
  3 const prisma = new PrismaClient()
  4
→ 5 await prisma.order.findMany(
error: Environment variable not found: DATABASE_URL.
  -->  schema.prisma:10
   |
 9 |   provider = "postgresql"
10 |   url      = env("DATABASE_URL")
   |
Validation Error Count: 1"""
NO_METHOD = """undefined method 'totl' for an instance of Cart

  cart.totl
      ^^^^^
Did you mean?  total"""
NO_RELATION = """PG::UndefinedTable: ERROR:  relation "orders" does not exist
LINE 1: SELECT "orders".* FROM "orders" WHERE "orders"."id" = $1
                               ^"""
UNEQUAL = """assertion `left == right` failed: totals of 7
the cart
  left: 1
 right: 2"""
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
    "spring": (
        "org.postgresql.util.PSQLException",
        'ERROR: relation "orders" does not exist\n  Position: 13',
        "Db.java",
        9,
    ),
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
    "python_local": ("__main__.f.<locals>.E", "no stock\nof tea", "shop.py", 5),
    "zod": ("ZodError", WRONG_ORDER, "orders.mjs", 5),
    "zod_crash": ("ZodError", WRONG_ORDER, "orders.mjs", 5),
    "prisma": ("PrismaClientKnownRequestError", TAKEN_ID, "server.mjs", 12),
    "prisma_start": ("PrismaClientInitializationError", NO_DATABASE, "server.mjs", 5),
    "next_group": ("RangeError", "no stock", "app/(shop)/@cart/(..)api/orders/route.js", 3),
    "ruby_hint": ("NoMethodError", NO_METHOD, "app.rb", 2),
    "ruby_lines": ("RuntimeError", "order failed\non the second line", "app.rb", 6),
    "rails_lines": ("ActiveRecord::StatementInvalid", NO_RELATION, "app/controllers/carts_controller.rb", 8),
    "java_custom": ("com.acme.Main$Boom", "no stock\nof tea", "Main.java", 4),
    "java_custom_cause": ("com.acme.Main$Boom", "no stock\nof tea", "Main.java", 4),
    "kotlin_lines": ("com.acme.OutOfStock", "no stock\nof tea", "Main.kt", 5),
    "go_lines": ("panic", "no stock\nof tea", "main.go", 8),
    "go_http_lines": ("panic", "no stock\nof tea", "main.go", 22),
    "rust_assert": ("panic", UNEQUAL, "src/main.rs", 4),
    "rust_unwrap": ("panic", "called `Result::unwrap()` on an `Err` value: no stock\nof tea", "src/main.rs", 5),
    "php_lines": (
        "PDOException",
        "SQLSTATE[HY000]: no such table\nin this database",
        "(shop)/index.php",
        3,
    ),
    "dotnet_lines": ("System.ArgumentException", "no stock\nof tea (Parameter 'item')", "Orders.cs", 12),
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
def test_the_next_line_is_a_separate_entry(name: str) -> None:
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


PLAIN = ("listening", "  indented", "", '{"a":1}', "[ready]", "10 | line of code", "done")


@pytest.mark.parametrize(
    "head",
    [
        "Error: boom",
        'Exception in thread "main" com.acme.Boom: boom',
        "thread 'main' panicked at src/main.rs:4:5:\nboom",
        "panic: boom",
        "ActiveRecord::StatementInvalid (boom",
        "PHP Fatal error:  Uncaught Exception: boom",
    ],
)
def test_lines_that_no_stack_trace_follows_stay_entries_of_their_own(head: str) -> None:
    first, *others = entries_of("\n".join([head, *PLAIN, "INFO: next"]))
    assert first["text"].split("\n")[: head.count("\n") + 1] == head.split("\n")
    assert [entry["text"] for entry in others] == [line for line in (*PLAIN, "INFO: next") if line]


def test_lines_between_two_exceptions_belong_to_neither() -> None:
    entries = entries_of("Error: one\nlistening\nTypeError: two\n    at f (/app/a.js:1:1)")
    assert [entry["text"].partition("\n")[0] for entry in entries] == ["Error: one", "listening", "TypeError: two"]
    assert place_of(entries[2]) == ("TypeError", "two", "a.js", 1)


def test_lines_that_wait_for_a_stack_trace_are_bounded() -> None:
    more = ["more"] * (SERVER_WAITING_LINES + 1)
    entries = entries_of("\n".join(["Error: boom", *more, "    at f (/app/a.js:1:1)"]))
    assert [entry["text"].partition("\n")[0] for entry in entries] == ["Error: boom", *more]
    assert [entry["exception"]["message"] for entry in entries if "exception" in entry] == ["more"]


def test_a_json_line_after_a_stack_trace_is_an_entry_of_its_own() -> None:
    entries = entries_of('Error: boom\n    at f (/app/a.js:1:1) {\n  code: 1\n}\n{"level":30,"msg":"answered"}')
    assert [entry["text"].partition("\n")[0] for entry in entries] == ["Error: boom", "answered"]


def test_code_that_was_evaluated_has_no_file() -> None:
    (entry,) = entries_of(
        "Error: x\n    at eval (eval at f (/app/a.js:1:1), <anonymous>:1:1)\n    at f (/app/b.js:2:1)"
    )
    assert place_of(entry) == ("Error", "x", "b.js", 2)


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


def test_a_stack_trace_without_end_is_bounded() -> None:
    text = "Error: deep\n" + "    at f (/app/a.js:1:1)\n" * 10_000
    entries = entries_of(text)
    assert all(len(entry["text"]) <= SERVER_ENTRY_CHARS + 100 for entry in entries)
    assert place_of(entries[0]) == ("Error", "deep", "a.js", 1)
