"""Whether a fix worked: what was wrong before, what is wrong since, and how far the silence can be trusted."""
