"""Every number that bounds something, named, with its source.

Standard library only: the forwarder that an AI client starts reads this file too.
Numbers that the extension needs are listed in `SHARED_WITH_EXTENSION` and generated into TypeScript.
"""

KIB = 1024
MIB = 1024 * KIB

# --- addresses -------------------------------------------------------------------------------------------------
DEFAULT_PORT = 7890  # supplement A, Server
EXTENSION_ID = "pgnhnicdocpmnalajklfkmnaooihmdfi"  # from the fixed key in extension/manifest.json; a test computes it

# --- capture in the page ---------------------------------------------------------------------------------------
STRING_CHARS = 10_240  # supplement A, Console: strings cut
VALUE_DEPTH = 10  # supplement A, Console: depth
OBJECT_KEYS = 100  # ours: keys of one object, items of one array, entries of one Map or Set
KEY_CHARS = 100  # ours: an object key of a logged value
ENTRY_CHARS = 32_768  # ours: all arguments of one console call together
STACK_CHARS = 8_192  # ours: one stack trace
MESSAGE_CHARS = 10_240  # supplement A: as any string
URL_CHARS = 2_048  # ours: one URL in an entry (data: URLs are long)
FAILED_RESPONSE_CHARS = 5_120  # supplement A, Failed requests
FAILED_READ_BYTES = 1 * KIB  # ours: the start of a body that the page could not read
FAILED_RESPONSE_WAIT_MS = 5_000  # ours: how long the body of a failed response may take
ANNOTATIONS = 50  # supplement A: keys
ANNOTATION_KEY_CHARS = 100  # supplement A
ANNOTATION_VALUE_CHARS = 4_096  # supplement A, serialised
REPEAT_WINDOW_MS = 5_000  # supplement A, Repeats
REPEAT_GROUPS = 100  # supplement A, Repeats
CHUNK_ENTRIES = 500  # ours: entries a page hands over at once under load
CHUNK_CHARS = 131_072  # ours: JSON characters a page hands over at once
RECORDER_FAILURES = 10  # ours: failures of one recorder within RECORDER_FAILURES_MS before it rests
RECORDER_FAILURES_MS = 1_000  # ours
RECORDER_REST_MS = 5_000  # ours: how long a recorder that keeps failing rests
BATCH_DELAY_MS = 50  # ours: under load; an idle page hands over at once
BATCH_DELAY_MAX_MS = 250  # ours: under load that lasts; errors and questions do not wait for it
EARLY_CHUNKS = 20  # ours: chunks held while the settings are read
HELD_CHUNKS = 160  # ours: chunks a content script keeps until the worker has them
UNSURE_CHUNKS = 10_000  # ours: chunks it let go of, of which it waits to hear whether the worker has them
WATERFALL_PENDING = 500  # ours: requests waiting for their resource timing
EXACT_INTEGER = 2**53 - 1  # ours: the highest whole number that JavaScript counts to
REQUEST_BODY_BYTES = 8 * KIB  # v4, Feature 2, Limits
RESPONSE_BODY_BYTES = 16 * KIB  # v4, Feature 2, Limits
BODY_COPY_BYTES = 1 * MIB  # ours: a body of known length up to it is copied when it comes, others when the page reads
BODY_COPY_WAIT_MS = 30_000  # ours: how long the copy of a body may take
EARLY_BODY_STEPS = 200  # ours: readings of bodies that wait for the settings
OPEN_BODIES = 100  # ours: bodies that the page reads piece by piece now
HEADERS_SHOWN = 64  # ours: headers of one request or response
HEADER_CHARS = 1_024  # ours: one header's name or value
FORM_DATA_FIELDS = 100  # ours: fields of one FormData
WEBSOCKET_DATA_BYTES = 4 * KIB  # v4, Feature 1, Limits: message body
WEBSOCKET_CONNECTIONS = 20  # v4, Feature 1, Limits: tracked at once
WEBSOCKET_BURST = 400  # ours: messages a page sends on before it begins to sample; twice what the daemon keeps
WEBSOCKET_MESSAGES_PER_S = 200  # ours: messages a page sends on under load; the daemon keeps as many
WEBSOCKET_FIRST_MESSAGES = 10  # ours: of each connection, sent on in any case
WEBSOCKET_SHAPES = 100  # ours: key sets of one connection that are told apart
WEBSOCKET_SHAPE_CHARS = 65_536  # ours: a longer message is not searched for keys
WEBSOCKET_SHAPE_CHARS_PER_S = 4 * MIB  # ours: nor are more characters than these in one second
WEBSOCKET_STATUS_MS = 250  # ours: how often a busy connection says how it stands
WEBSOCKET_PREVIEW_CHARS = 200  # ours: the last message in the status
WEBSOCKET_RATE_S = 5  # ours: whole seconds that a message rate is taken over

