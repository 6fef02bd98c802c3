"""Endpoints of the extension: batches of events, results of questions, pairing."""
