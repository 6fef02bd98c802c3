"""Prints what it costs to find each bug, beside what it cost before there were text answers and what JSON costs."""

import asyncio
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "support")]

from tokens import count_tokens  # noqa: E402

from evals.bugs import ALL, Bug, Cost  # noqa: E402
from evals.replay import answers_to  # noqa: E402

HEADINGS = ("bug", "calls", "bytes", "tokens", "before: bytes", "tokens", "as JSON: bytes", "tokens", "cause found")


def main() -> int:
    rows = [HEADINGS]
    is_complete = True
    for bug in ALL:
        text, json = (_answers(bug, output) for output in ("text", "json"))
        tokens_of_text, tokens_of_json = count_tokens(text, json)
        found = all(words in text for words in bug.cause)
        is_complete = is_complete and found
        now, as_json = Cost(len(text.encode()), tokens_of_text), Cost(len(json.encode()), tokens_of_json)
        sizes = [size for cost in (now, bug.before, as_json) for size in (cost.bytes, cost.tokens)]
        rows.append((bug.name, str(len(bug.calls)), *(f"{size:,}" for size in sizes), "yes" if found else "NO"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    print("\n".join(" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows))
    return int(not is_complete)


def _answers(bug: Bug, output: str) -> str:
    with tempfile.TemporaryDirectory(prefix="gasoline-evals-") as folder:
        return "\n".join(asyncio.run(answers_to(bug, Path(folder), output)))


if __name__ == "__main__":
    sys.exit(main())