# --- around an error ------------------------------------------------------------------------------------------
SNIPPETS = 3  # v5, Feature 1: stack frames processed
COMPONENT_DEPTH = 10  # v5, Feature 1: ancestry depth
COMPONENT_PROP_KEYS = 20  # v5, Feature 1
COMPONENT_STATE_KEYS = 10  # v5, Feature 1
COMPONENT_BYTES = 5 * KIB  # v5, Feature 1: total ancestry size
COMPONENT_HOPS = 500  # ours: steps up from an element to its root; most of them are no components
COMPONENT_NODES = 10_000  # ours: nodes of a framework's tree that are searched from its root
COMPONENT_WALK_MS = 4  # ours, well within v5's 50: the page's longest task stays below 20 ms
STATE_SLICE_VALUES = 10  # v5, Feature 1: relevant slice values
STATE_VALUE_CHARS = 200  # v5, Feature 1: value truncation
STATE_BYTES = 5 * KIB  # v5, Feature 1: total state size
COMPONENT_ANCESTRY_MS = 50  # v5, Feature 1, Performance Budget: truncated at the current depth
STATE_SNAPSHOT_MS = 100  # v5, Feature 1, Performance Budget: the state is skipped
STATE_READ_MS = 8  # ours, well within v5's 100: as COMPONENT_WALK_MS
STATE_KEYS = 50  # ours: keys of one level
STATE_CHANGED_MS = 2_000  # v5, Feature 1: recently changed
STORE_SEARCHES = 5  # ours: how often a page is searched for a store before its first error
WINDOW_KEYS = 2_000  # ours: properties of the window that are searched for a store
BOUNDARY_SEARCHES = 4  # ours: searches for an error boundary, at once and in one second
ANNOUNCED_MS = 100  # ours: how long a warning of Vue waits for the error that it announces
CONTEXTS_WAITING = 20  # ours: errors whose surroundings are not written down yet
CAUSES = 5  # ours: errors behind an error
CAUSE_STACK_CHARS = 2_048  # ours: the stack of one of them
SNIPPET_CONTEXT_LINES = 5  # v5, Feature 1: before and after
SNIPPET_LINE_CHARS = 200  # v5, Feature 1
SNIPPETS_BYTES = 10 * KIB  # v5, Feature 1: all snippets of one error, as JSON
SNIPPET_EXTRACTION_MS = 50  # v5, Feature 1, Performance Budget
SOURCE_FILE_WAIT_MS = 2_000  # v5, Feature 1: a script and its map
SOURCE_FILE_BYTES = 32 * MIB  # README, Errors: a map; ours: a script
SOURCE_FILES = 20  # v5, Feature 1: scripts with their maps in the cache
SOURCE_FILES_CHARS = 40 * MIB  # ours: all of them together, for the worker's memory
SOURCE_FILES_LOADING = 12  # ours: read at once
ERROR_CONTEXT_MS = 3_000  # v5, Feature 1: the whole pipeline
ERROR_CONTEXTS = 50  # ours: errors whose snippets are looked for at once
ERRORS_SEEN = 500  # ours: errors whose snippets have been looked for, so that an update of one does not start anew
STACK_FRAMES = 20  # ours: frames of a stack that are searched for one of the application's own
STACK_LINE_CHARS = 3_000  # ours: a longer line of a stack is none that a browser wrote
FUNCTION_SEARCH_LINES = 500  # ours: lines above a place that are searched for the function around it
PAGE_SCRIPTS = 15  # ours: below SOURCE_FILES; scripts of a page that are searched for a module that it runs by eval
SOURCE_FILES_WAIT_MS = 2_500  # ours: all files of an error; below ERROR_CONTEXT_MS, so that what is there is sent
SCRIPT_LIST_WAIT_MS = 1_000  # ours: a page's answer to which scripts it has loaded; below ERROR_CONTEXT_MS
REBUILT_SLACK_MS = 2_000  # ours: HTTP dates have seconds, and some servers call everything as new as the answer
ERROR_CONTEXT_WAIT_MS = 1_000  # ours: how long a list of errors waits for the context that is on its way
ERROR_PAGE_WAIT_MS = 250  # ours: of it, for pages: one that has just failed is often busy, and knows what was around it
FAILED_REQUEST_WITHIN_S = 2.0  # ours: how long before an error a request may have failed to be shown with it
FAILED_REQUEST_RESPONSE_CHARS = 500  # ours: of its answer; the request's own entry has more
RECENT_ACTIONS = 5  # ours: what the person did before an error
RECENT_ACTIONS_WITHIN_S = 30.0  # ours: and how long before
RECENT_ACTION_CHARS = 100  # ours: a target, text or value of it
STACK_FRAMES_SHOWN = 5  # ours: of a stack whose source is shown
READABLE_LINE_CHARS = 160  # ours: a longer source line is a minifier's, or was cut
SOURCE_BEFORE_CHARS = 600  # ours: source before that line which an expression may begin in
EXPLAINED_CHARS = 500  # ours: a longer message is no message of V8
SUMMARY_CHARS = 2_000  # ours: a summary that a sender composed
SUMMARY_CODE_CHARS = 100  # ours: an expression or a source line in a summary
SUMMARY_WORDS_CHARS = 200  # ours: a message in a summary
SUMMARY_NAME_CHARS = 100  # ours: a file, component or key in a summary
SUMMARY_VALUE_CHARS = 80  # ours: a value of the state, or the message of a cause, in a summary
SUMMARY_STATE_VALUES = 5  # ours: values of the state in a summary
NORMALISED_CHARS = 500  # ours: two messages that begin alike for so long are the same
NORMALISED_KEPT = 2_000  # ours: messages whose normal form is remembered; twice the errors that are kept

# --- what the person does --------------------------------------------------------------------------------------
CSS_PATH_LEVELS = 5  # v5, Feature 2, Limits
CSS_PATH_CLASSES = 2  # v5, Feature 2, CSS path
SELECTOR_TEXT_CHARS = 50  # v5, Feature 2, Limits
ACCESSIBLE_NAME_CHARS = 200  # ours: a longer name is no way to find an element
ELEMENTS_SURVEYED = 5_000  # ours: in a larger page only what a CSS selector can tell is proved unique
NAMES_COMPUTED = 30  # ours: accessible names worked out to prove one of them unique
ACTION_VALUE_CHARS = 10_240  # ours: as the strings of the console
ACTION_TEXT_CHARS = 100  # ours: the words on an element
ACTION_FILES = 20  # ours: names of files chosen at once
ACTION_OPTIONS = 50  # ours: options chosen at once
ACTION_DELAY_MS = 100  # ours: how long what only changes an action waits for more
SCROLL_THROTTLE_MS = 500  # v5, Feature 2, New Action Types
SCROLL_INTENT_MS = 1_000  # ours: how long after a wheel, key or pointer a box inside the page is scrolled by it
CONSEQUENCE_MS = 2_000  # supplement B: what belongs to the action before it
FRAME_DEPTH = 10  # ours: frames in frames, and shadow hosts in shadow hosts
DOM_SNAPSHOT_ELEMENTS = 5  # supplement B, DOM snapshots
DOM_SNAPSHOT_TEXT_CHARS = 100  # supplement B, DOM snapshots
DOM_SNAPSHOT_CANDIDATES = 200  # ours: elements looked at for one snapshot
DOM_SNAPSHOT_LOAD_MS = 200  # supplement B, DOM snapshots
DOM_SNAPSHOT_ROUTE_MS = 500  # supplement B, DOM snapshots
DOM_SNAPSHOT_GAP_MS = 500  # supplement B, DOM snapshots
DOM_SNAPSHOT_LOOKS = 3  # ours: how often a page is looked at for one snapshot, to see what stays

