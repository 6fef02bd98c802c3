"""The address of a collector."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

DEFAULT = "http://127.0.0.1:4318"
EXAMPLE = f"Use the base address of a collector, such as {DEFAULT}."


class BadEndpoint(ValueError):
    """The address is not that of a collector; the message says what to write."""


@dataclass(frozen=True)
class Endpoint:
    base: str
    host: str

    @property
    def is_local(self) -> bool:
        """Whether what is sent there stays on this machine."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def url_of(self, signal: str) -> str:
        return f"{self.base}/v1/{signal}"


def parse_endpoint(text: str) -> Endpoint:
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadEndpoint(f"--endpoint is not an address. {EXAMPLE}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise BadEndpoint(f"--endpoint is not an http or https address. {EXAMPLE}")
    if "@" in parts.netloc:
        raise BadEndpoint(
            "--endpoint must not contain a user name or password. Set OTEL_EXPORTER_OTLP_HEADERS, for example to "
            "`authorization=Basic …`."
        )
    if parts.query or parts.fragment:
        raise BadEndpoint(f"--endpoint must not contain `?` or `#`. {EXAMPLE}")
    path = parts.path.rstrip("/")
    if path.endswith(("/v1/logs", "/v1/traces", "/v1/metrics")):
        raise BadEndpoint(f"--endpoint must not contain the path of one signal. {EXAMPLE}")
    return Endpoint(f"{parts.scheme}://{parts.netloc}{path}", host)
