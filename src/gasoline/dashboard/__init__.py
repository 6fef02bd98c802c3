"""What the dashboard shows: views of what an assistant can ask, the live feed, and who may look."""
