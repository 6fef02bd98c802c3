"""What a command is called unless the user names it."""

from collections.abc import Sequence
from pathlib import PurePath

from gasoline.model.server_bounds import SERVER_RUN_NAME_CHARS

STARTERS = frozenset(
    [
        "npm",
        "npx",
        "pnpm",
        "pnpx",
        "yarn",
        "bun",
        "bunx",
        "deno",
        "node",
        "python",
        "python3",
        "py",
        "uv",
        "poetry",
        "pipenv",
        "pdm",
        "hatch",
        "ruby",
        "bundle",
        "php",
        "dotnet",
        "go",
        "cargo",
        "java",
        "sh",
        "bash",
        "zsh",
        "env",
        "nohup",
        "time",
        "run",
        "exec",
        "start",
        "watch",
        "tool",
        "x",
        "cmd",
    ]
)
"""Programs and words that start something else, which is the better name."""
ENDINGS = (".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".php", ".exe", ".cmd", ".sh", ".jar")


def run_name(command: Sequence[str]) -> str:
    """`dev` of `npm run dev`, `uvicorn` of `python -m uvicorn shop:app`, `server` of `node server.js`."""
    words = [word for word in command if word and not word.startswith("-")]
    names = [_short(word) for word in words]
    chosen = next((name for name in names if name and name not in STARTERS), names[0] if names else "")
    return chosen[:SERVER_RUN_NAME_CHARS] or "server"


def _short(word: str) -> str:
    name = PurePath(word.split(maxsplit=1)[0] if word.split() else word).name
    ending = next((ending for ending in ENDINGS if name.endswith(ending)), "")
    return "".join(char for char in name.removesuffix(ending) if char.isalnum() or char in "._-")
