"""`gasoline doctor`: runs every check and suggests fixes."""

import argparse

import msgspec

from gasoline.commands.color import GREEN, RED, YELLOW, paint
from gasoline.commands.doctor_checks import diagnose
from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port
from gasoline.commands.output import print_json, single_line
from gasoline.model.check import Check

MARKS = {"ok": ("✓", GREEN), "warn": ("!", YELLOW), "fail": ("✗", RED)}


def add(parser: argparse.ArgumentParser) -> None:
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    checks = diagnose(args.state_dir, wanted_port(args))
    ok = all(check.status != "fail" for check in checks)
    if args.json:
        print_json({"ok": ok, "checks": msgspec.to_builtins(checks)}, compact=True)
    else:
        print("\n".join(map(_as_text, checks)))
    return 0 if ok else 1


def _as_text(check: Check) -> str:
    line = f"{paint(*MARKS[check.status])} {single_line(check.message)}"
    fix = (check.fix or "").replace("\n", "\n      ")
    return f"{line}\n    → {fix}" if fix else line
