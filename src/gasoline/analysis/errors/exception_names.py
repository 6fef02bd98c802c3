"""What errors of the browser mean by their name, whatever their message says."""

MEANINGS = {
    "AbortError": "the operation was cancelled",
    "ChunkLoadError": "a part of the application did not load: the server lacks the file, perhaps since a new build",
    "DataCloneError": "a value that cannot be copied, such as a function, is sent to a worker, window or storage",
    "HierarchyRequestError": "a node is put where the document cannot have it",
    "InvalidCharacterError": "a name or text has a character that is not allowed there",
    "InvalidStateError": "the object is not in a state that allows this",
    "NetworkError": "a request got no answer",
    "NotAllowedError": "the browser or the user did not allow it; often it needs a click first",
    "NotFoundError": "a node is not where the call expects it; perhaps something else has moved or removed it",
    "NotSupportedError": "the browser does not support this",
    "QuotaExceededError": "the browser's storage for this site is full",
    "SecurityError": "the browser forbids it here, for example across origins",
    "TimeoutError": "it took too long and was given up",
}
