"""`gasoline install`: writes the MCP entry into the AI clients found on this machine."""

import argparse
import json
import sys
from dataclasses import asdict

from gasoline.commands.completion.offer import offer
from gasoline.commands.install import apply, targets
from gasoline.commands.install.apply import Result
from gasoline.commands.install.clients import BY_ID
from gasoline.commands.install.machine import Machine, this_machine
from gasoline.commands.install.own_command import own_command

OK, REFUSED, USAGE = 0, 1, 2
DESCRIPTION = (
    "Writes Gasoline into the AI clients found on this machine. Everything else in their files stays. "
    "Before the first change a copy is kept beside the file (.gasoline-backup) until --uninstall."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    clients = parser.add_argument(
        "clients", nargs="*", metavar="CLIENT", help=f"one of {', '.join(BY_ID)}; all found if none"
    )
    offer(clients, lambda: list(BY_ID))
    parser.add_argument("--dry-run", action="store_true", help="show what would change and change nothing")
    parser.add_argument("--uninstall", action="store_true", help="take the entry out again")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(args: argparse.Namespace, machine: Machine | None = None, argv0: str | None = None) -> int:
    machine = machine or this_machine()
    command, arguments = own_command(argv0 or sys.argv[0])
    look = targets.everywhere if args.uninstall else targets.find
    try:
        wanted = look(machine, args.clients)
    except targets.UnknownClient as error:
        print(f"gasoline install: {error}", file=sys.stderr)
        return USAGE
    if args.uninstall:
        results = [apply.uninstall(target, dry_run=args.dry_run) for target in wanted]
    else:
        results = [apply.install(target, command, arguments, dry_run=args.dry_run) for target in wanted]
    if args.json:
        print(json.dumps({"dry_run": args.dry_run, "results": [asdict(result) for result in results]}, indent=2))
    else:
        _print(results, args)
    refused = any(result.action == "refused" for result in results)
    return REFUSED if refused or (not results and not args.uninstall) else OK


def _print(results: list[Result], args: argparse.Namespace) -> None:
    if args.uninstall:
        results = [result for result in results if result.action != "not installed"]
    if not results:
        print("Gasoline is in no client's file." if args.uninstall else _NOTHING_FOUND)
    for result in results:
        _print_result(result, args.dry_run)
    if not args.dry_run and any(result.action in ("installed", "updated") for result in results):
        print("\nRestart these clients so that they see it.")


_NOTHING_FOUND = f"No AI client found. Name one to write its file all the same: {', '.join(BY_ID)}"


def _print_result(result: Result, dry_run: bool) -> None:
    changes = result.action in ("installed", "updated", "removed")
    action = f"would be {result.action}" if dry_run and changes else result.action
    print(f"{result.title:<15} {action:<18} {result.message or result.file}")
    if result.backup:
        print(f"{'':<15} {'backup':<18} {result.backup}")
    if dry_run and result.diff:
        print("\n" + result.diff)
