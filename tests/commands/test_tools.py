"""`gasoline tools` and `gasoline call --help`: what can be asked, without a server."""

import re

import pytest
from home import Home

from gasoline.capabilities import ALL
from gasoline.launch.runtime_file import read_runtime


def test_every_mode_is_listed_with_a_sentence(home: Home) -> None:
    said = home.run("tools").stdout
    for capability in ALL:
        for mode in capability.modes:
            assert re.search(rf"={mode.name}\s+\S", said), mode
    assert read_runtime(home.state_dir) is None, "no server was needed"


def test_one_mode_is_explained_with_its_parameters(home: Home) -> None:
    said = home.run("tools", "analyze", "verify_fix").stdout
    assert said.startswith("gasoline call analyze what=verify_fix   (also verify_fix)")
    assert "action=start|watch|compare|status|cancel (required)" in said


def test_a_named_tool_has_a_page_too(home: Home) -> None:
    assert "limit=integer" in home.run("tools", "get_browser_errors").stdout


def test_a_machine_reads_the_same(home: Home) -> None:
    (page,) = home.json_of("tools", "observe", "errors", "--json")
    assert (page["tool"], page["mode"], page["name"]) == ("observe", "errors", "get_browser_errors")
    limit = next(one for one in page["parameters"] if one["name"] == "limit")
    assert (limit["type"], limit["required"]) == ("integer", False)


@pytest.mark.parametrize(
    ("words", "said"),
    [(("nothing",), "The tools are observe, analyze"), (("observe", "nothing"), "Its modes are errors, logs")],
)
def test_what_there_is_not_gets_what_there_is(home: Home, words: tuple[str, ...], said: str) -> None:
    done = home.run("tools", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_help_of_a_call_is_about_what_was_typed(home: Home) -> None:
    one = home.run("call", "observe", "what=errors", "--help").stdout
    assert "gasoline call observe what=errors   (also get_browser_errors)" in one
    assert "limit=integer" in one and "what=logs" not in one
    named = home.run("call", "get_browser_errors", "--help").stdout
    assert "limit=integer" in named and "what=logs" not in named
    tool = home.run("call", "observe", "--help").stdout
    assert "gasoline call observe what=logs" in tool and "analyze" not in tool.partition("gasoline call observe")[2]
    unknown = home.run("call", "nothing", "--help").stdout
    assert "tools and modes:" in unknown


def test_the_help_of_call_explains_tools_and_modes(home: Home) -> None:
    said = home.run("call", "--help").stdout
    assert "gasoline call observe what=errors limit=5" in said
    assert "what=verify_fix" in said
