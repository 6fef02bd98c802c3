"""`gasoline open`: the dashboard in the person's browser, by a link that works once."""

import argparse
import http.client
import json
import webbrowser

from gasoline.commands.flags import add_json, add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.show import note, show_json
from gasoline.launch.connect import NoAnswer
from gasoline.launch.find_daemon import NoDaemon, have_daemon
from gasoline.launch.runtime_file import Runtime
from gasoline.model.limits import CONNECT_WAIT_S

DESCRIPTION = (
    "Opens the dashboard, and starts the server if none runs. The link lets in one browser and is void after a minute: "
    "no other page and no other program can use it afterwards."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--print", action="store_true", dest="only_print", help="print the link, open nothing")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        link = ask_for_link(have_daemon(wanted_state_dir(args), wanted_port(args)))
    except (NoDaemon, NoAnswer) as error:
        note(f"gasoline open: {error}")
        return 1
    opened = not args.only_print and webbrowser.open(str(link["url"]))
    if args.json:
        show_json({**link, "opened": opened}, compact=True)
    elif args.only_print:
        print(link["url"])
    elif opened:
        print("The dashboard is in your browser.")
    else:
        note(f"No browser could be started. Within {link['seconds']} s, open this link yourself:")
        print(link["url"])
    return 0


def ask_for_link(runtime: Runtime) -> dict[str, object]:
    """`url` and for how many `seconds` it is good."""
    connection = http.client.HTTPConnection("127.0.0.1", runtime.port, timeout=CONNECT_WAIT_S)
    headers = {"Content-Type": "application/json", "X-Gasoline-Token": runtime.token}
    try:
        connection.request("POST", "/dashboard/link", b"{}", headers)
        answer = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(f"the server (pid {runtime.pid}) did not answer: {error}") from error
    finally:
        connection.close()
    if not isinstance(answer, dict) or "url" not in answer:
        raise NoAnswer(f"the server (pid {runtime.pid}) gave no link; `gasoline stop`, then try again")
    return answer
