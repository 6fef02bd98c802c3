"""Every sample file at the place where each platform has it: installed once, left alone, and as it was afterwards."""

import argparse
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from sample_files import samples

from gasoline.commands import install
from gasoline.commands.install.ai_clients import BY_ID, Client
from gasoline.commands.install.platform_paths import PlatformPaths


class OnThisDisk(PlatformPaths):
    """Another platform's rules over real folders."""

    def path(self, text: str) -> Path:
        return Path(text)


PLATFORMS = ("linux", "darwin", "win32")
every_platform = pytest.mark.parametrize("platform", PLATFORMS)


class Person:
    def __init__(self, home: Path, platform: str, client: Client, place: int = 0) -> None:
        self.machine = OnThisDisk(platform, home, {})
        self.client = client
        self.place = place
        self.program = home / "bin" / "gasoline"
        self.program.parent.mkdir()
        self.program.touch()

    @property
    def file(self) -> Path:
        """At the client's first place, or another; some have a folder that is named at random."""
        return Path(str(self.client.files(self.machine)[self.place]).replace("*", "pzs8sxrjxfjjc"))

    def run(self, *words: str) -> int:
        parser = argparse.ArgumentParser()
        install.add(parser)
        return install.run(parser.parse_args(words), self.machine, str(self.program))


class Case(NamedTuple):
    """A sample at one of the places where its client looks on a platform."""

    platform: str
    client: Client
    sample: Path
    place: int

    def __str__(self) -> str:
        return f"{self.platform}-{self.client.id}-{self.sample.name}-{self.place}"


CASES = [
    Case(platform, client, sample, place)
    for platform in PLATFORMS
    for client, sample in samples()
    for place in range(len(client.files(PlatformPaths(platform, Path("/home/ada"), {}))))
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_sample_is_found_filled_left_alone_and_restored(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = case.sample
    person = Person(tmp_path, case.platform, case.client, case.place)
    person.file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(sample, person.file)

    assert person.run() == 0, "found without being named"
    installed = person.file.read_bytes()
    assert str(person.program).encode() in installed
    capsys.readouterr()

    assert person.run() == 0
    assert "already installed" in capsys.readouterr().out
    assert person.file.read_bytes() == installed

    assert person.run("--uninstall") == 0
    if "other-gasoline" not in sample.name:
        assert person.file.read_bytes() == sample.read_bytes()
    assert sorted(person.file.parent.iterdir()) == sorted({person.file, *_own_folder(person)})


@every_platform
@pytest.mark.parametrize("client", BY_ID.values(), ids=list(BY_ID))
def test_a_named_client_without_a_file_gets_one_and_loses_it_again(
    platform: str, client: Client, tmp_path: Path
) -> None:
    person = Person(tmp_path, platform, client)
    assert person.run(client.id) == 0
    written = [Path(file) for file in client.files(person.machine) if "*" not in str(file) and Path(file).is_file()]
    assert written
    assert person.run("--uninstall", client.id) == 0
    assert not any(file.exists() for file in written)


def _own_folder(person: Person) -> list[Path]:
    """Claude Code's file is in the home itself, beside the program of this test."""
    return [person.program.parent] if person.file.parent == person.program.parent.parent else []
