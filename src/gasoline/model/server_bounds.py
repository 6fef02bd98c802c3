"""Bounds of server output that the wrapper and the daemon share. Standard library only."""

from gasoline.model.units import KIB, MIB

SERVER_LOGS = 5_000  # RUN-03: entries of development servers that are kept
SERVER_LOGS_BYTES = 4 * MIB  # RUN-03: of these together
SERVER_LINE_BYTES = 16 * KIB  # a longer line is split
SERVER_ENTRY_CHARS = 16 * KIB  # text of one entry; a stack trace keeps its beginning and its end
SERVER_RUN_NAME_CHARS = 40
SERVER_COMMAND_CHARS = 200  # of a command in health
SERVER_DRAIN_S = 0.25  # how long output of processes that outlive the command is read
SERVER_GATHER_S = 0.02  # how long output is gathered before it is parsed
