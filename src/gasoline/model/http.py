"""Numbers that HTTP defines."""

METHOD_CHARS = 20
MAX_STATUS = 999  # three digits

# The first status of a class
REDIRECT = 300
CLIENT_ERROR = 400
SERVER_ERROR = 500
