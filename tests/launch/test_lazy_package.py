"""Packages whose own code runs only when it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest
from daemon import Daemon

LAZY = """
import sys
from gasoline.launch.lazy_package import make_lazy
make_lazy("library")
make_lazy("library.server")
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A package that imports a heavy module for everybody, with a module that does not need it."""
    package = tmp_path / "library"
    (package / "server").mkdir(parents=True)
    (package / "__init__.py").write_text("import library.heavy\nfrom library.server import Server\nname = 'library'\n")
    (package / "heavy.py").write_text("weight = 7\n")
    (package / "server" / "__init__.py").write_text("from library.heavy import weight\nclass Server: weight = weight\n")
    (package / "server" / "small.py").write_text("answer = 42\n")
    return tmp_path


def run(library: Path, code: str) -> str:
    done = subprocess.run([sys.executable, "-c", LAZY + code], cwd=library, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_module_is_imported_without_its_packages_code(library: Path) -> None:
    code = "from library.server.small import answer; print(answer, 'library.heavy' in sys.modules)"
    assert run(library, code) == "42 False"


def test_a_name_of_the_package_runs_its_code(library: Path) -> None:
    code = "import library; print(library.name, library.Server.weight, 'library.heavy' in sys.modules)"
    assert run(library, code) == "library 7 True"


def test_a_name_is_imported_from_the_inner_package(library: Path) -> None:
    assert run(library, "from library.server import Server; print(Server.weight)") == "7"


def test_a_missing_name_is_an_import_error_as_ever(library: Path) -> None:
    code = "try:\n    from library import nothing\nexcept ImportError as error:\n    print(type(error).__name__)"
    assert run(library, code) == "ImportError"


def test_a_package_that_is_not_there_stays_missing(library: Path) -> None:
    code = "make_lazy('nowhere')\ntry:\n    import nowhere\nexcept ModuleNotFoundError:\n    print('missing')"
    assert run(library, code) == "missing"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what a process has loaded")
def test_the_daemon_does_not_load_the_cryptography_of_the_sdks_other_server(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state")
    maps = Path(f"/proc/{daemon.process.pid}/maps")
    try:
        daemon.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"})  # the SDK is loaded for the first client
        loaded = maps.read_text()
    finally:
        daemon.stop()
    assert "pydantic_core" in loaded
    assert "cryptography" not in loaded
