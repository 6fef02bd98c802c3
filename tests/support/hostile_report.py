"""A report in which every field tries to become markup."""

from typing import get_args

from gasoline.rendering.report.report import Lane, Moment, Part, Picture, Report

HOSTILE = (
    "</pre><script>alert(1)</script><img src=x onerror=alert(1)> ```\n# [x](javascript:alert(1)) @everyone `` \"'& "
    "\u202e"
)


def hostile_report() -> Report:
    return Report(
        title=HOSTILE,
        mark="Recording of 2026.",
        summary=["Captured: 1 error, 1 request, 1 action."],
        note=HOSTILE,
        environment=[("Page", HOSTILE)],
        steps=[HOSTILE],
        errors=Part(HOSTILE, [HOSTILE]),
        causes=[HOSTILE],
        server=[HOSTILE],
        requests=Part(HOSTILE, [HOSTILE]),
        bodies=Part(HOSTILE, [HOSTILE]),
        timeline=[
            Moment(f"r{number}", f"2026-01-31T12:00:0{number}.000Z", lane, HOSTILE, number % 2 == 0, 400, HOSTILE)
            for number, lane in enumerate(get_args(Lane))
        ],
        capsule=HOSTILE,
        pictures=[Picture(HOSTILE, b"\xff\xd8\xff")],
    )
