"""MCP: what the SDK needs to serve our tools, and who is connected."""
