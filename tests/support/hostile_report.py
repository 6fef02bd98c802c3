"""A report in which every field tries to become markup."""

from gasoline.rendering.report.report import Picture, Report

HOSTILE = (
    "</pre><script>alert(1)</script><img src=x onerror=alert(1)> ```\n# [x](javascript:alert(1)) @everyone `` \"'& "
    "\u202e"
)


def hostile_report() -> Report:
    return Report(
        title=HOSTILE,
        mark="Recording of 2026.",
        note=HOSTILE,
        environment=[("Page", HOSTILE)],
        steps=[HOSTILE],
        errors=[HOSTILE],
        causes=[HOSTILE],
        requests=[HOSTILE],
        bodies=[HOSTILE],
        timeline=[f"12:00:00.000 error: {HOSTILE}"],
        capsule=HOSTILE,
        pictures=[Picture(HOSTILE, b"\xff\xd8\xff")],
    )
