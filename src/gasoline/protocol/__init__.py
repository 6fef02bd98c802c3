"""MCP: serves our tools with the SDK, and tracks the connected clients."""
