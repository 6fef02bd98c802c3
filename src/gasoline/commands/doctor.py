"""`gasoline doctor`: looks at everything that can be wrong and says how to mend it."""

import argparse

from gasoline.commands.diagnose import Check, diagnose
from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.show import show_json

MARKS = {"ok": "✓", "warn": "!", "fail": "✗"}


def add(parser: argparse.ArgumentParser) -> None:
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    checks = diagnose(wanted_state_dir(args), wanted_port(args))
    ok = all(check.status != "fail" for check in checks)
    if args.json:
        show_json({"ok": ok, "checks": [check.as_dict() for check in checks]}, compact=True)
    else:
        print("\n".join(map(_as_text, checks)))
    return 0 if ok else 1


def _as_text(check: Check) -> str:
    line = f"{MARKS[check.status]} {check.message}"
    return f"{line}\n    → {check.fix}" if check.fix else line
