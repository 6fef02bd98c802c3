"""Sockets: HTTP app, guard, command channel, local socket. The only place that knows a web framework."""
