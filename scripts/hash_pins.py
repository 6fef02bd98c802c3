"""Writes the hashes of every file that pip may choose for the pins in `requirements*.txt`; `make hashes` runs it.

The files are listed by pip's own reader, so that its configuration counts: mirrors, certificates, extra indexes.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import InvalidVersion, Version
from pip._internal.commands.download import DownloadCommand
from pip._internal.index.collector import LinkCollector, parse_links
from pip._internal.models.link import Link

ROOT = Path(__file__).resolve().parents[1]
FILES = ("requirements.txt", "requirements-otlp.txt", "requirements-dev.txt")
MINORS = range(11, 15)
"""Of Python 3: what the project supports."""
PYTHONS = {"py3", "py2.py3", *(f"{kind}3{minor}" for kind in ("py", "cp") for minor in MINORS)}
STABLE_ABI = re.compile(r"cp3(?P<minor>\d+)")


def main() -> int:
    command = DownloadCommand("download", "")
    options, _ = command.parse_args([])
    with command.main_context():
        collector = LinkCollector.create(command.get_default_session(options), options)
        for name in FILES:
            path = ROOT / name
            path.write_text(with_hashes(path.read_text("utf-8"), collector), "utf-8")
            print(f"wrote {name}")
    return 0


def with_hashes(text: str, collector: LinkCollector) -> str:
    """The same pins, each followed by its hashes; comments and includes stay."""
    return "".join(_written(line, collector) for line in text.replace("\\\n", " ").splitlines())


def _written(line: str, collector: LinkCollector) -> str:
    pin = line.partition(" --hash")[0].rstrip()
    if not pin or pin.startswith(("#", "-")):
        return f"{pin}\n"
    hashes = sorted(set(hashes_of(Requirement(pin), collector)))
    if not hashes:
        raise SystemExit(f"{pin}: no index lists a file of it")
    return " \\\n    ".join([pin, *(f"--hash=sha256:{value}" for value in hashes)]) + "\n"


def hashes_of(pin: Requirement, collector: LinkCollector) -> Iterator[str]:
    for link in _links(pin.name, collector):
        if not is_usable(link.filename, pin):
            continue
        if link.hash_name != "sha256" or link.hash is None:
            raise SystemExit(f"{link.filename}: its index gives no SHA-256")
        yield link.hash


def _links(name: str, collector: LinkCollector) -> Iterator[Link]:
    for location in collector.search_scope.get_index_urls_locations(name):
        if page := collector.fetch_response(Link(location)):
            yield from parse_links(page)


def is_usable(filename: str, pin: Requirement) -> bool:
    """A source distribution, or a wheel for a Python that we support, of exactly the version pinned."""
    try:
        if not filename.endswith(".whl"):
            return _is_pinned(parse_sdist_filename(filename)[1], pin)
        _, version, _, tags = parse_wheel_filename(filename)
    except (InvalidSdistFilename, InvalidWheelFilename, InvalidVersion):
        return False
    return _is_pinned(version, pin) and any(map(_fits, tags))


def _is_pinned(version: Version, pin: Requirement) -> bool:
    return pin.specifier.contains(version, prereleases=True)


def _fits(tag: Tag) -> bool:
    stable = STABLE_ABI.fullmatch(tag.interpreter) if tag.abi == "abi3" else None
    return tag.interpreter in PYTHONS or bool(stable and int(stable["minor"]) in range(2, MINORS.stop))


if __name__ == "__main__":
    sys.exit(main())
