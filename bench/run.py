"""Runs the measurements, all or those that are named, and prints one table; ends with 1 if a must is missed.

A must that is a ratio, a count or a size decides; one that is a time on this machine is shown only.
"""

import os
import subprocess
import sys

import measures
from gasoline.launch.find_browser import find_browser
from row import Row, table
from workbench import Workbench


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in measures.ALL]
    if unknown:
        print(f"There is no measurement {', '.join(unknown)}; there are {', '.join(measures.ALL)}.", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in names or measures.ALL:
        print(f"measuring {name} …", file=sys.stderr)
        with Workbench() as bench:
            rows += measures.ALL[name](bench)
    print(table(rows))
    print(f"\n{machine()}")
    return int(any(row.is_missed for row in rows))


def machine() -> str:
    answer = subprocess.run([find_browser(), "--version"], capture_output=True, text=True, timeout=30, check=False)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{os.cpu_count()} cores, load {load} at the end, Python {sys.version.split()[0]}, {answer.stdout.strip()}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
