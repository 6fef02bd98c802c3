"""diff_sessions: what counts as slower, and every verdict."""

from pathlib import Path

import msgspec
import pytest
from diff_calls import capture, compare, next_run
from page_story import Story
from parts import Parts

from gasoline.analysis.sessions.take_snapshot import MEASURED_LOADS
from gasoline.kernel.performance.regressions import LARGER_BYTES


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def test_performance_of_different_pages_is_not_compared(story: Story) -> None:
    story.performance("/cart", load=100)
    await capture(story, "a")
    story.performance("/other", load=5_000)
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="current")
    assert msgspec.json.decode(reply.texts[0])["diff"]["performance"] == {}
    assert "different pages" in reply.texts[1]


THRESHOLDS = [
    ({"load": 1000}, {"load": 1500}, "load_time", False),
    ({"load": 1000}, {"load": 1501}, "load_time", True),
    ({"load": 100}, {"load": 300}, "load_time", False),
    ({"load": 100}, {"load": 301}, "load_time", True),
    ({"firstContentfulPaint": 1000}, {"firstContentfulPaint": 1500}, "fcp", False),
    ({"firstContentfulPaint": 1000}, {"firstContentfulPaint": 1501}, "fcp", True),
    ({"largestContentfulPaint": 1000}, {"largestContentfulPaint": 1500}, "lcp", False),
    ({"largestContentfulPaint": 1000}, {"largestContentfulPaint": 1501}, "lcp", True),
    ({"requests": 20}, {"requests": 30}, "request_count", False),
    ({"requests": 20}, {"requests": 31}, "request_count", True),
    ({"requests": 2}, {"requests": 7}, "request_count", False),
    ({"requests": 2}, {"requests": 8}, "request_count", True),
    ({"bytes": 200_000}, {"bytes": 400_000}, "transfer_size", False),
    ({"bytes": 200_000}, {"bytes": 400_001}, "transfer_size", True),
    ({"bytes": 1_000}, {"bytes": 1_000 + int(LARGER_BYTES)}, "transfer_size", False),
    ({"bytes": 1_000}, {"bytes": 1_001 + int(LARGER_BYTES)}, "transfer_size", True),
    ({"long_tasks": 0}, {"long_tasks": 0}, "long_tasks", False),
    ({"long_tasks": 0}, {"long_tasks": 1}, "long_tasks", True),
    ({"long_tasks": 2}, {"long_tasks": 4}, "long_tasks", False),
    ({"long_tasks": 2}, {"long_tasks": 5}, "long_tasks", True),
    ({"blocking": 10}, {"blocking": 110}, "total_blocking_time", False),
    ({"blocking": 10}, {"blocking": 111}, "total_blocking_time", True),
    ({"cls": 0.1}, {"cls": 0.15}, "cls", False),
    ({"cls": 0.1}, {"cls": 0.151}, "cls", True),
]


@pytest.mark.parametrize(("before", "after", "metric", "is_worse"), THRESHOLDS)
async def test_performance_gets_worse_just_above_the_budget_s_thresholds(
    story: Story, before: dict[str, float], after: dict[str, float], metric: str, is_worse: bool
) -> None:
    for _ in range(MEASURED_LOADS):
        story.performance("/cart", **before)
    await capture(story, "a")
    for _ in range(MEASURED_LOADS):
        story.performance("/cart", **after)
    answer = await compare(story)
    assert answer["diff"]["performance"][metric]["regression"] is is_worse
    assert answer["summary"]["verdict"] == ("regressed" if is_worse else "unchanged")


# FIX-15
@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ([100], [1_000], "unchanged"),
        ([100, 100, 100], [1_000], "unchanged"),
        ([100], [1_000, 1_000, 1_000], "unchanged"),
        ([100, 100, 100], [1_000, 100, 1_000], "regressed"),
        ([100, 100, 100], [100, 100, 1_000], "unchanged"),
        ([1_000, 100, 100], [1_000, 100, 100], "unchanged"),
    ],
)
@pytest.mark.parametrize("is_cleared", [True, False])
async def test_a_slow_load_is_not_a_regression_unless_several_are(
    story: Story, before: list[int], after: list[int], verdict: str, is_cleared: bool
) -> None:
    for load in before:
        story.performance("/cart", load=load)
    await capture(story, "a")
    if is_cleared:
        await story.parts.ask("clear_browser_logs")
    for load in after:
        story.performance("/cart", load=load)
    answer = await compare(story)
    assert answer["summary"]["verdict"] == verdict
    assert (await compare(story, "current", "a"))["summary"]["verdict"] == "unchanged"
    if after[-1] > before[-1] and verdict == "unchanged":
        assert answer["diff"]["performance"]["load_time"]["regression"] is True
        text = await story.parts.read("diff_sessions", action="compare", compare_a="a", compare_b="current")
        assert text.startswith("unchanged: no differences · a → current\n")
        assert "Worse in the latest load, but no verdict without 3 loads on each side: load_time." in text


VERDICTS = {
    "nothing": ([], [], "unchanged"),
    "the same": (["error a"], ["error a"], "unchanged"),
    "only a new endpoint": ([], ["call /new 200"], "unchanged"),
    "resolved": (["error a"], [], "improved"),
    "a request fixed": (["call /x 500"], ["call /x 200"], "improved"),
    "a failing request not made again": (["call /x 500"], [], "unchanged"),
    "new": ([], ["error a"], "regressed"),
    "a new network error alone": (["call /x 200"], ["call /x 500"], "regressed"),
    "slower": (["load 100"], ["load 1000"], "regressed"),
    "resolved and new": (["error a"], ["error b"], "mixed"),
    "resolved and a new network error": (["error a"], ["call /x 500"], "mixed"),
    "resolved and slower": (["error a", "load 100"], ["load 1000"], "mixed"),
}


def tell(story: Story, what: str) -> None:
    kind, *words = what.split()
    if kind == "error":
        story.error(words[0])
    elif kind == "call":
        story.call("GET", words[0], int(words[1]))
    else:
        for _ in range(MEASURED_LOADS):
            story.performance("/cart", load=int(words[0]))


@pytest.mark.parametrize("case", VERDICTS)
async def test_each_verdict(story: Story, case: str) -> None:
    before, after, verdict = VERDICTS[case]
    for what in before:
        tell(story, what)
    await next_run(story)
    for what in after:
        tell(story, what)
    assert (await compare(story))["summary"]["verdict"] == verdict
