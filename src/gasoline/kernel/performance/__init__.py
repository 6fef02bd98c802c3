"""What is usual for a page's performance, and when it got worse: shared by store and analysis."""
