"""Turns the completion table into a script for each shell. Pressing Tab does not start Python."""

import re
import shlex
from collections.abc import Callable, Mapping

from gasoline.commands.completion.grammar import Table

PLAIN = re.compile(r"[\w@=.,:/+-]+", re.ASCII)
"""Words that need no quoting in any shell; other words are not offered."""

BOTH = """\
# Prints the completions after these words; `@files` means file names.
_gasoline_after() {
  case "$1" in
%s
  esac
}

# Prints the completions for the words of a line, which start with the program's name.
_gasoline_candidates() {
  local command="$2" last="" tool="" mode="" word place=0
  if [ $# -le 1 ]; then _gasoline_after ""; return; fi
  for word in "$@"; do
    place=$((place + 1)); last="$word"
    if [ $place -le 2 ]; then continue; fi
    case "$word" in
      -*) ;;
      *=*) [ -n "$mode" ] || mode="$word" ;;
      *) [ -n "$tool" ] || tool="$word" ;;
    esac
  done
  case "$last" in
    --*) if _gasoline_takes_value "$command $last"; then _gasoline_after "$command $last"; return; fi ;;
  esac
  if [ "$command" = call ] && [ -n "$tool" ]; then
    _gasoline_after "call $tool"
    [ -z "$mode" ] || _gasoline_after "call $tool $mode"
    return
  fi
  _gasoline_after "$command"
}

_gasoline_takes_value() {
  case "$1" in
    %s) return 0 ;;
  esac
  return 1
}
"""

BASH = """
_gasoline() {
  local line="${COMP_LINE:0:COMP_POINT}" current given candidates
  current="${line##*[[:space:]]}"
  read -ra given <<< "${line%"$current"}"
  candidates="$(_gasoline_candidates "${given[@]}")"
  if [ "$candidates" = "@files" ]; then
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
    return
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  if [ "${#COMPREPLY[@]}" -gt 0 ] && [ "${COMPREPLY[0]: -1}" = "=" ]; then compopt -o nospace 2>/dev/null; fi
  # bash treats the text after an equals sign as a separate word.
  case "$current" in
    *=*) COMPREPLY=("${COMPREPLY[@]#"${current%%=*}="}") ;;
  esac
}
complete -F _gasoline gasoline
"""

ZSH = """
_gasoline() {
  local -a given candidates
  given=("${(@)words[1,CURRENT-1]}")
  candidates=("${(@f)$(_gasoline_candidates "${given[@]}")}")
  if [[ "$candidates" == "@files" ]]; then
    _files
    return
  fi
  compadd -S '' -- ${(M)candidates:#*=}
  compadd -- ${candidates:#*=}
}
compdef _gasoline gasoline
"""

FISH = """\
# Prints the completions after these words; `@files` means file names.
function __gasoline_after
    switch "$argv[1]"
%s
    end
end

# Prints the completions for the current line.
function __gasoline_candidates
    set -l given (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l command $given[2]
    set -l last $given[-1]
    if test (count $given) -le 1
        __gasoline_after ""
        return
    end
    if contains -- "$command $last" %s
        __gasoline_after "$command $last" | string match -v -- @files
        return
    end
    set -l plain (string match -v -- '-*' $given[3..-1])
    set -l tool (string match -v -- '*=*' $plain)[1]
    set -l mode (string match -- '*=*' $plain)[1]
    if test "$command" = call; and test -n "$tool"
        __gasoline_after "call $tool"
        test -n "$mode"; and __gasoline_after "call $tool $mode"
        return
    end
    __gasoline_after "$command"
end

function __gasoline_wants_file
    set -l given (commandline -xpc 2>/dev/null; or commandline -opc)
    test (count $given) -ge 3; and contains -- @files (__gasoline_after "$given[2] $given[-1]")
end

complete -c gasoline -f
complete -c gasoline -a '(__gasoline_candidates)'
complete -c gasoline -n __gasoline_wants_file -F
"""


def bash(table: Table) -> str:
    return _for_both(table) + BASH


def zsh(table: Table) -> str:
    return _for_both(table) + ZSH


def fish(table: Table) -> str:
    cases = "\n".join(
        f"        case {shlex.quote(key) if key else repr('')}\n            printf '%s\\n' {' '.join(words)}"
        for key, words in _rows(table).items()
    )
    valued = " ".join(shlex.quote(key) for key in _taking_values(table))
    return FISH % (cases, valued)


def _for_both(table: Table) -> str:
    cases = "\n".join(f"    \"{key}\") printf '%s\\n' {' '.join(words)} ;;" for key, words in _rows(table).items())
    return BOTH % (cases, "|".join(f'"{key}"' for key in _taking_values(table)))


def _rows(table: Table) -> Table:
    """Keeps words that need no quotes, and rows that have words left."""
    plain = {key: [word for word in words if PLAIN.fullmatch(word)] for key, words in table.items()}
    return {key: words for key, words in plain.items() if words and all(map(PLAIN.fullmatch, key.split()))}


def _taking_values(table: Table) -> list[str]:
    return [key for key in table if " --" in key]


SCRIPTS: Mapping[str, Callable[[Table], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
