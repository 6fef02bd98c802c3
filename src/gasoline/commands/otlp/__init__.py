"""Sends captured events to an OpenTelemetry collector."""
