"""Asks a running server for a one-time link to its dashboard."""

import http.client
import json

from gasoline.launch.connect import CONNECT_WAIT_S, NoAnswer
from gasoline.launch.runtime_file import Runtime


def ask_for_link(runtime: Runtime) -> dict[str, object]:
    """The `url` to type, the `entry` for a page or a program to lead to, and for how many `seconds` they are valid."""
    return _ask(runtime, "/dashboard/link", "url")


def ask_for_link_file(runtime: Runtime) -> str:
    """A file that leads there: every user of the machine can read the arguments of a browser."""
    return str(_ask(runtime, "/dashboard/link-file", "file")["file"])


def _ask(runtime: Runtime, path: str, field: str) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", runtime.port, timeout=CONNECT_WAIT_S)
    headers = {"Content-Type": "application/json", "X-Gasoline-Token": runtime.token}
    try:
        connection.request("POST", path, b"{}", headers)
        answer = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(f"the server (pid {runtime.pid}) did not answer: {error}") from error
    finally:
        connection.close()
    if not isinstance(answer, dict) or field not in answer:
        raise NoAnswer(f"the server (pid {runtime.pid}) did not return a link. Run `gasoline stop`, then try again")
    return answer