# --- how fast a page is ----------------------------------------------------------------------------------------
SNAPSHOT_AFTER_MS = 2_000  # supplement C, Capture: 2 s after load
LONG_TASK_MS = 50  # supplement C, Capture
LONG_TASK_TOLD_MS = 500  # v6, Feature 5, performance trigger
SLOWEST_REQUESTS = 3  # supplement C, Capture
SNAPSHOT_RESOURCES = 12  # ours: the largest resources of a page, to tell later which one is new or has grown
BLAMED_CHARS = 80  # ours: the end of what the browser blames for a number
RESOURCE_NAME_CHARS = 80  # ours: the end of a resource's address that is kept: 4 KB for each page (v6, Memory Budget)
BASELINE_MEAN_SAMPLES = 5  # supplement C, Baseline: the mean of the first 5 samples
BASELINE_NEW_SHARE = 0.2  # supplement C, Baseline: then 80 % old + 20 % new
SLOWER_SHARE, SLOWER_MS = 0.5, 200.0  # supplement C, regressions: load, FCP, LCP
MORE_REQUESTS_SHARE, MORE_REQUESTS = 0.5, 5.0  # supplement C, regressions
LARGER_SHARE, LARGER_BYTES = 1.0, 100.0 * KIB  # supplement C, regressions: transfer size
MORE_LONG_TASKS_SHARE = 1.0  # supplement C, regressions
MORE_BLOCKING_MS = 100.0  # supplement C, regressions: total blocking time
MORE_SHIFT = 0.05  # supplement C, regressions: CLS
METRIC_DIGITS = 4  # ours: digits of a measured number after the point
CAUSE_BYTES = 10 * KIB  # ours: a resource that grew by less explains nothing
CAUSES_SHOWN = 10  # ours
PROJECT_FILE_BYTES = 64 * KIB  # ours: `.gasoline.json`
PROJECT_FILE_LEVELS = 40  # ours: directories that are searched for it, upward

# --- generated scripts -----------------------------------------------------------------------------------------
SCRIPT_PAUSE_MS = 2_000  # v5, Timing and Waits: a longer pause is told
NAVIGATION_CAUSED_MS = 5_000  # ours: a document loaded within it after an action is the action's result
HISTORY_CAUSED_MS = 500  # ours: the page went through its history within it after an action: the action's result
SUBMIT_CAUSED_MS = 1_000  # ours: a form sent within it after a click or Enter is their result
LATE_INPUT_MS = 1_000  # ours: an input is reported at its end, so that its error may come before it
REQUEST_CAUSED_MS = 2_000  # supplement B: a request belongs to the last action before it
SCRIPT_SETTLE_MS = 5_000  # ours: how long a script waits for requests under way and for a quiet network
SCRIPT_BODY_WAIT_MS = 2_000  # ours: how long a script waits for a response's body, which the page may never read
SCRIPT_QUIET_MS = 1_000  # ours: how long a script watches for errors after its last step, at least
SCRIPT_WATCH_MAX_MS = 10_000  # ours: and at most
SCRIPT_WATCH_FACTOR = 2  # ours: the recorded delay of an error, times this
SCRIPT_ERRORS = 200  # ours: the newest errors that a script may be about or knows
SCRIPT_COMMENT_CHARS = 200  # ours: one comment
SCRIPT_TITLE_CHARS = 100  # ours: page text in a test's title
ERROR_PATTERN_CHARS = 200  # ours: how much of a message must be the same
VARIABLE_CHARS = 40  # ours: the name of an environment variable
SCRIPT_TIMEOUT_MS = 120_000  # ours: for a script of more than SCRIPT_FAST_STEPS steps
SCRIPT_FAST_STEPS = 15  # ours: that many fit the runner's own 30 s
REPRODUCTION_BYTES = 50 * KIB  # v5, Feature 2, Limits: output script size
TEST_SCRIPT_BYTES = 100 * KIB  # supplement B, Limits
FIXTURE_BYTES = 50 * KIB  # supplement B, Limits
FIXTURE_BODIES = 20  # supplement B, Limits
EARLIER_ANSWERS = 10  # ours: answers of one request before its last, in a fixture file
SCRIPT_ANSWER_CHARS = 44_000  # ours: scripts and fixtures as JSON text, so that no statement is cut by ANSWER_CHARS
DOM_CHECKS = 3  # supplement B: after a navigation
KNOWN_ERRORS = 20  # ours: errors of the session that a test lists and does not enforce
KEYS_ASSERTED = 50  # ours: fields of one object in an assertion
TIMELINE_ENTRIES = 200  # supplement A, get_session_timeline
HOT_UPDATE_FILES = 10  # ours: files that one hot update in the timeline names

# --- questions to the page ----------------------------------------------------------------------------------
DOM_ELEMENTS = 50  # v4, Feature 3, Limits
DOM_DEPTH = 5  # v4, Feature 3, Limits
DOM_TEXT_CHARS = 500  # v4, Feature 3, Limits
DOM_ATTRIBUTES = 50  # ours: attributes of one element
DOM_ATTRIBUTE_CHARS = 500  # ours: as text; a data: URL is long
DOM_ANSWER_BYTES = 40_000  # ours: all matches together, so that they fit ANSWER_CHARS whole
DOM_MATCH_BYTES = 2_000  # ours: what each match may take of it at least
DOM_PROPERTIES = 100  # ours: style properties asked for
SELECTOR_CHARS = 2_000  # ours: a selector or a frame in a question
AUDIT_NODES = 10  # v4, Feature 4, Limits: nodes of one violation
AUDIT_HTML_CHARS = 200  # v4, Feature 4, Limits
AUDIT_SUMMARY_CHARS = 1_000  # ours: what is wrong with one node, and how to mend it
AUDIT_FRAMES = 50  # ours: frames of one page that are audited
AUDIT_FRAME_WAIT_MS = 10_000  # ours: one frame of it; a frame that is removed never ends
AUDIT_FRAMES_WAIT_MS = 2_000  # ours: until every frame has said whether it has axe-core; one may hang
AUDIT_CACHE_S = 30.0  # v4, Feature 4, Limits
AUDITS_KEPT = 20  # ours: reports in the cache
AUDIT_TAGS = 20  # ours: tags in one question
SARIF_BYTES = 45_000  # ours: below ANSWER_CHARS, so that no result is cut in half
SCREENSHOT_BYTES = 512 * KIB  # ours: one picture; a model sees no more in a larger one
SCREENSHOT_PIXELS = 1_920  # ours: its longer side
SCREENSHOT_QUALITY = 80  # ours: per cent of a JPEG's quality, as it is taken
SCREENSHOT_QUALITY_STEP = 20  # ours: a picture that is too large loses so much of it,
SCREENSHOT_QUALITY_MIN = 40  # ours: down to this,
SCREENSHOT_SHRINK = 0.7  # ours: and then becomes so much smaller,
SCREENSHOT_SHRINKS = 6  # ours: so many times at most; 1,920 pixels become 323
SCREENSHOT_QUOTA_WAIT_MS = 550  # Chrome takes two pictures in a second
SCREENSHOT_TRIES = 4  # ours: while the quota is used up
CONTRAST_STEPS = 255  # sRGB: as many as a channel has between its ends
SCREENSHOT_GAP_MS = 5_000  # ours: between two pictures of errors
SCREENSHOTS_PER_SESSION = 10  # ours: pictures of errors, until the browser is closed
SCREENSHOTS_KEPT = 20  # ours: the newest, in the state directory
NODE_CHARS = 200  # ours: a DOM node in a log
CLOCK_SLACK_MS = 1  # ours: clocks are coarse, and the browser's may have ticked a little earlier than ours

