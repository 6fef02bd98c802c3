"""The bar of a long `gasoline call`: for a person at a terminal, and for nobody else."""

from home import Home
from terminal import in_terminal

ERASE = "\r\033[K"


def test_a_person_sees_a_bar_that_goes_away_before_the_answer(home: Home) -> None:
    home.env |= {"TERM": "xterm", "PYTHONUTF8": "1"}
    seen = in_terminal(home, "call", "analyze", "what=security")
    *bars, answer = seen.split(ERASE)
    drawn = [bar for bar in bars if bar]
    assert drawn[-1].startswith("████████████████████ ")
    assert drawn[-1].endswith(" looking for exposures")
    assert answer.startswith("Nothing was audited")


def test_a_terminal_without_such_characters_gets_others(home: Home) -> None:
    home.env |= {"TERM": "xterm", "PYTHONIOENCODING": "ascii"}
    assert "#################### " in in_terminal(home, "call", "analyze", "what=security")


def test_a_dumb_terminal_and_a_pipe_get_no_bar(home: Home) -> None:
    home.env["TERM"] = "dumb"
    assert "\033" not in in_terminal(home, "call", "analyze", "what=security")
    home.env["TERM"] = "xterm"
    piped = home.run("call", "analyze", "what=security")
    assert "\033" not in piped.stdout + piped.stderr
    assert "█" not in piped.stderr


def test_the_bar_has_no_colors_to_switch_off(home: Home) -> None:
    home.env |= {"TERM": "xterm", "NO_COLOR": "1"}
    assert "\033[3" not in in_terminal(home, "call", "analyze", "what=security")
