"""Everything that leaves the server: what is planted in it must not come out."""

import io
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
from parts import Parts

from gasoline.capabilities import ALL
from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import ALL as VIEWS
from gasoline.protocol import resources
from gasoline.toolkit.context import Client
from gasoline.transport.exported_events import KINDS

PAGE = "https://shop.test/cart"
IDS = re.compile(r'"(?:id|key)":("(?:[^"\\]|\\.)+")')
DETAILS = 40  # entries of a view that are opened

# What a capability cannot do without, or shows only if asked; everything else is asked with its defaults.
ARGUMENTS: dict[str, list[dict[str, Any]]] = {
    "get_browser_errors": [{}, {"full": True}],
    "query_dom": [{"selector": "body"}],
    "security_audit": [{"severity_min": "info"}],
    "export_sarif": [{"source": "security"}, {}],
    "check_performance": [{}, {"url": PAGE}],
    "get_reproduction_script": [{}, {"format": "cypress"}],
    "generate_test": [{"fixtures": True}, {"framework": "cypress", "fixtures": True}],
    "generate_report": [{}, {"style": "html"}],
    "validate_api": [{"action": "analyze"}, {"action": "report"}],
    "verify_fix": [{"action": "start"}],
    "diff_sessions": [
        {"action": "capture", "name": "a"},
        {"action": "list"},
        {"action": "compare", "compare_a": "a", "compare_b": "current"},
    ],
    "configure_streaming": [{"action": "status"}],
    "highlight_element": [{"selector": "body"}],
    "manage_state": [{"action": "list"}],
    "execute_javascript": [{"script": "1"}],
    "clear_browser_logs": [],
}


async def every_exit(parts: Parts) -> AsyncIterator[tuple[str, str]]:
    """The name of each exit, and what it shows."""
    async for shown in every_answer(parts):
        yield shown
    async for shown in every_view(parts):
        yield shown
    for resource in resources.ALL:
        read = await resources.read(resource.uri, parts.dispatcher, parts.store.notices, parts.client)
        yield resource.uri, read.model_dump_json()
    for shown in (*stored(parts), *written(parts)):
        yield shown


def stored(parts: Parts) -> Iterator[tuple[str, str]]:
    """What is stored as an export, a live page and a client get it."""
    for name, buffer in parts.store.buffers.items():
        for saved in buffer.saved():
            yield f"row of {name}", parts.dispatcher.json(row_of(saved.seq, saved.event))
            if name in KINDS:
                yield f"export of {name}", parts.dispatcher.json({"stream": name, "event": saved.event})
    for kept in parts.store.notices.newest_first():
        yield "notice", msgspec.json.encode(kept.notice.params()).decode()


def written(parts: Parts) -> Iterator[tuple[str, str]]:
    """The log file, capsules and reports."""
    for file in sorted(parts.folder.rglob("*")):
        if file.is_file():
            yield file.name, _content(file)


async def every_answer(parts: Parts) -> AsyncIterator[tuple[str, str]]:
    for capability in ALL:
        for arguments in ARGUMENTS.get(capability.tool, [{}]):
            for output in ("json", "text"):
                reply = await parts.call(capability.tool, **arguments, output=output)
                yield f"{capability.tool} {arguments} {output}", "\n".join(reply.texts)


async def every_view(parts: Parts) -> AsyncIterator[tuple[str, str]]:
    """The lists of the dashboard, and each of their entries."""
    context = parts.dispatcher.context(Client("dashboard", 0))
    for view in VIEWS:
        listed = parts.dispatcher.json(await view.read(context, Query("")))
        yield f"view {view.name}", listed
        for quoted in IDS.findall(listed)[:DETAILS]:
            entry: str = msgspec.json.decode(quoted)
            yield f"view {view.name} {entry}", parts.dispatcher.json(await view.read(context, Query(entry)))


def _content(file: Path) -> str:
    if not zipfile.is_zipfile(file):
        return file.read_text(errors="replace")
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        return "\n".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
