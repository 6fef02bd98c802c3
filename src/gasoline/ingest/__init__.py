"""What the extension sends: batches of events, results of questions, pairing."""
