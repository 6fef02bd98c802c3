"""What capabilities share: their declaration, their context, lists, progress and audits."""
