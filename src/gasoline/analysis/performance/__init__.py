"""How fast pages are: baselines, regressions, ratings, budgets, causes."""
