"""`gasoline pair`: with `--auth strict`, lets the extension pair for a minute."""

import argparse

from gasoline.commands.flags import add_json, add_state_dir
from gasoline.commands.show import note, show_json
from gasoline.commands.status import running_daemon
from gasoline.launch.connect import NoAnswer, ask
from gasoline.model.limits import PAIR_WINDOW_S


def add(parser: argparse.ArgumentParser) -> None:
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    runtime = running_daemon(args)
    if runtime is None:
        return 1
    try:
        answer = ask(runtime, "pair")
    except NoAnswer as error:
        note(str(error))
        return 1
    if args.json:
        show_json(answer, compact=True)
    else:
        print(f"The extension may pair within the next {PAIR_WINDOW_S:.0f} s: open its popup now.")
    return 0 if answer.get("ok") is True else 1