# --- AI Web Pilot ------------------------------------------------------------------------------------------------
HIGHLIGHT_MS = 5_000  # pilot, highlight_element: default
HIGHLIGHT_MAX_MS = 60_000  # ours: a mark that nobody needs any more
HIGHLIGHT_LABEL_CHARS = 80  # ours: one line beside the element
EXECUTE_MS = 5_000  # pilot, execute_javascript: default timeout_ms
EXECUTE_MAX_MS = 60_000  # ours: an assistant does not wait longer
PAGE_CONNECTED_MS = 1_000  # ours: how long a script waits for a page that is just connecting
EXECUTE_LATE_MS = 500  # ours: the page ends its script by itself; after so much more it hangs
HANG_PING_MS = 1_000  # ours: a page that does not answer for so long hangs
HANG_BACK_MS = 1_000  # ours: until a tab that hung has left its page, and again until it is back
EXECUTE_MARGIN_S = 5.0  # README 13: the waits above, and a little
SCRIPT_BYTES = 64 * KIB  # design 4: script ≤ 64 KB, as UTF-8
PROBE_MS = 5_000  # ours: a page that takes longer to write its storage hangs
HALF_LOADED_SITES = 10  # ours: sites with an interrupted load that are told
PILOT_ECHO_MS = 2_000  # ours: how long an earlier move of the pilot's switch may come back as a late write
SCRIPT_CHECKS = 1_024  # ours: loop turns between two looks at the clock, at most
RESULT_CHARS = 40_000  # ours: a result as JSON, so that it fits ANSWER_CHARS whole
RESULT_DEPTH = 64  # ours: levels of a result; JSON.stringify has no such bound
SCRIPT_ERROR_CHARS = 2_000  # ours: what a script's error says
SCRIPT_STACK_CHARS = 4_000  # ours: and where it came from
SAVED_STATES = 50  # ours
SAVED_STATE_NAME_CHARS = 100  # ours
SNAPSHOT_CHARS = 3 * MIB  # ours: one saved state as JSON
SNAPSHOTS_CHARS = 6 * MIB  # chrome.storage.local holds 10 MB; a state that is being replaced has its place, too
COOKIES = 1_000  # ours: of one site; browsers keep 180 and more
STATE_LOADED_MS = 5_000  # ours: how long the saved address may take to load before the answer goes out
PILOT_COMMANDS = 100  # ours: commands that the server and the popup remember
PILOT_COMMANDS_SHOWN = 10  # ours: of them, in health and in the popup
PILOT_COMMAND_CHARS = 200  # ours: what was asked, cut

# --- probes ----------------------------------------------------------------------------------------------------
TITLE_CHARS = 500  # ours: the title of a page or a tab
FORMS = 50  # ours: forms of a page
FORM_FIELDS = 50  # ours: fields of one form
FORM_NAME_CHARS = 100  # ours: the name of a form or a field
HEADINGS = 100  # ours: headings of a page
HEADING_CHARS = 200  # ours: one heading

# --- the worker ------------------------------------------------------------------------------------------------
QUEUE_BATCHES = 2_000  # ours: batches the worker keeps until the server has them
QUEUE_CHARS = 8 * MIB  # storage.session holds 10 MB
FLUSH_WAIT_MS = 50  # design 4: an answer waits this long for the watched tabs
HEARTBEAT_MS = 20_000  # design 4, Command channel: a worker dies after 30 s without a message
REVIVE_MINUTES = 0.5  # design 4: the alarm that revives a worker
PRERENDERED_PAGES = 50  # ours: pages that a browser renders in advance and perhaps never shows
SEARCH_MINUTES = 1  # ours: the same without a server; the worker dies after 30 s and sleeps until then
RECONNECT_MIN_MS = 250  # ours
RECONNECT_MAX_MS = 5_000  # ours
SILENT_HEARTBEATS = 2  # ours: heartbeats without an answer before a connection counts as dead
FLUSH_MARGIN_MS = 12  # ours: of FLUSH_WAIT_MS, kept for the way of the question and of the answer
POST_TIMEOUT_MS = 10_000  # ours: one batch on its way to the server
PAIR_TIMEOUT_MS = 5_000  # ours: one step of the pairing
POLL_TIMEOUT_MS = 10_000  # ours: above POLL_HOLD_S, which the server may take
RETRY_AFTER_DEFAULT_MS = 1_000  # ours: a busy server that does not say how long
RETRY_AFTER_MAX_MS = 60_000  # ours: one that says too long
SERVER_TOKENS = 20  # ours: addresses whose tokens are remembered
LOSS_NAMES = 30  # ours: bounds that are counted apart; pages name some of them
DROPPED_KEYS = 1_000  # ours: dropped parcels whose pages may not have been told; a page holds HELD_CHUNKS
SESSION_SAVE_AFTER_MS = 200  # ours: a healthy server acknowledges within 2–5 ms: only a long queue is written
SESSION_SAVE_OFFLINE_AFTER_MS = 25  # ours: without a server the wait is long anyway
SESSION_SAVE_FULL_AFTER_MS = 1_000  # ours: the next try when storage.session is full
SESSION_REMOVE_AFTER_MS = 100  # ours: a late removal costs one repeat, which the server recognises
SESSION_SAVE_COUNTS_AFTER_MS = 100  # ours: the tallies of the popup
BADGE_ERRORS = 999  # ours: more are shown as a plus
POPUP_REFRESH_MS = 1_000  # ours: the popup looks again

