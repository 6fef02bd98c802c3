"""The sample configuration files, by client."""

from pathlib import Path

from gasoline.commands.install.ai_clients import BY_ID, Client

SAMPLES = Path(__file__).parents[1] / "install" / "samples"
COMMAND = "/opt/gasoline/bin/gasoline"
ARGS = ["mcp"]


def samples() -> list[tuple[Client, Path]]:
    files = (file for file in sorted(SAMPLES.glob("*/*")) if file.is_file())
    return [(BY_ID[file.parent.name], file) for file in files]


def text_of(file: Path) -> str:
    return file.read_bytes().decode()
