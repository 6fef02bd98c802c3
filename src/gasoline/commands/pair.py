"""`gasoline pair`: a person allows an extension to connect, lists those that may, or revokes them."""

import argparse
import sys

from gasoline.commands.flags import add_json, add_state_dir, refuse, wanted_state_dir
from gasoline.commands.output import print_json, print_note
from gasoline.commands.status import running_daemon
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.pairing_keys import PAIR_WINDOW_S, BadCode, normalize_code
from gasoline.launch.pairings import PairingRecord, Pairings

DESCRIPTION = (
    "Pairs the extension with the running server. On a terminal it asks for the code that the extension's popup shows; "
    "a program passes it on standard input (`gasoline pair -`). Without a code, the next extension of a browser of "
    "yours is accepted (Linux only), if “Save” in its options or “Trust this server” in its popup is clicked within "
    f"{PAIR_WINDOW_S:.0f} s."
)
FROM_STDIN = "-"
QUESTION = "Code in the extension's popup (Enter for none): "
NOT_AN_ARGUMENT = (
    "Do not pass the code as an argument, because every user of this machine can read arguments. Run the command that "
    "the extension's popup shows, or `gasoline pair`, which asks for the code."
)
NEEDS_CODE = "This system does not show which program connects: give the code that the extension's popup shows."
ALL = "all"
HOW = {"own_copy": "own copy", "code": "by code", "window": "no code"}
NOBODY = "No extension is paired."


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("code", nargs="?", metavar=FROM_STDIN, help="read the code from standard input")
    parser.add_argument("--list", action="store_true", help="list the extensions that may connect")
    parser.add_argument("--revoke", metavar="ID", help="disconnect this extension for good, or `all` of them")
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.list:
        return _list(args)
    return _pair(args) if args.revoke is None else _revoke(args)


def _pair(args: argparse.Namespace) -> int:
    if args.code not in (None, FROM_STDIN):
        raise refuse(NOT_AN_ARGUMENT)
    runtime = running_daemon(args)
    if runtime is None:
        return 1
    typed = _read_code(must_be_there=args.code == FROM_STDIN)
    try:
        code = "" if typed is None else normalize_code(typed)
        answer = ask(runtime, "pair", code=code)
    except (BadCode, NoAnswer) as error:
        print_note(f"gasoline pair: {error}")
        return 1
    if args.json:
        print_json(answer, compact=True)
    elif code:
        print("The extension connects within a few seconds. Its popup shows “Connected”.")
    elif sys.platform != "linux":
        print_note(NEEDS_CODE)
        return 1
    else:
        print(f"Within {PAIR_WINDOW_S:.0f} s, save the server's URL in the extension's options to connect it.")
    return 0 if answer.get("ok") is True else 1


def _read_code(*, must_be_there: bool) -> str | None:
    """From standard input: the arguments of a program are visible to every user."""
    if must_be_there:
        return sys.stdin.readline()
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    print(QUESTION, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() or None


def _list(args: argparse.Namespace) -> int:
    records = Pairings(wanted_state_dir(args)).all()
    if args.json:
        print_json([record._asdict() for record in records], compact=True)
    else:
        print("\n".join(map(pairing_as_text, records)) or NOBODY)
    return 0


def pairing_as_text(record: PairingRecord) -> str:
    seen = f"paired {record.paired_at}, last connected {record.last_connected}" if record.paired_at else "never loaded"
    return f"{record.id}  {HOW[record.how]:<8}  {record.origin}  {seen}"


def _revoke(args: argparse.Namespace) -> int:
    """Asks the running server, which also closes the connections."""
    directory = wanted_state_dir(args)
    known = [record.id for record in Pairings(directory).all()]
    wanted = known if args.revoke == ALL else [args.revoke]
    if not set(wanted) <= set(known):
        print_note(f"gasoline pair: no pairing has the id '{args.revoke[:40]}'. See `gasoline pair --list`.")
        return 1
    runtime = find_daemon(directory)
    try:
        if runtime is None:
            Pairings(directory).remove(wanted)
        else:
            ask(runtime, "unpair", pairings=wanted)
    except (NoAnswer, OSError) as error:
        print_note(f"gasoline pair: {error}")
        return 1
    if args.json:
        print_json({"revoked": wanted}, compact=True)
    else:
        print(f"Revoked: {', '.join(wanted)}." if wanted else NOBODY)
    return 0
