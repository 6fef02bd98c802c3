"""The connection to the browser: the state of the extension and the questions it is asked."""
