"""`gasoline call TOOL [key=value…]`: any tool from a shell; text on a terminal, JSON otherwise, notes on stderr."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from gasoline.commands.call_arguments import read_arguments
from gasoline.commands.command_line import SELECTORS
from gasoline.commands.completion.choices import offer, offer_after
from gasoline.commands.flags import add_json, add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.commands.progress_bar import progress_bar
from gasoline.commands.save_answer import returns_script, save_answer
from gasoline.commands.serve_capsule import serve_capsule
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.runtime_file import Runtime
from gasoline.launch.working_directory import working_directory

CALL_WAIT_S = 120.0  # `gasoline call`; above the longest question (accessibility, execute)

DESCRIPTION = (
    "Calls a tool as an AI assistant would, starting the server if needed. Prints text on a terminal, JSON otherwise, "
    "notes on stderr; exits 0 unless the tool returns an error. Values are JSON where they parse as JSON, else text: "
    "`gasoline call observe what=errors limit=5`. `gasoline call observe what=errors --help` lists the parameters."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    tool = parser.add_argument("tool", metavar="TOOL", help="for example observe or get_browser_errors")
    pairs = parser.add_argument(
        "pairs", nargs="*", metavar="key=value", help="arguments; use dots for nested values: assertions.network=true"
    )
    offer(tool, _tool_choices)
    offer_after(pairs, _argument_choices)
    parser.add_argument("--arguments", metavar="JSON", help="all arguments as one JSON object")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write the image, the script or the complete answer to this file"
    )
    parser.add_argument("--capsule", metavar="FILE", help="ask a saved session instead of the live browser")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def explain(text: list[str]) -> str:
    """The end of `--help`: describes the tool and mode that were typed, or lists all of them."""
    from gasoline.commands.tool_pages import tool_pages
    from gasoline.commands.tools import in_full, overview

    about = [page for page in tool_pages() if text and text[0] in (page.tool, page.name)]
    chosen = [page for page in about if f"{page.selector}={page.mode}" in text] or about
    if chosen:
        return "\n\n".join(map(in_full, chosen))
    return f"tools and modes:\n\n{overview()}"


def _tool_choices() -> list[str]:
    from gasoline.commands.tool_pages import tool_names

    return tool_names()


def _argument_choices() -> dict[str, list[str]]:
    """Completions after a tool, and after a tool with its mode."""
    from gasoline.commands.tool_pages import summaries_by_name, tool_pages

    text = summaries_by_name()
    for page in tool_pages():
        selected = f"{page.selector}={page.mode}"
        text.setdefault(page.tool, []).append(selected)
        text[f"{page.tool} {selected}"] = page.words
    return text


def _meant(tool: str, word: str) -> str:
    """What a word without a key stands for: a mode, with its tool if another one was typed."""
    from gasoline.capabilities import ALL
    from gasoline.tools.nearest import nearest
    from gasoline.tools.registry import Registry

    near = nearest(tool, SELECTORS)
    meant = Registry(ALL).mode_meant(near, word) if near else ""
    return f"{near} {meant}" if meant and near != tool and " " not in meant else meant


def run(args: argparse.Namespace) -> int:
    try:
        arguments = read_arguments(args.pairs, args.arguments, lambda word: _meant(args.tool, word))
    except ValueError as error:
        raise refuse(str(error)) from None
    arguments.setdefault("output", "text" if _wants_text(args) else "json")
    if args.out is not None and returns_script(args.tool, arguments):
        arguments["output"] = "json"
    try:
        runtime = _server(args)
        answer = _call(runtime, args.tool, arguments)
    except (NoDaemon, NoAnswer) as error:
        print_json({"error": "server_unavailable", "message": str(error)}, compact=args.json)
        return 1
    return _show_answer(answer, args.out, compact=args.json)


def _server(args: argparse.Namespace) -> Runtime:
    if args.capsule is None:
        return ensure_daemon(wanted_state_dir(args), wanted_port(args))
    return serve_capsule(args, args.capsule)


def _wants_text(args: argparse.Namespace) -> bool:
    """A person reads it: nothing goes into a file or a pipe."""
    return sys.stdout.isatty() and not args.json and args.out is None


def _call(runtime: Runtime, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    with progress_bar() as on_progress:
        return ask(
            runtime,
            "call",
            wait_s=CALL_WAIT_S,
            on_progress=on_progress,
            tool=tool,
            arguments=arguments,
            cwd=working_directory(),
            progress=on_progress is not None,
        )


def _show_answer(answer: dict[str, object], out: Path | None, *, compact: bool) -> int:
    refusal = answer.get("error")
    if isinstance(refusal, dict):
        print_json({"error": refusal.get("code"), "message": refusal.get("message")}, compact=compact)
        return 1
    content = answer.get("content")
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    first, *notes = _texts(blocks) or [""]
    failed = bool(answer.get("isError"))
    kept = save_answer(blocks, first, out) if out and not failed else None
    _show(first if kept is None else kept, compact=compact)
    for text in notes:
        print_note(text)
    if out is None and any(block.get("type") == "image" for block in blocks):
        print_note("Use --out FILE to save the image.")
    return int(failed)


def _texts(blocks: Iterable[dict[str, object]]) -> list[str]:
    return [str(block["text"]) for block in blocks if block.get("type") == "text"]


def _show(answer: object, *, compact: bool) -> None:
    try:
        print_json(json.loads(answer) if isinstance(answer, str) else answer, compact=compact)
    except ValueError:
        print(answer)
