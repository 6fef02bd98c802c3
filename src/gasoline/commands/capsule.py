"""`gasoline capsule save|open|info`: a captured session as one file."""

import argparse
import json
import shutil
from pathlib import Path

from gasoline.commands.call import CALL_WAIT_S
from gasoline.commands.completion.choices import offer
from gasoline.commands.flags import add_json, add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.open import open_in_browser
from gasoline.commands.output import print_json, print_note
from gasoline.commands.serve_capsule import serve_capsule
from gasoline.kernel.visible import escape_invisible
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.dashboard_link import ask_for_link
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.working_directory import working_directory
from gasoline.model.tool_error import ToolError

DESCRIPTION = (
    "save: write the captured session, masked, to FILE (default: into the state directory). open: show a saved session "
    "in the dashboard, on a free port. info: say what a file contains. Ask a saved session with `gasoline call "
    "--capsule FILE …` or `gasoline mcp --capsule FILE`."
)
ACTIONS = ("save", "open", "info")


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    offer(parser.add_argument("action", choices=ACTIONS, metavar="save|open|info"), lambda: list(ACTIONS))
    parser.add_argument("file", nargs="?", metavar="FILE")
    parser.add_argument("--since", default="", metavar="AGE", help="save: only the last 30s, 10m or 2h")
    parser.add_argument("--url", default="", metavar="PART", help="save: only events whose URL contains this")
    parser.add_argument("--note", default="", metavar="TEXT", help="save: what was expected, what happened")
    parser.add_argument("--print", action="store_true", dest="only_print", help="open: print the link only")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        if args.action == "save":
            return _save(args)
        if args.file is None:
            raise refuse(f"capsule {args.action} needs FILE")
        return _open(args) if args.action == "open" else _info(args)
    except (NoDaemon, NoAnswer) as error:
        print_note(f"gasoline capsule: {error}")
        return 1


def _save(args: argparse.Namespace) -> int:
    arguments = {"since": args.since, "url_filter": args.url or None, "note": args.note}
    answer = call_tool(args, "save_capsule", arguments)
    if "error" in answer:
        print_json(answer, compact=args.json)
        return 1
    if args.file:
        answer["path"] = str(_move(Path(str(answer["path"])), Path(args.file)))
    if args.json:
        print_json(answer, compact=True)
    else:
        if isinstance(answer["dropped"], dict) and answer["dropped"]:
            print_note(f"The oldest {sum(answer['dropped'].values()):,} entries did not fit: use --since or --url.")
        print(f"Saved {answer['path']} ({answer['bytes']:,} bytes). Secrets were masked; look at it with:")
        print(f"  gasoline capsule open {answer['path']}")
    return 0


def call_tool(
    args: argparse.Namespace, tool: str, arguments: dict[str, object], capsule: str | None = None
) -> dict[str, object]:
    """The JSON answer of a tool of the running server, or of a recording; an error has `error` and `message`."""
    runtime = serve_capsule(args, capsule) if capsule else ensure_daemon(wanted_state_dir(args), wanted_port(args))
    given = {name: value for name, value in arguments.items() if value is not None} | {"output": "json"}
    reply = ask(runtime, "call", wait_s=CALL_WAIT_S, tool=tool, arguments=given, cwd=working_directory())
    content = reply.get("content")
    if not isinstance(content, list):
        raise NoAnswer(f"the server (pid {runtime.pid}) did not answer `{tool}`")
    answer: dict[str, object] = json.loads(content[0]["text"])
    return answer


def _move(source: Path, target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(source, target)).absolute()
    except OSError as error:
        raise refuse(f"cannot write {target}: {error.strerror}; the capsule is {source}") from None


def _open(args: argparse.Namespace) -> int:
    runtime = serve_capsule(args, args.file)
    opened = not args.only_print and not args.json and open_in_browser(runtime)
    link = {} if opened else ask_for_link(runtime)
    if args.json:
        print_json({**link, "port": runtime.port, "pid": runtime.pid}, compact=True)
    elif opened:
        print(f"Opened the recording in your browser. To ask it: gasoline mcp --capsule {args.file}")
    else:
        print(link["url"])
    return 0


def _info(args: argparse.Namespace) -> int:
    from gasoline.capsule.load import open_capsule

    try:
        manifest = open_capsule(Path(args.file)).manifest
    except ToolError as error:
        print_note(f"gasoline capsule: {error.message} {error.hint}")
        return 1
    if args.json:
        print_json(manifest.shown(), compact=True)
        return 0
    for name, value in manifest.shown().items():
        if value:
            print(f"{name}: {escape_invisible(json.dumps(value, ensure_ascii=False))}")
    return 0
