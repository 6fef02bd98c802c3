"""Numbers that HTTP defines."""

SERVER_FAULT_STATUS = 500  # HTTP: from here on the server failed
METHOD_CHARS = 20  # an HTTP method
STATUS_MAX = 999  # HTTP: three digits
FAILURE_STATUS = 400  # HTTP: from here on a request failed
