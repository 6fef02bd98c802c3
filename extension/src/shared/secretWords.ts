// Words in the name of a field that make its value a secret (supplement A, User actions).
export const SECRET_WORDS = [
  "password",
  "passwd",
  "secret",
  "token",
  "card",
  "cvv",
  "cvc",
  "ssn",
  "otp",
] as const;

/** What is shown instead. */
export const REDACTED = "[redacted]";
