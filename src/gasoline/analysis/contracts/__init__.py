"""Contracts of APIs: what the responses of each endpoint look like, and which depart from it."""
