"""What the extension and the server say to each other; `make gen` turns it into TypeScript."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.bounds import EXACT_INTEGER, NAME_CHARS, PROSE_CHARS, URL_CHARS
from gasoline.model.events import AnyLogEntry, NetworkBody, RequestTiming, WebSocketConnection, WebSocketEvent
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.units import KIB

SCREENSHOT_BYTES = 512 * KIB  # one picture; a model sees no more in a larger one
SCRIPT_BYTES = 64 * KIB  # PILOT-07: as UTF-8
MAX_HALF_LOADED_SITES = 10  # reported sites with an interrupted load
MAX_ACTIONS = 50  # ACT-08: the default of reproductionBufferSize
MIN_ACTION_BUFFER = 1  # ACT-08: what reproductionBufferSize may be
MAX_ACTION_BUFFER = 500  # ACT-08: what reproductionBufferSize may be
MAX_SWITCHES = 50  # switches that the extension reports
CHALLENGE_CHARS = 128  # challenges and proofs of pairing

Payload = dict[str, Any]

BoundName = Annotated[str, Meta(max_length=NAME_CHARS, pattern="^[a-z_]+$")]


class Stream(Struct, frozen=True):
    """One kind of capture: the endpoint that takes it, the field of the body that holds it, its event type."""

    name: str
    path: str
    field: str
    event: Any
    takes_bare: bool = False
    """A body without that field is one event."""


STREAMS = (
    Stream("logs", "/logs", "entries", AnyLogEntry),
    Stream("network", "/network-waterfall", "requests", RequestTiming),
    Stream("network_bodies", "/network-bodies", "bodies", NetworkBody),
    Stream("websocket_events", "/websocket-events", "events", WebSocketEvent),
    Stream("websocket_status", "/websocket-status", "connections", WebSocketConnection),
    Stream("actions", "/enhanced-actions", "actions", EnhancedAction),
    Stream("dom_snapshots", "/dom-snapshots", "snapshots", DomSnapshot),
    Stream("performance", "/performance-snapshot", "snapshots", PerformanceSnapshot, takes_bare=True),
)


class Batch(Struct, frozen=True):
    """What a passive endpoint receives beside its events: who sends, which batch, what was lost on the way."""

    client: Annotated[
        str, Meta(max_length=NAME_CHARS, description="The document that sends; random for each load.")
    ] = ""
    seq: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=EXACT_INTEGER,
                description="Counts up for each client; a number seen before is a repeat.",
            ),
        ]
        | UnsetType
    ) = UNSET
    tab_id: Annotated[int | UnsetType, Meta(description="Set by the worker, not by the page.")] = field(
        default=UNSET, name="tabId"
    )
    untrusted_frame: Annotated[
        bool | UnsetType,
        Meta(description="Set by the extension: another page of the site could change this frame before it recorded."),
    ] = field(default=UNSET, name="untrustedFrame")
    dropped: Annotated[
        dict[BoundName, Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]] | UnsetType,
        Meta(description="Events dropped since the last batch, by the name of the limit."),
    ] = UNSET


class Received(Struct, frozen=True, omit_defaults=True):
    """The answer of a passive endpoint."""

    received: int
    duplicate: Annotated[bool, Meta(description="This batch was here before and was not stored again.")] = False
    rejected: Annotated[int, Meta(description="Events that did not fit the schema.")] = 0
    errors: Annotated[list[str], Meta(description="Why, for the first few.")] = field(default_factory=list)


WorkerQuery = Literal["tabs", "accessibility", "screenshot", "highlight", "manage_state", "execute"]
"""What the extension's worker answers; each has a handler there, or the extension does not build."""

QueryStep = Literal["loaded", "audited"]
"""How far the answer to a question is: the tools it needs are in the page; they have looked at it."""


class Query(Struct, frozen=True, kw_only=True):
    """A question to the browser."""

    id: Annotated[str, Meta(description="Random; the result carries it.")]
    type: Annotated[str, Meta(description="A WorkerQuery, or the probe of a capability.")]
    params: Payload = field(default_factory=dict)
    tab_id: Annotated[int | UnsetType, Meta(description="Which tab; the active one when left out.")] = field(
        default=UNSET, name="tabId"
    )
    timeout_ms: Annotated[int, Meta(description="How long the extension may take.")] = field(name="timeoutMs")
    client: Annotated[str, Meta(description="Who asks, for the person to see.")] = ""
    progress: Annotated[bool | UnsetType, Meta(description="Whether progress reports are requested.")] = UNSET


class QueryError(Struct, frozen=True):
    """Why a question has no answer."""

    code: Annotated[str, Meta(max_length=NAME_CHARS, pattern="^[a-z_]+$", description="A stable snake_case word.")]
    message: Annotated[str, Meta(max_length=PROSE_CHARS)]
    hint: Annotated[str, Meta(max_length=PROSE_CHARS, description="What to do next.")] = ""


