"""Starts a server that shows a capsule, for the commands that ask one."""

import argparse

from gasoline.commands.flags import refuse, wanted_state_dir
from gasoline.launch.find_daemon import ensure_daemon
from gasoline.launch.recording_dir import recording_dir
from gasoline.launch.runtime_file import Runtime
from gasoline.model.tool_error import ToolError


def serve_capsule(args: argparse.Namespace, file: str) -> Runtime:
    """A server for this file, on a free port; calls about the same file share it. It ends when it is no longer used."""
    from pathlib import Path

    from gasoline.capsule.archive import read_file, unpack
    from gasoline.capsule.load import read_manifest

    try:
        read_manifest(unpack(read_file(Path(file))))
        directory = recording_dir(wanted_state_dir(args), file)
    except ToolError as error:
        raise refuse(f"{error.message} {error.hint}") from None
    except OSError as error:
        raise refuse(f"cannot open {file}: {error.strerror or error}") from None
    return ensure_daemon(directory, 0, replace_other_version=True)
