"""Calls of verify_fix on a story."""

from typing import Any

from page_story import Story


async def verify(story: Story, action: str, **arguments: Any) -> Any:
    return await story.parts.ask("verify_fix", action=action, **arguments)


async def start(story: Story, **arguments: Any) -> str:
    """Begins and watches; returns the session."""
    name: str = (await verify(story, "start", **arguments))["session_id"]
    await verify(story, "watch", session_id=name)
    return name


async def compare(story: Story, name: str, **arguments: Any) -> Any:
    return (await verify(story, "compare", session_id=name, **arguments))["result"]
