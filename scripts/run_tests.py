"""Runs the Python tests in two halves at once, one for each core: those that share one browser, and the others."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
WITH_BROWSER = ("tests/browser",)
OTHERS = ("tests", "--ignore=tests/browser")


def start(arguments: tuple[str, ...], output: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments, *sys.argv[1:]], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
    )


def main() -> int:
    """0 only if both halves pass; each half's output is shown whole when it is over."""
    with tempfile.TemporaryFile() as with_browser, tempfile.TemporaryFile() as others:
        halves = [(start(WITH_BROWSER, with_browser), with_browser), (start(OTHERS, others), others)]
        codes = []
        for process, output in reversed(halves):
            codes.append(process.wait())
            output.seek(0)
            sys.stdout.buffer.write(output.read())
            sys.stdout.flush()
    return 1 if any(codes) else 0


if __name__ == "__main__":
    raise SystemExit(main())
