"""`gasoline tools [TOOL [MODE]]`: what an assistant can ask and with which parameters; needs no server."""

import argparse

from gasoline.commands.colour import BOLD, paint
from gasoline.commands.completion.offer import offer
from gasoline.commands.flags import add_json, refuse
from gasoline.commands.show import show_json
from gasoline.commands.tool_book import Page, first_sentence, pages, tool_names


def add(parser: argparse.ArgumentParser) -> None:
    tool = parser.add_argument("tool", nargs="?", metavar="TOOL", help="one, such as observe or get_browser_errors")
    offer(tool, tool_names)
    parser.add_argument("mode", nargs="?", metavar="MODE", help="one mode of it, such as errors")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    book = pages()
    chosen = [page for page in book if args.tool in (None, page.tool, page.name) and args.mode in (None, page.mode)]
    if not chosen:
        raise refuse(_not_found(book, args.tool, args.mode))
    if args.json:
        show_json([page.as_dict() for page in chosen], compact=True)
    elif args.tool is None:
        print(overview())
    else:
        print("\n\n".join(map(in_full, chosen)))
    return 0


def _not_found(book: list[Page], tool: str, mode: str | None) -> str:
    modes = [page.mode for page in book if page.tool == tool]
    if modes:
        return f"{tool} has no mode {mode!r}. It has {', '.join(modes)}."
    return f"there is no tool {tool!r}. The tools are {', '.join(dict.fromkeys(page.tool for page in book))}."


def overview() -> str:
    """Every tool with its modes, a line each."""
    book = pages()
    lines = []
    for tool in dict.fromkeys(page.tool for page in book):
        lines += ["", paint(tool, BOLD)]
        lines += [
            f"  {f'{page.selector}={page.mode}':<24}{first_sentence(page.summary)}"
            for page in book
            if page.tool == tool
        ]
    return "\n".join([*lines[1:], "", "`gasoline tools observe errors` explains one; `gasoline call` calls it."])


def in_full(page: Page) -> str:
    """One mode with all its parameters."""
    head = f"{paint(page.call, BOLD)}   (also {page.name})\n  {page.summary}"
    return "\n".join([head, *(f"    {row.signature:<33} {row.meaning}" for row in page.parameters)])
