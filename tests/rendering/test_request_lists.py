"""The list of requests as text: every line can be told from the others, and files of the page take no place of calls."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

SITE = "http://localhost:5173"
DEEP = "/api/v2/organizations/acme/projects/storefront/environments/production/deployments"


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def request(seconds: float, url: str, **more: Any) -> dict[str, Any]:
    call = {"method": "GET", "status": 200, "initiator": "fetch", "duration": 10.0, "pageUrl": f"{SITE}/cart"}
    return {"ts": at(seconds), "url": url, **call, **more}


def lines_of(text: str) -> list[str]:
    return re.findall(r"^r\d+ \S+ (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("number", [50, 100])
@pytest.mark.parametrize("site", [SITE, "https://api.example.com"])
async def test_long_addresses_in_a_long_list_stay_different(site: str, number: int, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for each in range(number):
        parts.send("network", request(each / 10, f"{site}{DEEP}/{each}/logs"))
    lines = lines_of(await parts.read("observe", what="network", limit=number))
    assert len(set(lines)) == number
    assert all(f"/{each}/logs" in line for each, line in zip(range(number), lines[::-1], strict=True))
