"""Placeholders for secrets in a generated script; the user fills them in."""

USER_PROVIDED = "[user-provided]"
MOCK_TOKEN = "mock-token-value"  # noqa: S105  it stands for a token
