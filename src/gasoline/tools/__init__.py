"""Projections of the capabilities: five composite tools, named tools, CLI, reference; and the dispatcher."""
