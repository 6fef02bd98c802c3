"""A browser's command line says which extensions it was started with."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gasoline.launch.loaded_extensions import loads_only_ours

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

MANIFEST = Path(__file__).resolve().parents[2] / "extension/manifest.json"
Start = Callable[..., int]


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Two copies of our extension, two others, and one folder without a manifest."""
    ours = MANIFEST.read_text()
    key = json.loads(ours)["key"]
    manifests = {"ours": ours, "copy": ours, "other": '{"name": "Other"}', "hostile": f'["{key}"]', "empty": None}
    for name, manifest in manifests.items():
        (tmp_path / name).mkdir()
        if manifest is not None:
            (tmp_path / name / "manifest.json").write_text(manifest)
    return tmp_path


@pytest.fixture
def start(folders: Path) -> Iterator[Start]:
    """Starts a program with a browser's name and these arguments; returns the id of a child of it."""
    (folders / "bin").mkdir()
    browser = shutil.copy(str(shutil.which("sh")), folders / "bin" / "chromium")
    service = shutil.copy(str(shutil.which("cat")), folders / "bin" / "chrome")
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> int:
        process = subprocess.Popen(
            [browser, "-c", 'exec 3<&0; "$0" <&3 & echo $!; wait', service, *arguments],
            cwd=folders, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        started.append(process)
        assert process.stdout is not None
        return int(process.stdout.readline())

    yield begin
    for process in started:
        process.communicate()


# GUARD-10
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--load-extension={}/ours"], True),
        (["--load-extension=ours"], True),
        (["--load-extension={}/ours,{}/copy"], True),
        (["--load-extension=", "--load-extension={}/ours"], True),
        (["--load-extension={}/ours", "--load-extension={}/other"], False),
        (["--load-extension={}/ours,{}/other"], False),
        (["--load-extension={}/other"], False),
        (["--load-extension={}/hostile"], False),
        (["--load-extension={}/empty"], False),
        (["--load-extension={}/missing"], False),
        (["--load-extension="], False),
        (["--disable-extensions-except={}/ours"], False),
        ([], False),
    ],
)
def test_a_browser_loads_only_ours_if_every_folder_on_its_command_line_has_our_key(
    start: Start, folders: Path, arguments: list[str], expected: bool
) -> None:
    child = start(*(argument.replace("{}", str(folders)) for argument in arguments))
    assert loads_only_ours(child) is expected


def test_a_process_that_has_ended_loads_nothing() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(15)
    assert not loads_only_ours(ended.pid)
