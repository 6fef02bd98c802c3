"""`gasoline completion`: what Tab offers, asked of the shells themselves."""

import shutil
import subprocess
from pathlib import Path

import pytest
from home import Home

from gasoline.commands.completion.grammar import read_table
from gasoline.commands.install.ai_clients import BY_ID
from gasoline.tools.registry import Registry

BASH = 'source "$1"; COMP_LINE="$2"; COMP_POINT=${#2}; _gasoline; printf "%s\\n" "${COMPREPLY[@]}"'
FISH = "source $argv[1]; complete -C $argv[2]"
ZSH = """
compdef() { }
_files() { print -l -- "$PREFIX"* }
compadd() { local end; [[ "$1" == -S ]] && shift 2; shift; for end; [[ "$end" == "$PREFIX"* ]] && print -r -- "$end" }
source "$1"; words=("${(@s: :)2}"); CURRENT=$#words; PREFIX="$words[-1]"; _gasoline
"""
"""zsh's own functions are stood in for: its completion runs in interactive shells only."""


class Shell:
    def __init__(self, name: str, script: Path) -> None:
        self.name = name
        self.script = script

    def tab(self, line: str) -> set[str]:
        program = {
            "bash": ["bash", "-c", BASH, "bash"],
            "zsh": ["zsh", "-fc", ZSH, "zsh"],
            "fish": ["fish", "-c", FISH],
        }
        done = subprocess.run(
            [*program[self.name], str(self.script), line], capture_output=True, text=True, check=False, timeout=30
        )
        assert done.stderr == ""
        return {word.split("\t")[0] for word in done.stdout.split("\n") if word}

    def mode(self, word: str) -> str:
        """bash replaces only what stands behind the equals sign."""
        return word.partition("=")[2] if self.name == "bash" else word


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest, home: Home) -> Shell:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not on this machine")
    script = home.folder / "script"
    script.write_text(home.run("completion", request.param).stdout)
    return Shell(request.param, script)


def test_commands_flags_and_choices_are_completed(shell: Shell) -> None:
    assert shell.tab("gasoline sta") == {"status"}
    assert shell.tab("gasoline doctor --j") == {"--json"}
    assert shell.tab("gasoline serve --tools ") == {"composite", "named"}
    assert shell.tab("gasoline install cu") == {"cursor"}
    assert shell.tab("gasoline completion f") == {"fish"}


def test_call_completes_tools_modes_and_parameters(shell: Shell) -> None:
    assert shell.tab("gasoline call obs") == {"observe"}
    assert shell.tab("gasoline call observe what=err") == {shell.mode("what=errors")}
    assert shell.tab("gasoline call observe what=errors li") == {"limit="}
    assert shell.tab("gasoline call manage_state action=li") == {shell.mode("action=list")}
    assert shell.tab("gasoline call verify_fix action=st") == {
        shell.mode("action=start"),
        shell.mode("action=status"),
    }


def test_a_flag_for_a_file_completes_files(shell: Shell) -> None:
    found = shell.tab(f"gasoline serve --log-file {shell.script.parent}/scr")
    assert found == {str(shell.script)}


def test_a_value_that_cannot_be_listed_gets_no_wrong_words(shell: Shell) -> None:
    assert shell.tab("gasoline serve --port ") == set()


def test_the_table_has_every_command_client_and_mode() -> None:
    from gasoline.capabilities import ALL
    from gasoline.commands.command_line import COMMANDS

    table = read_table()
    assert set(COMMANDS) <= set(table[""])
    assert set(BY_ID) <= set(table["install"])
    assert {f"what={mode}" for mode in Registry(ALL).modes_of("observe")} == set(table["call observe"])


def test_an_unknown_shell_gets_the_known_ones(home: Home) -> None:
    done = home.run("completion", "tcsh")
    assert done.returncode == 2
    assert "'bash', 'zsh', 'fish'" in done.stderr
