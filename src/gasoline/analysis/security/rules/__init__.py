"""The rules of the audit, listed in the order in which they are asked: where two say the same, the first speaks."""

from gasoline.analysis.security.finding import Rule
from gasoline.analysis.security.rules import (
    credential_in_url,
    http_request,
    insecure_websocket,
    jwt,
    missing_csp,
    missing_frame_protection,
    missing_hsts,
    missing_nosniff,
    mixed_content,
    named_secret,
    pii_in_console,
    pii_in_response,
    secret_field_in_response,
    secret_in_console,
    token_in_console,
    unauthenticated_pii,
    vendor_secret,
)

ALL: tuple[Rule, ...] = (
    credential_in_url.RULE,
    vendor_secret.RULE,
    jwt.RULE,
    named_secret.RULE,
    unauthenticated_pii.RULE,
    token_in_console.RULE,
    secret_in_console.RULE,
    secret_field_in_response.RULE,
    pii_in_response.RULE,
    pii_in_console.RULE,
    mixed_content.RULE,
    http_request.RULE,
    insecure_websocket.RULE,
    missing_csp.RULE,
    missing_nosniff.RULE,
    missing_frame_protection.RULE,
    missing_hsts.RULE,
)
