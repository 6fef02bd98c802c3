"""The assistant's side: the questions that it asks through `gasoline mcp`, with the official MCP client."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import narrate
from mcp import Client, MCPError, StdioServerParameters
from stage import GASOLINE, Daemon, DemoFailed
from tell_errors import tell_errors

ANSWER_WAIT_S = 20.0
ALL_ANSWERS_WAIT_S = 60.0
BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Question:
    text: str
    what: str
    keys: tuple[str, ...]
    """Which part of the answer is printed."""
    show: Callable[[Any, tuple[str, ...], str], None] = narrate.answer


ERROR_KEYS = ("type", "message", "method", "url", "status", "response", "stack")
QUESTIONS = (
    Question("Which page is the user looking at?", "page", ("url", "title", "headings")),
    Question("What went wrong?", "errors", ERROR_KEYS, tell_errors),
    Question(
        "What did the page request?", "network", ("status", "method", "url", "initiator", "duration"), narrate.table
    ),
    Question("What is in its log?", "logs", ("level", "type", "args", "message"), narrate.table),
    Question("Is anything missing?", "health", ("status", "buffers", "extension")),
)


class Reply(NamedTuple):
    value: Any
    note: str


async def ask_everything(daemon: Daemon, fixed_url: str) -> dict[str, Any]:
    """Asks the questions and prints the answers; returns the answers by topic."""
    server = StdioServerParameters(command=str(GASOLINE), args=["mcp"], env=daemon.env)
    try:
        async with asyncio.timeout(ALL_ANSWERS_WAIT_S):
            async with Client(server, read_timeout_seconds=ANSWER_WAIT_S) as client:
                await _list_tools(client)
                answers = {question.what: await _ask(client, question) for question in QUESTIONS}
                return {**answers, **await _reproductions(client, fixed_url)}
    except (MCPError, ExceptionGroup, OSError, TimeoutError) as error:
        raise DemoFailed(f"The assistant did not get an answer: {error!r}") from error


async def _ask(client: Client, question: Question) -> Any:
    narrate.question(question.text, f"observe what={question.what}")
    reply = await _call(client, "observe", what=question.what)
    question.show(reply.value, question.keys, reply.note)
    return reply.value


async def _list_tools(client: Client) -> None:
    narrate.question("What can I ask?", "tools/list")
    listed = await client.list_tools()
    size = len(listed.model_dump_json(by_alias=True, exclude_none=True).encode())
    narrate.line(", ".join(tool.name for tool in listed.tools))
    narrate.line(narrate.faint(f"{size:,} bytes, about {size // BYTES_PER_TOKEN:,} tokens"))


async def _reproductions(client: Client, fixed_url: str) -> dict[str, str]:
    """The script that is printed, and the same steps for the fixed shop."""
    narrate.question("How do I reproduce it, and know when it's fixed?", "generate what=reproduction")
    made = await _call(client, "generate", what="reproduction")
    narrate.code(made.value["script"])
    fixed = await _call(client, "generate", what="reproduction", base_url=fixed_url)
    return {"reproduction": made.value["script"], "fixed reproduction": fixed.value["script"]}


async def _call(client: Client, tool: str, **arguments: str) -> Reply:
    result = await client.call_tool(tool, {**arguments, "output": "json"})
    texts = [block.text for block in result.content if block.type == "text"]
    if result.is_error:
        raise DemoFailed(f"{tool} {arguments} answered: {texts[0]}")
    return Reply(json.loads(texts[0]), texts[1] if len(texts) > 1 else "")
