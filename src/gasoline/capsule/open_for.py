"""Opens a capsule that a client names, as one side of a comparison."""

from pathlib import Path

from gasoline.capsule.bounds import SUFFIX
from gasoline.capsule.load import OpenedCapsule, open_capsule
from gasoline.toolkit.context import Context
from gasoline.toolkit.progress import run_in_thread


def is_capsule_name(name: str) -> bool:
    return name.endswith(SUFFIX)


async def open_for(ctx: Context, file: str) -> OpenedCapsule:
    """A relative path is relative to the client's directory."""
    path = Path(ctx.client.directory) / file
    return await run_in_thread(ctx.progress, lambda _: open_capsule(path))
