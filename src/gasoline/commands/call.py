"""`gasoline call TOOL [key=value…]`: any tool from a shell; its JSON on stdout, notes on stderr."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from gasoline.commands.bar import bar
from gasoline.commands.call_arguments import read_arguments
from gasoline.commands.completion.offer import offer, offer_after
from gasoline.commands.flags import add_json, add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.keep_answer import keep
from gasoline.commands.show import note, show_json
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import NoDaemon, have_daemon
from gasoline.launch.runtime_file import Runtime
from gasoline.launch.working_directory import working_directory
from gasoline.model.limits import CALL_WAIT_S

DESCRIPTION = (
    "Calls a tool as an AI assistant does, and starts the server if none runs. The answer is JSON on stdout, notes are "
    "on stderr; the exit code is 0 for an answer that is no error. Values are JSON where they are JSON, else text: "
    "`gasoline call observe what=errors limit=5`. `gasoline call observe what=errors --help` lists the parameters."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    tool = parser.add_argument("tool", metavar="TOOL", help="such as observe or get_browser_errors")
    pairs = parser.add_argument("pairs", nargs="*", metavar="key=value", help="dots nest: assertions.network=true")
    offer(tool, _tool_words)
    offer_after(pairs, _pair_words)
    parser.add_argument("--arguments", metavar="JSON", help="all arguments as one JSON object")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where to write a picture, a script, or the whole answer"
    )
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def explain(words: list[str]) -> str:
    """The end of `--help`: about the tool and the mode that were typed, or about all."""
    from gasoline.commands.tool_book import pages
    from gasoline.commands.tools import in_full, overview

    about = [page for page in pages() if words and words[0] in (page.tool, page.name)]
    chosen = [page for page in about if f"{page.selector}={page.mode}" in words] or about
    if chosen:
        return "\n\n".join(map(in_full, chosen))
    return f"tools and modes:\n\n{overview()}"


def _tool_words() -> list[str]:
    from gasoline.commands.tool_book import tool_names

    return tool_names()


def _pair_words() -> dict[str, list[str]]:
    """What may follow a tool, and what a tool with its mode."""
    from gasoline.commands.tool_book import pages, words_by_name

    words = words_by_name()
    for page in pages():
        selected = f"{page.selector}={page.mode}"
        words.setdefault(page.tool, []).append(selected)
        words[f"{page.tool} {selected}"] = page.words
    return words


def run(args: argparse.Namespace) -> int:
    try:
        arguments = read_arguments(args.pairs, args.arguments)
    except ValueError as error:
        raise refuse(str(error)) from None
    try:
        runtime = have_daemon(wanted_state_dir(args), wanted_port(args))
        answer = _call(runtime, args.tool, arguments)
    except (NoDaemon, NoAnswer) as error:
        show_json({"error": "server_unavailable", "message": str(error)}, compact=args.json)
        return 1
    return _show_answer(answer, args.out, compact=args.json)


def _call(runtime: Runtime, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    with bar() as hear:
        return ask(
            runtime,
            "call",
            wait_s=CALL_WAIT_S,
            hear=hear,
            tool=tool,
            arguments=arguments,
            cwd=working_directory(),
            progress=hear is not None,
        )


def _show_answer(answer: dict[str, object], out: Path | None, *, compact: bool) -> int:
    refusal = answer.get("error")
    if isinstance(refusal, dict):
        show_json({"error": refusal.get("code"), "message": refusal.get("message")}, compact=compact)
        return 1
    content = answer.get("content")
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    first, *notes = _texts(blocks) or [""]
    failed = bool(answer.get("isError"))
    kept = keep(blocks, first, out) if out and not failed else None
    _show(first if kept is None else kept, compact=compact)
    for text in notes:
        note(text)
    if out is None and any(block.get("type") == "image" for block in blocks):
        note("The picture is not shown here: --out FILE writes it.")
    return int(failed)


def _texts(blocks: Iterable[dict[str, object]]) -> list[str]:
    return [str(block["text"]) for block in blocks if block.get("type") == "text"]


def _show(answer: object, *, compact: bool) -> None:
    try:
        show_json(json.loads(answer) if isinstance(answer, str) else answer, compact=compact)
    except ValueError:
        print(answer)
