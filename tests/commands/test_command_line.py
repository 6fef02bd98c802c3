"""Flags, help and what a wrong word gets."""

import pytest
from home import Home

from gasoline import __version__


def test_the_version_is_printed(home: Home) -> None:
    assert home.run("--version").stdout == f"gasoline {__version__}\n"


def test_help_lists_every_command(home: Home) -> None:
    listed = home.run_here("--help").stdout
    for command in ("mcp", "serve", "status", "stop", "doctor", "install", "extension", "browser", "call", "tail"):
        assert f"\n  {command} " in listed


# CLI-01
@pytest.mark.parametrize(
    "command", ["mcp", "serve", "status", "stop", "doctor", "extension", "browser", "open", "pair", "tail"]
)
def test_every_command_has_help(home: Home, command: str) -> None:
    done = home.run_here(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: gasoline {command}")


# CLI-01
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--port", "many"), "use a number from 1 to 65535"),
        (("serve", "--port", "65536"), "use a number from 1 to 65535"),
        (("serve", "--tools", "all"), "choose from 'composite', 'named'"),
        (("serve", "--verbose"), "Accepted: --help, --port, --state-dir, --tools, --auth, --log-file, --allow-origin"),
        (("status", "--jso"), "Accepted: --help, --state-dir, --json"),
        (("qqqq",), "The commands are mcp, serve, status, stop,"),
        (("call",), "TOOL"),
        (("call", "observe", "--what", "errors"), "did you mean what=errors?"),
        (("call", "observe", "what=logs", "--limit=5"), "did you mean limit=5?"),
        (("call", "get_health", "errors"), "use key=value, for example limit=5"),
        (("call", "observe", "--arguments", "[]"), "--arguments takes a JSON object"),
    ],
)
def test_what_is_wrong_and_what_is_accepted(home: Home, words: tuple[str, ...], said: str) -> None:
    done = home.run_here(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize("command", [("serve",), ("call", "observe"), ("doctor",), ("browser",)])
def test_a_malformed_port_in_the_environment_is_named(home: Home, command: tuple[str, ...]) -> None:
    home.env["GASOLINE_PORT"] = "7890x"
    done = home.run_here(*command)
    assert done.returncode == 2
    assert "GASOLINE_PORT: '7890x' is not a valid port" in done.stderr


def test_a_state_directory_that_cannot_be_is_named(home: Home) -> None:
    (home.folder / "file").touch()
    done = home.run_here("status", "--state-dir", str(home.folder / "file"))
    assert done.returncode == 2
    assert "--state-dir" in done.stderr


@pytest.mark.parametrize("mode", ["what=errors", "errors"])
def test_a_tool_without_call_is_led_to_call(home: Home, mode: str) -> None:
    done = home.run_here("observe", mode)
    assert done.returncode == 2
    assert done.stderr == "gasoline: 'observe' is a tool, not a command. Run: gasoline call observe what=errors\n"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("errors", "gasoline call observe what=errors"),
        ("console", "gasoline call observe what=logs"),
        ("get_browser_errors", "gasoline call get_browser_errors"),
        ("statsu", "gasoline status"),
        ("analyse", "gasoline call analyze"),
    ],
)
def test_an_unknown_command_leads_to_the_one_that_was_meant(home: Home, word: str, meant: str) -> None:
    done = home.run_here(word)
    assert done.returncode == 2
    assert done.stderr == f"gasoline: there is no command '{word}'. Did you mean: {meant}\n"


@pytest.mark.parametrize(
    ("tool", "word", "meant"),
    [
        ("observe", "a11y", "analyze what=accessibility"),
        ("observe", "security", "analyze what=security"),
        ("obsrve", "errors", "observe what=errors"),
        ("obsrve", "security", "analyze what=security"),
        ("configure", "clear", "action=clear"),
    ],
)
def test_a_mode_leads_to_its_tool(home: Home, tool: str, word: str, meant: str) -> None:
    done = home.run_here("call", tool, word)
    assert done.returncode == 2
    assert f"did you mean {meant}?" in done.stderr


@pytest.mark.parametrize(("word", "mode"), [("errors", "errors"), ("console", "logs"), ("requests", "network")])
def test_a_mode_without_its_selector_is_led_to_it(home: Home, word: str, mode: str) -> None:
    done = home.run_here("call", "observe", word)
    assert done.returncode == 2
    assert f"did you mean what={mode}?" in done.stderr