# --- buffers of the daemon -------------------------------------------------------------------------------------
LOG_ENTRIES = 10_000  # supplement A, Server: default 10,000 entries
LOG_BYTES = 8 * MIB  # ours: memory of the entries below level error
ERROR_ENTRIES = 1_000  # ours: errors have their own buffer, so that chatter never evicts them
ERROR_BYTES = 8 * MIB  # ours
NETWORK_REQUESTS = 1_000  # ours: the waterfall
NETWORK_BYTES = 4 * MIB  # ours
NETWORK_BODIES = 100  # v4, Feature 2, Limits
NETWORK_BODIES_BYTES = 8 * MIB  # ours: a hundred of the longest, escaped
WEBSOCKET_EVENTS = 200  # v4, Feature 1, Limits
WEBSOCKET_EVENTS_BYTES = 8 * MIB  # ours: 200 messages of 4 KB fit even where JSON escapes every byte
WEBSOCKET_CLOSED = 20  # ours: recently closed connections, as many as are tracked
ACTIONS = 50  # v5, Feature 2, Limits; the default of reproductionBufferSize
ACTIONS_MIN, ACTIONS_MAX = 1, 500  # ours: what reproductionBufferSize may be
ACTIONS_BYTES = 2 * MIB  # ours
DOM_SNAPSHOTS = 20  # supplement B, DOM snapshots
DOM_SNAPSHOTS_BYTES = 256 * KIB  # ours
PERFORMANCE_SNAPSHOTS = 20  # supplement C, Baseline: snapshots and baselines, by page
TREND_LOADS = 30  # ours: loads of one page that its trend shows
LOADS_OUTDATED = 100  # ours: loads of pages that were loaded again, in tabs that may still be open
SENDERS = 1_000  # ours: documents whose last batch is remembered for de-duplication
PENDING_QUERIES = 100  # ours
SWITCHES = 50  # ours: switches that the extension tells of
DROP_NAMES = 50  # ours: names of bounds that health counts losses under
REJECTIONS_SHOWN = 5  # ours: reasons in the answer to a batch
TABS = 500  # ours: tabs in one answer
LOG_FILE_ENTRIES = 10_000  # supplement A, Server: rotation by count
LOG_FILE_BYTES = 16 * MIB  # ours: rotation by size

# --- analysis --------------------------------------------------------------------------------------------------
SHAPE_DEPTH = 3  # supplement A, Response shape: below it "..."
ENDPOINT_CHARS = 200  # ours: method and path of an endpoint, and the operation of a GraphQL request
OPERATION_CHARS = 80  # ours: the name of a GraphQL operation
CONTRACTS = 30  # v6, Feature 4, Limits: tracked endpoints
CONTRACTS_BYTES = 300 * KIB  # v6, Server Memory Budget: 30 endpoints of about 10 KB
CONTRACT_BYTES = 10 * KIB  # v6, Server Memory Budget: one of them
CONTRACT_SHAPE_BYTES = 7 * KIB  # ours: its shape; a response with more is not compared
CONTRACT_STATUSES = 20  # v6, Feature 4, Limits: status history
CONTRACT_MIN_CALLS = 3  # v6, Feature 4, Limits: minimum calls to establish a shape
CONTRACT_VIOLATIONS = 10  # v6, Feature 4, Limits: violations of one endpoint
CONTRACT_SPELLS = 3  # ours: what was missing and came back this often is optional
CONTRACT_FIELDS = 200  # ours: fields of one endpoint; a response with more is not compared
CONTRACT_ENTRIES = 100  # ours: an object with more keys is a dictionary
CONTRACT_SAMPLE_CHARS = 40  # README, Analysis: sample_value
CONTRACT_ERROR_CHARS = 500  # ours: last_error_body
ISSUE_BYTES = 200  # ours: the message of an issue that is kept for comparison
SESSIONS = 3  # v6, Feature 2, Session Management
SESSION_S = 30 * 60.0  # v6, Feature 2, Session Management
SESSION_LABEL_CHARS = 100  # ours
BASELINE_ERRORS = 50  # v6, Feature 2, Session Management: entries (errors)
BASELINE_REQUESTS = 50  # v6, Feature 2, Session Management: entries (network)
STEPS = 10  # ours: what the user did before the original error
STEP_CHARS = 80  # ours: one of them in words
STEP_EFFECTS_S = 2.0  # supplement B: a request belongs to the last action before it, within 2 s
EVIDENCE_NAMES = 20  # ours: pages or endpoints named as evidence
SNAPSHOTS = 10  # v6, Feature 3, Snapshot Storage
SNAPSHOT_S = 2 * 3600.0  # v6, Feature 3, Snapshot Storage
SNAPSHOT_ERRORS = 50  # v6, Feature 3, Snapshot Storage: console entries
SNAPSHOT_REQUESTS = 100  # v6, Feature 3, Snapshot Storage: network requests
SNAPSHOT_NAME_CHARS = 50  # v6, Feature 3, Snapshot Storage
JUDGEMENTS = 30  # ours: verdicts of verify_fix and diff_sessions that the dashboard shows
JUDGEMENTS_BYTES = 512 * KIB  # ours: a comparison of two full snapshots has about 100 KB