class QueryResult(Struct, frozen=True, kw_only=True):
    """The answer to a question: a result, or an error."""

    id: Annotated[str, Meta(max_length=NAME_CHARS)]
    result: Raw | UnsetType = UNSET
    error: QueryError | UnsetType = UNSET
    background_tab: int | UnsetType = field(default=UNSET, name="backgroundTab")
    """The tab that answered, if it is not the active one."""


# Server → worker, over /ws.


class AskMessage(Struct, frozen=True, tag="query"):
    query: Query


class FlushMessage(Struct, frozen=True, tag="flush"):
    """Send everything that was captured so far, then say so."""

    id: str
    wait_ms: Annotated[int, Meta(description="How long the server waits for the answer.")] = field(name="waitMs")
    error_context: Annotated[
        bool | UnsetType, Meta(description="Errors will be read: what is being found out about them is waited for.")
    ] = field(default=UNSET, name="errorContext")


class CancelMessage(Struct, frozen=True, tag="cancel"):
    """Cancels a query: its answer is no longer awaited."""

    id: str


class PongMessage(Struct, frozen=True, tag="pong"):
    """The answer to a heartbeat."""


ServerMessage = AskMessage | FlushMessage | CancelMessage | PongMessage


# Worker → server, over /ws.


class HelloMessage(Struct, frozen=True, tag="hello"):
    """First on every connection, and again when a setting changes: who the extension is and how it is set."""

    version: Annotated[str, Meta(max_length=NAME_CHARS)]
    pilot: Annotated[bool, Meta(description="The AI Web Pilot switch.")]
    switches: Annotated[
        dict[Annotated[str, Meta(max_length=NAME_CHARS)], bool],
        Meta(max_length=MAX_SWITCHES, description="The other switches, by their key."),
    ] = field(default_factory=dict)
    half_loaded: Annotated[
        list[Annotated[str, Meta(max_length=URL_CHARS)]],
        Meta(
            max_length=MAX_HALF_LOADED_SITES,
            description="Origins in which an interrupted load is not taken back yet.",
        ),
    ] = field(name="halfLoaded", default_factory=list)
    browser: Annotated[str, Meta(max_length=NAME_CHARS, description="Name and version, as far as it says.")] = ""
    reproduction_buffer_size: Annotated[
        int, Meta(ge=MIN_ACTION_BUFFER, le=MAX_ACTION_BUFFER, description="How many user actions are kept.")
    ] = field(name="reproductionBufferSize", default=MAX_ACTIONS)


class HeartbeatMessage(Struct, frozen=True, tag="heartbeat"):
    """Keeps the worker and the connection alive."""

    watched: Annotated[int, Meta(ge=0, le=EXACT_INTEGER, description="How many tabs are captured now.")]


class PilotMessage(Struct, frozen=True, tag="pilot"):
    """The person moved the AI Web Pilot switch."""

    enabled: bool


class ResultMessage(Struct, frozen=True, tag="result"):
    result: QueryResult


class ProgressMessage(Struct, frozen=True, tag="progress"):
    """How far the answer to a question is; only of one that asks for it."""

    id: str
    step: QueryStep


class FlushedMessage(Struct, frozen=True, tag="flushed"):
    """Everything up to the flush is stored, but for the tabs that did not answer."""

    id: str
    missing: Annotated[list[int], Meta(description="Tabs that did not answer in time.")]


ExtensionMessage = HelloMessage | HeartbeatMessage | PilotMessage | ResultMessage | ProgressMessage | FlushedMessage


# POST /screenshots


class ErrorScreenshot(Struct, frozen=True, kw_only=True):
    """A JPEG of the tab in which an exception happened."""

    error_id: Annotated[str, Meta(min_length=1, max_length=64, description="The id of the exception's entry.")] = field(
        name="errorId"
    )
    data: Annotated[bytes, Meta(max_length=SCREENSHOT_BYTES, description="The JPEG, as base64.")]


# POST /pair


class PairRequest(Struct, frozen=True, kw_only=True):
    """First `{challenge}`: the server proves that it knows the extension's key, or, when the extension has none
    (`first`), the code that a person gave. Then `{challenge, proof}` with the server's own challenge: the extension
    proves the same."""

    challenge: Annotated[str, Meta(min_length=16, max_length=CHALLENGE_CHARS, pattern="^[0-9A-Za-z]+$")]
    pairing: (
        Annotated[str, Meta(max_length=NAME_CHARS, description="The part of the key before the dot.")] | UnsetType
    ) = UNSET
    first: bool = False
    named: Annotated[bool, Meta(description="With `first`: a person has just named this server.")] = False
    proof: Annotated[str, Meta(max_length=CHALLENGE_CHARS)] | UnsetType = UNSET


class PairAnswer(Struct, frozen=True, kw_only=True):
    """`proof` is HMAC-SHA256(secret, "gasoline.v1|server|ADDRESS|CHALLENGE|CHALLENGE") in hex, with the extension's
    challenge before the server's; the extension answers with the same for "extension". ADDRESS is host and port."""

    version: str
    paired: bool = False
    proof: str | UnsetType = UNSET
    challenge: str | UnsetType = UNSET
    key: Annotated[str, Meta(description="The extension's key, once for each person's step.")] | UnsetType = UNSET
