"""What several parts of the package need and none of them owns. Pure functions and tables."""
