"""A bug report for people, as Markdown for an issue and as one HTML file."""
