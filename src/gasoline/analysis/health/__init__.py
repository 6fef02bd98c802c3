"""What a health report says is wrong."""
