"""What stands for a secret in a generated script: whoever runs it fills it in."""

USER_PROVIDED = "[user-provided]"
MOCK_TOKEN = "mock-token-value"  # noqa: S105  it stands for a token