# --- significant events ----------------------------------------------------------------------------------------
NOTICES = 500  # ours: significant events that are remembered; `Last-Event-ID` resumes within them
NOTICES_SHOWN = 50  # ours: of them in one reading of gasoline://events
PATH_NAMES_KEPT = 128  # ours: addresses whose name is remembered
NOTICES_IN_VIEW = 200  # ours: of them in the dashboard
NOTICE_NAMES_CHARS = 100  # ours: a path, file or selector in a message
NOTICE_SCAN_CHARS = 1_000  # ours: of the page's words, searched for secrets before they are cut
NOTICE_DEDUP_S = 30.0  # v6, Feature 5, Throttling: dedup window
NOTICE_DEDUP_KEYS = 300  # ours: messages that an exit remembers, within 50 KB (v6, Server Memory Budget: stream state)
NOTICE_BATCH_S = 2.0  # v6, Feature 5, Throttling: batch window
NOTICES_PER_MINUTE = 12  # v6, Feature 5, Throttling
NOTICES_HELD = 50  # ours: events in one summary; what is beyond is counted
NOTICE_ORIGINS = 50  # ours: addresses by which it is counted, for filters that change meanwhile
THROTTLE_DEFAULT_S = 5.0  # v6, Feature 5, Throttling
THROTTLE_MIN_S, THROTTLE_MAX_S = 1.0, 60.0  # v6, Feature 5, Throttling
NEWS_MESSAGES = 3  # ours: messages in the note of an answer
ERRORS_KNOWN = 1_000  # ours: errors that are not new any more; as many as are kept
ENDPOINTS_KNOWN = 500  # ours: endpoints whose last status is remembered
CLICKS_REPEATED = 3  # v6, Feature 5, filters
CLICKS_WITHIN_S = 5.0  # v6, Feature 5, filters
ELEMENTS_CLICKED = 100  # ours: elements whose latest clicks are remembered
RESPONSE_PREVIEW_WAIT_S = 0.25  # ours: how long a notice of a failed request waits for the response's body
NOTICES_AWAITING_BODY = 100  # ours: notices that wait for a response's body at once
FORM_ANSWER_S = 5.0  # v6, Feature 5, filters
FORM_SLACK_S = 0.05  # ours: the times of an action and of a request come from two clocks
FORMS_WAITING = 50  # ours: submitted forms that wait for an answer
TABS_HEARD = 500  # ours: tabs whose latest answer is remembered
BLOCKED_MS = 500.0  # v6, Feature 5, filters
SLOW_LOAD_TIMES = 2.0  # v6, Feature 5, filters: the baseline
SNAPSHOTS_TOLD = 100  # ours: loads that were told of
SERVER_FAULT_STATUS = 500  # HTTP: from here on the server failed
EVENT_READERS = 50  # ours: readers of /events/stream at once
EVENT_BACKLOG = 400  # ours: events that a reader may be behind before it is cut off
EVENT_WRITE_S = 60.0  # ours: a reader that takes nothing for so long is cut off
EVENT_KEEPALIVE_S = 15.0  # ours: a comment, so that proxies and readers know that the line is alive
LISTEN_STREAMS = 200  # ours: subscriptions/listen at once, as sessions
LISTEN_BACKLOG_UPDATES = 64  # ours: updates that a subscriber may be behind

# --- answers ---------------------------------------------------------------------------------------------------
ANSWER_CHARS = 50_000  # design 3, Answers
SECRET_PLACES_AT_ONCE = 800  # ours: places of a text of any length that are looked at closely; what follows is hidden
CHARS_FOR_EACH_PLACE = 48  # ours: and one more for so many characters before it; with 96, source maps are hidden
SECRET_PLACES = 3  # ours: places that a secret counts for, as it has been judged in full
LONG_SECRET_CHARS = 1_024  # ours: inside one that is longer, nothing is looked for
CUT_WORD_CHARS = 6  # README, 6: of what may be a secret and was cut, at most so many of its first characters
CUT_SCAN_CHARS = 1_000  # ours: of words that will be cut, searched for secrets beyond the cut
NOTE_CHARS = 600  # ours: room kept for the note within ANSWER_CHARS
ERROR_ANSWER_BYTES = 6_000  # ours: the answer for one realistic error with everything around it
ERRORS_LIMIT = 50  # supplement A, Tools of the base
LOGS_LIMIT = 100  # supplement A
NETWORK_LIMIT = 50  # supplement A
NETWORK_BODIES_LIMIT = 20  # v4, Feature 2
HAR_LIMIT = 100  # ours: as many as there may be bodies
LIST_ANSWER_CHARS = 44_000  # ours: findings or violations, so that no item is cut by ANSWER_CHARS
HAR_CHARS = 45_000  # ours: entries of one HAR, so that the whole fits into ANSWER_CHARS
WEBSOCKET_LIMIT = 50  # v4, Feature 1
LIMIT_MAX = 1_000  # ours: the largest `limit` of a list
NAME_CHARS = 64  # ours: ids, versions, codes and other names on the wire
TIME_CHARS = 40  # ours: an ISO time
PROSE_CHARS = 1_000  # ours: one message or hint of ours on the wire
CHALLENGE_CHARS = 128  # ours: challenges and proofs of pairing
CLIENT_NAME_CHARS = 100  # ours: what an AI client calls itself
ECHO_CHARS = 100  # ours: of a client's own words in an error
NOTICE_CHARS = 100  # v6, Feature 5: the page's words in a notice
METHOD_CHARS = 20  # ours: an HTTP method
STATUS_MAX = 999  # HTTP: three digits
FAILURE_STATUS = 400  # HTTP: from here on a request failed
FILTER_CHARS = 2_000  # ours: a filter text
TOOLS_LIST_BYTES = 10_000  # design 3: ≤ 2,500 tokens

# --- security audit ----------------------------------------------------------------------------------------------
SECURITY_FINDINGS = 20  # v6, Feature 1, Limits: for each category
SECURITY_SCAN_CHARS = 10 * KIB  # v6, Feature 1, Limits: of each URL, body, message
SECURITY_MATCHES = 100  # v6, Feature 1, Limits: in one text
SECURITY_SECRETS = 1_000  # ours: different secrets that the audit tells apart; the newest texts come first
SECURITY_PLACES = 10  # README, Analysis: of one secret, that are listed
SECURITY_MATCHES_TOTAL = 6_000  # ours: after so many the audit leaves out the rest, which are the oldest texts
PII_CANDIDATES = 3_000  # ours: numbers and addresses in the console that are looked at, the newest first
PII_CANDIDATES_OF_BODY = 200  # ours: numbers and addresses in one response that are looked at
PII_DEPTH = 5  # v6, Feature 1, Limits: levels of a JSON answer

# --- waits -----------------------------------------------------------------------------------------------------
QUERY_TIMEOUT_S = 10.0  # v4, On-Demand Request Flow
PROGRESS_STEPS = 20  # ours: of one answer, told to a client that asked for progress
AUDIT_TIMEOUT_S = 30.0  # v4, Feature 4, Limits
QUERY_MARGIN_S = 1.0  # README 13: page < extension < server
POLL_HOLD_S = 5.0  # README, Server: /pending-queries holds
CONTACT_FRESH_S = 3.0  # ADR: below it `extension_poll`
UNTAKEN_QUERY_S = 3.0  # ours: a question that nobody takes fails; a poller is back within milliseconds
IDLE_LOOK_S = 30.0  # ours: how often the daemon looks whether somebody is here
IDLE_EXIT_S = 30 * 60.0  # design 2: nobody connected
STARTUP_WAIT_S = 20.0  # ours: a forwarder waits for its daemon
STARTUP_POLL_S = 0.02  # ours
STOP_WAIT_S = 10.0  # ours: a daemon asked to stop
SHUTDOWN_GRACE_S = 2.0  # ours: requests under way at SIGTERM
RECONNECT_TRIES = 3  # ours: a forwarder whose daemon went away
SUCCESSOR_WAIT_S = 15.0  # ours: after a polite end a forwarder looks this long for the next daemon
STABLE_LINK_S = 1.0  # ours: a link that lasted this long was no failure
REPLAY_WAIT_S = 10.0  # ours: the next daemon answers the repeated `initialize`
FINISH_WAIT_S = 5.0  # ours: answers still under way when stdin ends
CONNECT_WAIT_S = 5.0  # ours: connecting to the local socket, and a short answer over it
BAR_CELLS = 20  # ours: the progress bar of `gasoline call`
CALL_WAIT_S = 120.0  # ours: `gasoline call`; above the longest question (accessibility, execute)
LOCK_WAIT_S = 0.5  # ours: a probe may hold the daemon's lock for a moment
HOLDER_WAIT_S = 1.0  # ours: asking who holds a port

