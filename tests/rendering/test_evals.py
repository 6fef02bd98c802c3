"""What a model reads to find each of six recorded bugs: few calls, few bytes, and the cause is in them."""

import asyncio
from pathlib import Path

import pytest

from evals.bugs import ALL, Bug
from evals.replay import answers_to

CALLS, BYTES = 5, 4_000


@pytest.mark.parametrize("bug", ALL, ids=lambda bug: bug.name)
def test_a_bug_is_found_in_few_calls_and_few_bytes(bug: Bug, tmp_path: Path) -> None:
    answers = asyncio.run(answers_to(bug, tmp_path, "text"))
    assert len(answers) <= CALLS
    assert sum(len(answer.encode()) for answer in answers) <= min(BYTES, bug.before.bytes)
    text = "\n".join(answers)
    assert [words for words in bug.cause if words not in text] == []
