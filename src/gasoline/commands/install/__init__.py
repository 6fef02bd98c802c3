"""`gasoline install`: adds the MCP entry to the AI clients on this machine."""

import argparse
import json
import sys
from dataclasses import asdict

from gasoline.commands.completion.choices import offer
from gasoline.commands.install import apply, targets
from gasoline.commands.install.ai_clients import BY_ID
from gasoline.commands.install.apply import Result
from gasoline.commands.install.platform_paths import PlatformPaths, current_platform
from gasoline.commands.install.targets import own_command

OK, REFUSED, USAGE = 0, 1, 2
WRITTEN_VARIABLES = ("GASOLINE_PORT", "GASOLINE_STATE_DIR")
"""A client has its own environment, so what is set here is written into its entry."""
DESCRIPTION = (
    "Adds Gasoline to the configuration of the AI clients on this machine and leaves everything else in it unchanged. "
    "The first change keeps a backup next to the file (.gasoline-backup) until you run --uninstall. "
    "If GASOLINE_PORT or GASOLINE_STATE_DIR is set, the entry passes it on."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    clients = parser.add_argument(
        "clients", nargs="*", metavar="CLIENT", help=f"one of {', '.join(BY_ID)}; default: every client found"
    )
    offer(clients, lambda: list(BY_ID))
    parser.add_argument("--dry-run", action="store_true", help="show the changes without making them")
    parser.add_argument("--uninstall", action="store_true", help="remove the entry")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace, machine: PlatformPaths | None = None, argv0: str | None = None) -> int:
    machine = machine or current_platform()
    command, arguments = own_command(argv0 or sys.argv[0])
    look = targets.all_targets if args.uninstall else targets.find
    try:
        wanted = look(machine, args.clients)
    except targets.UnknownClient as error:
        print(f"gasoline install: {error}", file=sys.stderr)
        return USAGE
    if args.uninstall:
        results = [apply.uninstall(target, dry_run=args.dry_run) for target in wanted]
    else:
        env = {name: machine.env[name] for name in WRITTEN_VARIABLES if machine.env.get(name)}
        results = [apply.install(target, command, arguments, env, dry_run=args.dry_run) for target in wanted]
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
        print("Gasoline is not configured in any client." if args.uninstall else _NOTHING_FOUND)
    for result in results:
        _print_result(result, args.dry_run)
    if not args.dry_run and any(result.action in ("installed", "updated") for result in results):
        print("\nRestart these clients to load it.")


_NOTHING_FOUND = f"No AI client found. To configure one anyway, name it: {', '.join(BY_ID)}"


def _print_result(result: Result, dry_run: bool) -> None:
    changes = result.action in ("installed", "updated", "removed")
    action = f"would be {result.action}" if dry_run and changes else result.action
    print(f"{result.title:<15} {action:<18} {result.message or result.file}")
    if result.backup:
        print(f"{'':<15} {'backup':<18} {result.backup}")
    if dry_run and result.diff:
        print("\n" + result.diff)
