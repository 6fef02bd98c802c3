"""The assistant's side: the questions it asks over MCP, by the official client, through `gasoline mcp`."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import narrate
from mcp import Client, StdioServerParameters
from stage import GASOLINE, Daemon

ANSWER_WAIT_S = 20.0
BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Question:
    text: str
    what: str
    keys: tuple[str, ...]
    """What of the answer is printed."""


QUESTIONS = (
    Question("Which page is the user looking at?", "page", ("url", "title", "headings")),
    Question(
        "What went wrong?",
        "errors",
        ("type", "message", "method", "url", "status", "response", "rejection", "stack"),
    ),
    Question("What did the page ask its server?", "network", ("method", "url", "status", "duration", "decodedSize")),
    Question("What did it say on its console?", "logs", ("type", "level", "args", "message", "status")),
    Question("Is anything missing from all this?", "health", ("status", "uptime_s", "buffers", "extension")),
)


class Reply(NamedTuple):
    value: Any
    note: str


async def ask_everything(daemon: Daemon) -> dict[str, Any]:
    """Asks and prints; the answers by what was observed."""
    server = StdioServerParameters(command=str(GASOLINE), args=["mcp"], env=daemon.env)
    async with Client(server, read_timeout_seconds=ANSWER_WAIT_S) as client:
        await _list_tools(client)
        answers = {}
        for question in QUESTIONS:
            narrate.question(question.text, f"observe what={question.what}")
            reply = await _observe(client, question.what)
            narrate.answer(reply.value, question.keys, reply.note)
            answers[question.what] = reply.value
        return answers


async def _list_tools(client: Client) -> None:
    narrate.question("What can I ask?", "tools/list")
    listed = await client.list_tools()
    size = len(listed.model_dump_json(by_alias=True, exclude_none=True).encode())
    narrate.line(", ".join(tool.name for tool in listed.tools))
    narrate.line(narrate.faint(f"{size:,} bytes, about {size // BYTES_PER_TOKEN:,} tokens"))


async def _observe(client: Client, what: str) -> Reply:
    result = await client.call_tool("observe", {"what": what})
    texts = [block.text for block in result.content if block.type == "text"]
    return Reply(json.loads(texts[0]), texts[1] if len(texts) > 1 else "")
