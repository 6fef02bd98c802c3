"""Scripts for Cypress."""
