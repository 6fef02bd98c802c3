"""`gasoline call`: a tool from the shell."""

import json
import urllib.request

import pytest
from home import Home

from gasoline.commands.call_arguments import read_arguments, read_value


# CLI-02
def test_the_answer_is_json_on_stdout_and_notes_are_on_stderr(home: Home) -> None:
    done = home.run("call", "observe", "what=errors", "limit=5")
    assert done.returncode == 0
    assert json.loads(done.stdout) == []
    assert done.stdout.count("\n") == 1
    assert done.stderr.strip()


def test_named_tools_can_be_called_as_well(home: Home) -> None:
    assert home.json_of("call", "get_health")["port"] == home.port


# CLI-02
def test_a_failed_call_is_json_too(home: Home) -> None:
    done = home.run("call", "observe", "what=nothing")
    assert done.returncode == 1
    assert {"error", "message", "hint"} <= json.loads(done.stdout).keys()


def test_an_unknown_tool_names_the_nearest(home: Home) -> None:
    done = home.run("call", "get_browser_error")
    assert done.returncode == 1
    assert "get_browser_errors" in json.loads(done.stdout)["message"]


def test_arguments_can_come_as_one_object(home: Home) -> None:
    assert home.json_of("call", "observe", "--arguments", '{"what": "health"}')["port"] == home.port


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-2.5", -2.5),
        ("true", True),
        ("null", None),
        ("[1,2]", [1, 2]),
        ('{"a": 1}', {"a": 1}),
        ("error", "error"),
        ("", ""),
        ("007", "007"),
        ("NaN", "NaN"),
        ('"quoted"', '"quoted"'),
        ("{broken", "{broken"),
    ],
)
def test_values_are_json_where_they_are_json(text: str, value: object) -> None:
    assert read_value(text) == value


def test_dots_nest_and_only_the_first_equals_sign_counts() -> None:
    pairs = ["assertions.network=true", "assertions.max=3", "script=return a == 1"]
    assert read_arguments(pairs) == {"assertions": {"network": True, "max": 3}, "script": "return a == 1"}


def test_a_value_cannot_be_an_object_and_something_else() -> None:
    with pytest.raises(ValueError, match="'a' to be an object"):
        read_arguments(["a=1", "a.b=2"])


def test_a_complete_answer_is_written_to_a_file_whose_folder_need_not_exist(home: Home) -> None:
    done = home.run("call", "generate", "what=har", "--out", "made/shop.har")
    written = home.folder / "made" / "shop.har"
    assert json.loads(done.stdout) == {"written": "made/shop.har", "bytes": written.stat().st_size}
    assert json.loads(written.read_text())["log"]["version"] == "1.2"


def test_of_an_answer_with_a_script_the_script_goes_into_the_file(home: Home) -> None:
    home.run("call", "observe", "what=health")
    post(home, "/logs", {"entries": [{"type": "exception", "message": "boom", "url": "http://localhost/"}]})
    done = home.run("call", "generate", "what=reproduction", "--out", "boom.spec.js")
    shown = json.loads(done.stdout)
    assert "script" not in shown and shown["written"] == "boom.spec.js"
    assert (home.folder / "boom.spec.js").read_text().startswith("import { test, expect } from '@playwright/test';")


@pytest.mark.parametrize("call", [["generate_test"], ["generate", "what=test", "output=text"]])
def test_a_test_is_written_together_with_the_fixtures_that_it_imports(home: Home, call: list[str]) -> None:
    home.run("call", "observe", "what=health")
    post(
        home,
        "/enhanced-actions",
        {"actions": [{"type": "click", "url": "http://localhost/", "selectors": {"id": "a"}}]},
    )
    done = home.run("call", *call, "fixtures=true", "test_name=Buy tea", "--out", "made/tea.spec.js")
    shown = json.loads(done.stdout)
    assert "fixture_file" not in shown
    assert shown["fixtures_written"] == "made/fixtures/buy-tea.fixtures.js"
    script = (home.folder / "made" / "tea.spec.js").read_text()
    assert script.count("from './fixtures/buy-tea.fixtures.js';") == 1
    assert "export const fixtures" not in script
    fixtures = (home.folder / "made" / "fixtures" / "buy-tea.fixtures.js").read_text()
    assert "export const fixtures = {" in fixtures


def test_a_failed_call_writes_no_file(home: Home) -> None:
    assert home.run("call", "generate", "what=nothing", "--out", "file").returncode == 1
    assert not (home.folder / "file").exists()


def test_a_file_that_cannot_be_written_is_named(home: Home) -> None:
    done = home.run("call", "generate", "what=har", "--out", str(home.folder))
    assert done.returncode == 2
    assert f"cannot write {home.folder}" in done.stderr


def post(home: Home, path: str, body: object) -> None:
    url = f"http://127.0.0.1:{home.port}{path}"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=10).close()
