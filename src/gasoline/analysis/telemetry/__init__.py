"""Captured events as logs, spans and metrics, in the words of OpenTelemetry's semantic conventions."""
