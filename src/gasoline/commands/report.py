"""`gasoline report`: the captured session as a bug report for people."""

import argparse
import shutil
from pathlib import Path

from gasoline.commands.capsule import call_tool
from gasoline.commands.flags import add_json, add_port, add_state_dir, refuse
from gasoline.commands.output import print_json, print_note
from gasoline.launch.connect import NoAnswer
from gasoline.launch.find_daemon import NoDaemon

DESCRIPTION = (
    "Writes what happened as a bug report: Markdown for an issue, or with --html one file that opens offline. A "
    "capsule of the session is saved with it."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--html", action="store_true", help="write an HTML file")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the report to this file")
    parser.add_argument("--url", default="", metavar="PART", help="only events whose URL contains this")
    parser.add_argument("--note", default="", metavar="TEXT", help="what was expected, what happened")
    parser.add_argument("--capsule", metavar="FILE", help="report about a saved session")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    style = "html" if args.html else "markdown"
    try:
        answer = call_tool(
            args, "generate_report", {"style": style, "url_filter": args.url or None, "note": args.note}, args.capsule
        )
    except (NoDaemon, NoAnswer) as error:
        print_note(f"gasoline report: {error}")
        return 1
    if "error" in answer:
        print_json(answer, compact=args.json)
        return 1
    if args.out:
        answer = _written(answer, args.out)
    if args.json:
        print_json(answer, compact=True)
    else:
        print(answer.get("path") or answer["markdown"])
        print_note(f"The session is in {answer['capsule']}.")
    return 0


def _written(answer: dict[str, object], out: Path) -> dict[str, object]:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if "path" in answer:
            shutil.move(str(answer["path"]), out)
        else:
            out.write_text(str(answer["markdown"]), "utf-8")
    except OSError as error:
        raise refuse(f"cannot write {out}: {error.strerror}") from None
    return {"path": str(out.absolute()), "capsule": answer["capsule"]}
