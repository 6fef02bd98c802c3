"""`gasoline run`: runs a command unchanged, and sends what it prints to the daemon."""
