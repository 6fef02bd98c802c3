"""Two projects open at once: each line of an answer tells which one it is of."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

SHOP = "http://localhost:5173/"
ADMIN = "http://localhost:3000/"
NAMED = {"tea": ADMIN, "mug": SHOP, "pot": SHOP}


def at(seconds: float, page: str, **event: Any) -> dict[str, Any]:
    return {"ts": f"2026-01-31T12:00:{seconds:06.3f}Z", "url": page, "tabId": 1 if page == SHOP else 2, **event}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    for number, (name, page) in enumerate(NAMED.items()):
        parts.send("actions", at(number * 10 + 1, page, type="click", text=f"Buy {name}"))
        parts.log(f"said {name}", **at(number * 10 + 2, page))
        parts.send("logs", at(number * 10 + 3, page, type="exception", message=f"boom {name}"))
    return parts


# ANS-05
@pytest.mark.parametrize("what", ["errors", "logs", "actions", "timeline"])
async def test_a_line_of_another_site_names_it_before_what_the_page_wrote(parts: Parts, what: str) -> None:
    text = await parts.read("observe", what=what)
    lines = re.findall(r"^[ael]\d.*\b(?:tea|mug|pot)\b.*$", text, re.MULTILINE)
    marked = [line for line in lines if re.match(r"[ael]\d+ [\d:.]+ \(localhost:3000\) ", line)]
    assert marked == [line for line in lines if "tea" in line] != []
    assert marked == [line for line in lines if "localhost:" in line]


# ACT-13
async def test_the_timeline_has_the_actions_of_every_tab(parts: Parts) -> None:
    text = await parts.read("observe", what="timeline")
    assert text.startswith("3 actions, ")
    assert [f'click "Buy {name}"' in text for name in NAMED] == [True, True, True]
