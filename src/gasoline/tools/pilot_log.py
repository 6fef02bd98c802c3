"""Logs every AI Web Pilot command, including refused and failed ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec

from gasoline.model.tool_error import ToolError
from gasoline.store.pilot_audit import PilotAudit
from gasoline.toolkit.capability import Answer, Need
from gasoline.toolkit.context import Client
from gasoline.tools.registry import Target


@dataclass
class Outcome:
    """The result of a command; it counts as failed until it is set."""

    result: str = "internal_error"

    def take(self, answer: Answer) -> None:
        self.result = "failed" if answer.failed else "ok"


@contextmanager
def log_pilot_command(audit: PilotAudit, target: Target, client: Client) -> Iterator[Outcome]:
    outcome = Outcome()
    try:
        yield outcome
    except ToolError as error:
        outcome.result = error.code
        raise
    finally:
        if Need.PILOT in target.capability.needs:
            command = msgspec.json.encode(target.arguments).decode()
            audit.add(client.name, target.capability.tool, command, outcome.result)
