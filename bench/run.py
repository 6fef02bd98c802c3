"""Runs the measurements, all or those that are named, and prints a table of each as soon as it is done.

A name may be the beginning of several: `page` runs page_size, page_console, page_fetch, page_websocket and page_idle.

Ends with 1 if a must is missed or a measurement failed. A must that is a ratio, a count or a size decides; one that is
a time on this machine is shown only.
"""

import os
import subprocess
import sys
import traceback

import measures
from gasoline.commands.find_browser import find_browser
from row import Row, table
from workbench import Workbench


def main(names: list[str]) -> int:
    unknown = [name for name in names if not matching(name)]
    if unknown:
        print(f"There is no measurement {', '.join(unknown)}; there are {', '.join(measures.ALL)}.", file=sys.stderr)
        return 2
    failed: list[str] = []
    for name in [each for named in names for each in matching(named)] or measures.ALL:
        print(f"measuring {name} …", file=sys.stderr)
        rows = measure(name)
        if rows:
            print(f"{table(rows)}\n", flush=True)
        if not rows or any(row.is_missed for row in rows):
            failed.append(name)
    print(machine())
    if failed:
        print(f"failed or missed: {', '.join(failed)}")
    return int(bool(failed))


def matching(name: str) -> list[str]:
    return [each for each in measures.ALL if each == name or each.startswith(f"{name}_")]


def measure(name: str) -> list[Row]:
    """Nothing if it failed: the others still tell something."""
    try:
        with Workbench() as bench:
            return measures.ALL[name](bench)
    except Exception:
        traceback.print_exc()
        return []


def machine() -> str:
    answer = subprocess.run([find_browser(), "--version"], capture_output=True, text=True, timeout=30, check=False)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{os.cpu_count()} cores, load {load} at the end, Python {sys.version.split()[0]}, {answer.stdout.strip()}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
