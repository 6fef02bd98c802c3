"""A captured session as one file: what it contains, how it is written, and how it is read back."""
