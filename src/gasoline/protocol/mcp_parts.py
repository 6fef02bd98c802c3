"""What all MCP servers of the daemon share. It exists before the SDK is imported."""

from dataclasses import dataclass

from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.store.notice_log import NoticeLog
from gasoline.tools.dispatch import Dispatcher


@dataclass(frozen=True)
class McpParts:
    dispatcher: Dispatcher
    notices: NoticeLog
    exits: ClientNotifiers
    version: str
