"""What all MCP servers of the daemon share. It exists before the SDK is imported."""

from msgspec import Struct

from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.store.notice_log import NoticeLog
from gasoline.tools.dispatch import Dispatcher


class McpParts(Struct, frozen=True):
    dispatcher: Dispatcher
    notices: NoticeLog
    exits: ClientNotifiers
    version: str