# --- the guard -------------------------------------------------------------------------------------------------
HEADER_BYTES = 64 * KIB  # design 5
HEADER_WAIT_S = 10.0  # design 5
BODY_WAIT_S = 30.0  # ours: a body that trickles
INGEST_BYTES = 5 * MIB  # design 5
MCP_BYTES = 4 * MIB  # design 5
WEBSOCKET_BYTES = 5 * MIB  # design 5
LINE_BYTES = 4 * MIB  # ours: one JSON-RPC line on the local socket, as /mcp
LISTEN_BACKLOG = 256  # ours: connections waiting while the daemon still loads
DAEMON_LOG_BYTES = 1 * MIB  # ours: daemon.log starts anew above
DAEMON_LOG_QUOTE_LINES = 8  # ours: lines of daemon.log in an error
BATCH_ENTRIES = 10_000  # ours: entries in one request
FLOOD_ENTRIES_PER_S = 50_000  # README, Server: 429 above
PAIR_WINDOW_S = 60.0  # design 5: `gasoline pair` with --auth strict
PAIR_CHALLENGES = 20  # ours: pairings under way at once
HTTP_CLIENT_FRESH_S = 60.0  # ours: how long after its last request a client over HTTP counts as here
MCP_SESSIONS = 200  # ours: streamable HTTP sessions at once
MCP_SESSION_IDLE_S = 30 * 60.0  # ours: a session without any request or stream for so long ends

# --- the dashboard ---------------------------------------------------------------------------------------------
DASHBOARD_SECRET_BYTES = 32  # ours: 256 random bits in a one-time code and in a session's cookie
DASHBOARD_LINK_S = 60.0  # ours: how long a one-time link waits for its browser
DASHBOARD_LINKS = 10  # ours: links that wait at once; the oldest gives way
DASHBOARD_SESSIONS = 20  # ours: browsers that may look at once; the oldest has to open a new link
DASHBOARD_READERS = 20  # ours: open dashboards at once
DASHBOARD_ROWS = 10_000  # README, Dashboard: events without jank; older ones leave the timeline
DASHBOARD_BACKLOG = 2 * DASHBOARD_ROWS  # ours: rows that a dashboard may be behind before it is cut off
DASHBOARD_UPDATES = 1_000  # ours: events of which a dashboard that comes back hears that more is known
DASHBOARD_BATCH = 250  # ours: rows in one message
DASHBOARD_GATHER_S = 0.1  # ours: rows that come within it travel together
DASHBOARD_STATE_S = 1.0  # ours: how often it is looked whether something about the server has changed
DASHBOARD_LIST = 500  # ours: entries of one list, newest first
DASHBOARD_TEXT_CHARS = 300  # ours: the words of one row; the detail has the rest
DASHBOARD_ID_CHARS = 300  # ours: the name of what a detail is asked for
DASHBOARD_GZIP_BYTES = 150 * KIB  # README, Dashboard: all that is shipped, compressed
DASHBOARD_TABS_WAIT_S = 2.0  # ours: for the browser's tabs, before the clients are shown without them
DASHBOARD_REFRESH_MS = 1_000  # ours: a view that is looked at is read again at most so often
DASHBOARD_LOOK_AGAIN_MS = 3_000  # ours: and at least so often: tabs, clients and times change without an event

