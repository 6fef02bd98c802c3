"""Personal data in a text."""
