"""Puts every command to AI Web Pilot on its list, also those that are refused or fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec

from gasoline.capabilities.capability import Answer, Need
from gasoline.capabilities.context import Client
from gasoline.model.errors import ToolError
from gasoline.store.pilot_audit import PilotAudit
from gasoline.tools.registry import Target


@dataclass
class Outcome:
    """How a command ended; as long as nobody says so, it did not."""

    result: str = "internal_error"

    def take(self, answer: Answer) -> None:
        self.result = "failed" if answer.failed else "ok"


@contextmanager
def watch_pilot(audit: PilotAudit, target: Target, client: Client) -> Iterator[Outcome]:
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