SHARED_WITH_EXTENSION = (
    "DEFAULT_PORT",
    "STRING_CHARS",
    "VALUE_DEPTH",
    "OBJECT_KEYS",
    "KEY_CHARS",
    "ENTRY_CHARS",
    "STACK_CHARS",
    "MESSAGE_CHARS",
    "URL_CHARS",
    "FAILED_RESPONSE_CHARS",
    "CUT_WORD_CHARS",
    "CUT_SCAN_CHARS",
    "FAILED_READ_BYTES",
    "FAILED_RESPONSE_WAIT_MS",
    "ANNOTATIONS",
    "ANNOTATION_KEY_CHARS",
    "ANNOTATION_VALUE_CHARS",
    "REPEAT_WINDOW_MS",
    "REPEAT_GROUPS",
    "CHUNK_ENTRIES",
    "CHUNK_CHARS",
    "RECORDER_FAILURES",
    "RECORDER_FAILURES_MS",
    "RECORDER_REST_MS",
    "BATCH_DELAY_MS",
    "BATCH_DELAY_MAX_MS",
    "EARLY_CHUNKS",
    "HELD_CHUNKS",
    "UNSURE_CHUNKS",
    "WATERFALL_PENDING",
    "REQUEST_BODY_BYTES",
    "RESPONSE_BODY_BYTES",
    "BODY_COPY_BYTES",
    "BODY_COPY_WAIT_MS",
    "EARLY_BODY_STEPS",
    "OPEN_BODIES",
    "HEADERS_SHOWN",
    "HEADER_CHARS",
    "FORM_DATA_FIELDS",
    "WEBSOCKET_DATA_BYTES",
    "WEBSOCKET_CONNECTIONS",
    "WEBSOCKET_BURST",
    "WEBSOCKET_MESSAGES_PER_S",
    "WEBSOCKET_FIRST_MESSAGES",
    "WEBSOCKET_SHAPES",
    "WEBSOCKET_SHAPE_CHARS",
    "WEBSOCKET_SHAPE_CHARS_PER_S",
    "WEBSOCKET_STATUS_MS",
    "WEBSOCKET_PREVIEW_CHARS",
    "WEBSOCKET_RATE_S",
    "QUEUE_BATCHES",
    "QUEUE_CHARS",
    "FLUSH_WAIT_MS",
    "HEARTBEAT_MS",
    "REVIVE_MINUTES",
    "SEARCH_MINUTES",
    "PRERENDERED_PAGES",
    "RECONNECT_MIN_MS",
    "RECONNECT_MAX_MS",
    "TABS",
    "SNIPPETS",
    "COMPONENT_DEPTH",
    "COMPONENT_PROP_KEYS",
    "COMPONENT_STATE_KEYS",
    "COMPONENT_BYTES",
    "COMPONENT_HOPS",
    "COMPONENT_NODES",
    "COMPONENT_WALK_MS",
    "STATE_SLICE_VALUES",
    "STATE_VALUE_CHARS",
    "STATE_BYTES",
    "COMPONENT_ANCESTRY_MS",
    "STATE_SNAPSHOT_MS",
    "STATE_READ_MS",
    "STATE_KEYS",
    "STATE_CHANGED_MS",
    "STORE_SEARCHES",
    "WINDOW_KEYS",
    "BOUNDARY_SEARCHES",
    "ANNOUNCED_MS",
    "CONTEXTS_WAITING",
    "CAUSES",
    "CAUSE_STACK_CHARS",
    "SNIPPET_CONTEXT_LINES",
    "SNIPPET_LINE_CHARS",
    "SNIPPETS_BYTES",
    "SNIPPET_EXTRACTION_MS",
    "SOURCE_FILE_WAIT_MS",
    "SOURCE_FILE_BYTES",
    "SOURCE_FILES",
    "SOURCE_FILES_CHARS",
    "SOURCE_FILES_LOADING",
    "ERROR_CONTEXT_MS",
    "ERROR_CONTEXTS",
    "ERRORS_SEEN",
    "STACK_FRAMES",
    "STACK_LINE_CHARS",
    "FUNCTION_SEARCH_LINES",
    "PAGE_SCRIPTS",
    "SOURCE_FILES_WAIT_MS",
    "SCRIPT_LIST_WAIT_MS",
    "REBUILT_SLACK_MS",
    "ERROR_CONTEXT_WAIT_MS",
    "ERROR_PAGE_WAIT_MS",
    "DOM_SNAPSHOT_ELEMENTS",
    "SNAPSHOT_AFTER_MS",
    "LONG_TASK_MS",
    "LONG_TASK_TOLD_MS",
    "SLOWEST_REQUESTS",
    "SNAPSHOT_RESOURCES",
    "CSS_PATH_LEVELS",
    "CSS_PATH_CLASSES",
    "SELECTOR_TEXT_CHARS",
    "ACCESSIBLE_NAME_CHARS",
    "ELEMENTS_SURVEYED",
    "NAMES_COMPUTED",
    "ACTIONS",
    "ACTIONS_MIN",
    "ACTIONS_MAX",
    "ACTION_VALUE_CHARS",
    "ACTION_TEXT_CHARS",
    "ACTION_FILES",
    "ACTION_OPTIONS",
    "ACTION_DELAY_MS",
    "SCROLL_THROTTLE_MS",
    "SCROLL_INTENT_MS",
    "CONSEQUENCE_MS",
    "FRAME_DEPTH",
    "DOM_SNAPSHOT_TEXT_CHARS",
    "DOM_SNAPSHOT_CANDIDATES",
    "DOM_SNAPSHOT_LOAD_MS",
    "DOM_SNAPSHOT_ROUTE_MS",
    "DOM_SNAPSHOT_GAP_MS",
    "DOM_SNAPSHOT_LOOKS",
    "DOM_ELEMENTS",
    "DOM_TEXT_CHARS",
    "DOM_ATTRIBUTES",
    "DOM_ATTRIBUTE_CHARS",
    "DOM_ANSWER_BYTES",
    "DOM_MATCH_BYTES",
    "SELECTOR_CHARS",
    "SCREENSHOT_BYTES",
    "SCREENSHOT_PIXELS",
    "SCREENSHOT_QUALITY",
    "SCREENSHOT_QUALITY_STEP",
    "SCREENSHOT_QUALITY_MIN",
    "SCREENSHOT_SHRINK",
    "SCREENSHOT_SHRINKS",
    "SCREENSHOT_QUOTA_WAIT_MS",
    "SCREENSHOT_TRIES",
    "CONTRAST_STEPS",
    "SCREENSHOT_GAP_MS",
    "SCREENSHOTS_PER_SESSION",
    "AUDIT_NODES",
    "AUDIT_FRAMES",
    "AUDIT_FRAME_WAIT_MS",
    "AUDIT_FRAMES_WAIT_MS",
    "AUDIT_HTML_CHARS",
    "AUDIT_SUMMARY_CHARS",
    "NODE_CHARS",
    "CLOCK_SLACK_MS",
    "TITLE_CHARS",
    "FORMS",
    "FORM_FIELDS",
    "FORM_NAME_CHARS",
    "HEADINGS",
    "HEADING_CHARS",
    "SILENT_HEARTBEATS",
    "FLUSH_MARGIN_MS",
    "POST_TIMEOUT_MS",
    "PAIR_TIMEOUT_MS",
    "POLL_TIMEOUT_MS",
    "RETRY_AFTER_DEFAULT_MS",
    "RETRY_AFTER_MAX_MS",
    "SERVER_TOKENS",
    "LOSS_NAMES",
    "PROSE_CHARS",
    "DROPPED_KEYS",
    "SESSION_SAVE_AFTER_MS",
    "SESSION_SAVE_OFFLINE_AFTER_MS",
    "SESSION_SAVE_FULL_AFTER_MS",
    "SESSION_REMOVE_AFTER_MS",
    "SESSION_SAVE_COUNTS_AFTER_MS",
    "BADGE_ERRORS",
    "POPUP_REFRESH_MS",
    "HIGHLIGHT_LABEL_CHARS",
    "PAGE_CONNECTED_MS",
    "EXECUTE_LATE_MS",
    "HANG_PING_MS",
    "HANG_BACK_MS",
    "PROBE_MS",
    "HALF_LOADED_SITES",
    "PILOT_ECHO_MS",
    "SCRIPT_CHECKS",
    "RESULT_CHARS",
    "RESULT_DEPTH",
    "SCRIPT_ERROR_CHARS",
    "SCRIPT_STACK_CHARS",
    "SAVED_STATES",
    "SNAPSHOT_CHARS",
    "SNAPSHOTS_CHARS",
    "COOKIES",
    "STATE_LOADED_MS",
    "PILOT_COMMANDS",
    "PILOT_COMMANDS_SHOWN",
    "PILOT_COMMAND_CHARS",
    "DASHBOARD_ROWS",
    "DASHBOARD_REFRESH_MS",
    "DASHBOARD_LOOK_AGAIN_MS",
)
