"""Scripts for Playwright Test."""
