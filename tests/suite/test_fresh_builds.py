"""Before the tests, whatever they load is built from the sources of now."""

import os
from pathlib import Path

import pytest
from fresh_builds import is_stale, names_of


@pytest.fixture
def build(tmp_path: Path) -> tuple[list[Path], list[Path]]:
    """A result, and the two sources that it was made from before."""
    built, made_from = [tmp_path / "out.js"], [tmp_path / "a.ts", tmp_path / "b.ts"]
    for second, file in enumerate([*made_from, *built]):
        file.write_text("x")
        os.utime(file, (second, second))
    return built, made_from


def test_a_build_newer_than_its_sources_is_kept(build: tuple[list[Path], list[Path]]) -> None:
    built, made_from = build
    assert not is_stale(built, made_from, None)
    assert not is_stale(built, made_from, names_of(made_from))


def test_a_changed_source_makes_a_build_stale(build: tuple[list[Path], list[Path]]) -> None:
    built, made_from = build
    os.utime(made_from[0], (9, 9))
    assert is_stale(built, made_from, names_of(made_from))


def test_a_deleted_source_makes_a_build_stale(build: tuple[list[Path], list[Path]]) -> None:
    built, made_from = build
    before = names_of(made_from)
    assert is_stale(built, made_from[:1], before)


def test_a_missing_result_makes_a_build_stale(build: tuple[list[Path], list[Path]]) -> None:
    built, made_from = build
    built[0].unlink()
    assert is_stale(built, made_from, names_of(made_from))
