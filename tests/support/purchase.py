"""A purchase that fails, and what verify_fix says of it later."""

from typing import Any

from page_story import Story


async def start(story: Story) -> str:
    name: str = (await story.parts.ask("verify_fix", action="start"))["session_id"]
    await story.parts.ask("verify_fix", action="watch", session_id=name)
    story.wait(60)
    return name


async def compare(story: Story, name: str) -> Any:
    return (await story.parts.ask("verify_fix", action="compare", session_id=name))["result"]


def buy(story: Story, status: int = 500, *, fails: bool = True) -> None:
    """The purchase that the tests are about."""
    story.click("Add Moka Pot")
    story.wait(3)
    story.click("Buy")
    story.call("POST", "/api/orders", status)
    if fails:
        story.error("Cannot read properties of undefined (reading 'total')")
