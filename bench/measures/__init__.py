"""The measurements, in the order of the table."""

import workbench  # noqa: F401, I001  first: it makes the tests' support modules importable

from measures import (
    action_handler,
    daemon_memory,
    dom_round_trip,
    error_answer,
    error_enrichment,
    execute_round_trip,
    forwarder_memory,
    freshness,
    ingest,
    page_overhead,
    pilot_switch,
    redaction,
    round_trip,
    script_generation,
    security_audit,
    startup,
    streaming,
    tools_size,
    websocket_overhead,
)

ALL = {
    "startup": startup.run,
    "forwarder_memory": forwarder_memory.run,
    "tools_size": tools_size.run,
    "ingest": ingest.run,
    "daemon_memory": daemon_memory.run,
    "round_trip": round_trip.run,
    "security_audit": security_audit.run,
    "redaction": redaction.run,
    "dom_round_trip": dom_round_trip.run,
    "execute_round_trip": execute_round_trip.run,
    "pilot_switch": pilot_switch.run,
    "error_answer": error_answer.run,
    "error_enrichment": error_enrichment.run,
    "freshness": freshness.run,
    "page_overhead": page_overhead.run,
    "websocket_overhead": websocket_overhead.run,
    "action_handler": action_handler.run,
    "script_generation": script_generation.run,
    "streaming": streaming.run,
}
