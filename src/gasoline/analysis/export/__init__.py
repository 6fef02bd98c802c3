"""Captured data in the formats of other tools: HAR and SARIF."""
