"""Errors of minified programs, placed by real source maps: the summary names what the source says."""

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

MINIFIED_ERRORS = Path(__file__).parents[1] / "support" / "minified_errors.mjs"

PROGRAMS = [
    (
        """
interface Order { receipt?: { total: number } }
function totalOf(order: Order): string {
  return String(order.receipt!.total);
}
export const shown = totalOf({});
""",
        "`order.receipt` is undefined when reading `total`",
    ),
    (
        """
const answer: any = { data: { items: [{ price: { amount: 1 } }, {}] } };
function sum(items: any[]): number {
  return items[0].price.amount + items[1].price.amount;
}
export const total = sum(answer.data.items);
""",
        "`items[1].price` is undefined when reading `amount`",
    ),
    (
        """
const users: any = { load: (id: number) => null };
function show(id: number) {
  const label = `User ${id}: ${users.load(id).name}`;
  return label;
}
export const text = show(7);
""",
        "`users.load(id)` is null when reading `name`",
    ),
    (
        """
function render(cart: any) {
  const header = String(cart.title).trim();
  return cart.lines.map((line: any) => header + line);
}
export const html = render({ lines: {} });
""",
        "`cart.lines.map` is called but is not a function",
    ),
    (
        """
function submit(form: any, onDone: any) {
  if (form.isReady(1)) onDone(form);
}
export const done = submit({ isReady: () => true }, 5);
""",
        "`onDone` is called but is not a function",
    ),
    (
        """
function names(response: any) {
  return response
    .data
    .users.map((user: any) => user.name);
}
export const all = names({ data: null });
""",
        "`response.data` is null when reading `users`",
    ),
    (
        """
function pick(settings: any) {
  const { theme } = settings.ui;
  return theme;
}
export const theme = pick({});
""",
        "`settings.ui` is undefined when destructuring `theme`",
    ),
]


@cache
def what_v8_says() -> list[dict[str, Any]]:
    programs = json.dumps([source for source, _ in PROGRAMS])
    done = subprocess.run(
        ["node", str(MINIFIED_ERRORS), programs], capture_output=True, text=True, check=True, timeout=60
    )
    said: list[dict[str, Any]] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize("number", range(len(PROGRAMS)), ids=[wanted for _, wanted in PROGRAMS])
async def test_the_summary_names_the_expression_of_the_source(tmp_path: Path, number: int) -> None:
    source, wanted = PROGRAMS[number]
    said = what_v8_says()[number]
    lines = [
        {"line": at, "text": text, **({"isError": True} if at == said["line"] else {})}
        for at, text in enumerate(source.split("\n"), start=1)
    ]
    snippet = {"file": "src/a.ts", "line": said["line"], "column": said["column"], "snippet": lines}
    parts = Parts(tmp_path)
    entry = {"type": "exception", "message": said["message"], "errorType": said["name"], "_sourceSnippets": [snippet]}
    parts.send("logs", entry)
    (shown,) = await parts.ask("get_browser_errors")
    assert wanted in shown["_aiContext"]["summary"], said
