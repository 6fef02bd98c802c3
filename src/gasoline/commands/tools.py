"""`gasoline tools [TOOL [MODE]]`: lists tools, modes and parameters. Works without a server."""

import argparse

from gasoline.commands.color import BOLD, paint
from gasoline.commands.completion.choices import offer
from gasoline.commands.flags import add_json, refuse
from gasoline.commands.output import print_json
from gasoline.commands.tool_pages import ToolPage, first_sentence, tool_names, tool_pages


def add(parser: argparse.ArgumentParser) -> None:
    tool = parser.add_argument(
        "tool", nargs="?", metavar="TOOL", help="a tool, for example observe or get_browser_errors"
    )
    offer(tool, tool_names)
    parser.add_argument("mode", nargs="?", metavar="MODE", help="a mode of that tool, for example errors")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    book = tool_pages()
    chosen = [page for page in book if args.tool in (None, page.tool, page.name) and args.mode in (None, page.mode)]
    if not chosen:
        raise refuse(_not_found(book, args.tool, args.mode))
    if args.json:
        print_json([page.as_dict() for page in chosen], compact=True)
    elif args.tool is None:
        print(overview())
    else:
        print("\n\n".join(map(in_full, chosen)))
    return 0


def _not_found(book: list[ToolPage], tool: str, mode: str | None) -> str:
    modes = [page.mode for page in book if page.tool == tool]
    if modes:
        return f"{tool} has no mode {mode!r}. Its modes are {', '.join(modes)}."
    return f"there is no tool {tool!r}. The tools are {', '.join(dict.fromkeys(page.tool for page in book))}."


def overview() -> str:
    """Every tool with its modes, one per line."""
    book = tool_pages()
    lines = []
    for tool in dict.fromkeys(page.tool for page in book):
        lines += ["", paint(tool, BOLD)]
        lines += [
            f"  {f'{page.selector}={page.mode}':<24}{first_sentence(page.summary)}"
            for page in book
            if page.tool == tool
        ]
    return "\n".join([*lines[1:], "", "`gasoline tools observe errors` describes one mode; `gasoline call` calls it."])


def in_full(page: ToolPage) -> str:
    """One mode with all its parameters."""
    head = f"{paint(page.call, BOLD)}   (also {page.name})\n  {page.summary}"
    return "\n".join([head, *(f"    {row.signature:<33} {row.meaning}" for row in page.parameters)])
