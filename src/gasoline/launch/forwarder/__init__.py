"""`gasoline mcp`: passes lines between an AI client's stdio and the daemon. Standard library only."""
