"""`gasoline doctor`: looks at everything that can be wrong and says how to mend it."""

import argparse

import msgspec

from gasoline.commands.colour import GREEN, RED, YELLOW, paint
from gasoline.commands.diagnose import diagnose
from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port
from gasoline.commands.show import on_one_line, show_json
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
        show_json({"ok": ok, "checks": msgspec.to_builtins(checks)}, compact=True)
    else:
        print("\n".join(map(_as_text, checks)))
    return 0 if ok else 1


def _as_text(check: Check) -> str:
    line = f"{paint(*MARKS[check.status])} {on_one_line(check.message)}"
    return f"{line}\n    → {check.fix}" if check.fix else line
