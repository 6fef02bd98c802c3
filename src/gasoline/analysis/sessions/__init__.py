"""How one stretch of browsing differs from another."""
