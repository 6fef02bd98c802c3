"""Addresses of telemetry: no page waits for their answers or shows them."""

import re

from gasoline.kernel.urls import raw_path, split_url

_PATH = re.compile(
    r"analytics|telemetry|beacon|(?:^|/)(?:collect|envelope|events?|heartbeat|logs?|metrics|ping|rum|stats|"
    r"track(?:ing)?|vitals)(?:/|$)",
    re.IGNORECASE,
)
_HOST = re.compile(
    r"(?:^|[.-])(?:analytics|datadoghq|ingest|intake|mixpanel|nr-data|posthog|segment|sentry|telemetry)\.",
    re.IGNORECASE,
)


def is_telemetry(url: str) -> bool:
    return bool(_PATH.search(raw_path(url)) or _HOST.search(split_url(url).hostname or ""))
