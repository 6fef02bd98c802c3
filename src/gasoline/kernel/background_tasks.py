"""Background tasks with an owner: their exceptions are logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
logger = logging.getLogger("gasoline.tasks")


def start_task(name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """The caller keeps the task and cancels it when it is no longer needed."""
    task = asyncio.get_running_loop().create_task(work, name=name)
    task.add_done_callback(_log_exception)
    return task


def _log_exception(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("the task “%s” failed", task.get_name(), exc_info=error)
