"""Calls of diff_sessions on a story."""

from typing import Any

from page_story import Story


async def diff(story: Story, action: str, **arguments: Any) -> Any:
    return await story.parts.ask("diff_sessions", action=action, **arguments)


async def capture(story: Story, name: str, **arguments: Any) -> Any:
    return (await diff(story, "capture", name=name, **arguments))["snapshot"]


async def next_run(story: Story) -> None:
    """The first run is kept, and the buffers are empty for the next."""
    await capture(story, "a")
    await story.parts.ask("clear_browser_logs")


async def compare(story: Story, one: str = "a", other: str = "current", **arguments: Any) -> Any:
    return await diff(story, "compare", compare_a=one, compare_b=other, **arguments)


def socket(url: str, state: str) -> dict[str, Any]:
    return {"id": f"{url} {state}", "ts": "2026-01-31T12:00:00Z", "url": url, "state": state}
