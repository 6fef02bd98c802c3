"""Binds the port before any slow import, so that a second server fails within milliseconds."""

import errno
import socket
import sys

from gasoline.launch.port_holder import Holder, find_port_holder

LISTEN_BACKLOG = 256  # connections waiting while the daemon still loads


class PortTaken(Exception):
    """Another process listens on the port."""

    def __init__(self, port: int, holder: Holder) -> None:
        super().__init__(f"port {port} is taken by {holder.describe()}. {holder.next_step()}")
        self.port = port
        self.holder = holder


def bind_port(port: int) -> socket.socket:
    """A socket that listens on 127.0.0.1:`port` (0: any free one)."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            # Otherwise a restart fails while old connections are in TIME_WAIT. On Windows others could take the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(LISTEN_BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(port, find_port_holder(port)) from error
        raise
    return listener
