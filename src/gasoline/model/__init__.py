"""The words: what is captured, what is asked, and every number that bounds it."""
