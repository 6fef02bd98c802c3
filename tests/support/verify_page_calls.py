"""Calls of verify_fix where the page counts."""

from typing import Any

from page_story import Story


async def start(story: Story, **arguments: Any) -> str:
    name: str = (await story.parts.ask("verify_fix", action="start", **arguments))["session_id"]
    return name


async def compare(story: Story, name: str, **arguments: Any) -> Any:
    return (await story.parts.ask("verify_fix", action="compare", session_id=name, **arguments))["result"]


async def headline(story: Story, name: str, **arguments: Any) -> str:
    return (await story.parts.read("verify_fix", action="compare", session_id=name, **arguments)).split("\n")[0]
