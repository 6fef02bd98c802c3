"""The table of numbers: each name stands for one number, and the extension is told each once."""

import ast
from collections import Counter
from pathlib import Path

from gasoline.model import limits


def test_no_limit_is_given_twice() -> None:
    tree = ast.parse(Path(limits.__file__).read_text())
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_the_extension_is_told_each_limit_once() -> None:
    assert [name for name, count in Counter(limits.SHARED_WITH_EXTENSION).items() if count > 1] == []
