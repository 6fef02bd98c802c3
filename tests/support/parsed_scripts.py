"""Generated scripts as acorn reads them, many in one process."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

READER = Path(__file__).with_name("parse_scripts.mjs")


@dataclass(frozen=True)
class Parsed:
    """The structure without its literals, every string in it, and the calls with their plain arguments."""

    outline: str
    strings: list[str]
    calls: list[tuple[str, list[Any]]]


def parse_scripts(scripts: list[str]) -> list[Parsed]:
    done = subprocess.run(
        ["node", str(READER)], input=json.dumps(scripts), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return [
        Parsed(read["outline"], read["strings"], [(name, arguments) for name, arguments in read["calls"]])
        for read in json.loads(done.stdout)
    ]
