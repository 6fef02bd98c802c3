"""Payment and shops."""

from gasoline.kernel.secrets.formats.format import Format
from gasoline.kernel.secrets.verdict import judge_random

FORMATS = (
    Format(
        id="stripe-live-key",
        name="Stripe secret key",
        literals=("sk_live_", "rk_live_"),
        pattern=r"[sr]k_live_[0-9A-Za-z]{10,}",
    ),
    Format(
        id="stripe-test-key",
        name="Stripe test key",
        literals=("sk_test_", "rk_test_"),
        pattern=r"[sr]k_test_[0-9A-Za-z]{10,}",
        severity="warning",
        advice="It moves no money, but the live key will stand where this one does: read it on the server.",
    ),
    Format(
        id="stripe-webhook-secret",
        name="Stripe webhook secret",
        literals=("whsec_",),
        pattern=r"whsec_[0-9A-Za-z+/]{24,}={0,2}",
    ),
    Format(
        id="square-token",
        name="Square access token",
        literals=("sq0atp-", "sq0csp-", "sq0atb-"),
        pattern=r"sq0(?:atp|csp|atb)-[0-9A-Za-z_-]{22,}",
    ),
    Format(
        id="square-production-token",
        name="Square production token",
        literals=("EAAA",),
        pattern=r"EAAA[0-9A-Za-z_-]{60,}",
        longest=64,
        check=judge_random,
        glue="+/",
    ),
    Format(
        id="braintree-token",
        name="Braintree access token",
        literals=("access_token$",),
        pattern=r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    ),
    Format(
        id="razorpay-key",
        name="Razorpay key",
        literals=("rzp_live_", "rzp_test_"),
        pattern=r"rzp_(?:live|test)_[0-9A-Za-z]{14,}",
        is_public=True,
    ),
    Format(
        id="flutterwave-key",
        name="Flutterwave secret key",
        literals=("FLWSECK",),
        pattern=r"FLWSECK(?:_TEST)?-[0-9A-Za-z]{32,}-X",
    ),
    Format(
        id="plaid-token",
        name="Plaid access token",
        literals=("access-sandbox-", "access-development-", "access-production-"),
        pattern=r"access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    ),
    Format(
        id="shopify-token",
        name="Shopify token",
        literals=("shpat_", "shpca_", "shppa_", "shpss_"),
        pattern=r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}",
        longest=38,
    ),
    Format(
        id="shippo-token",
        name="Shippo token",
        literals=("shippo_live_", "shippo_test_"),
        pattern=r"shippo_(?:live|test)_[0-9a-f]{40,}",
    ),
    Format(
        id="easypost-key",
        name="EasyPost API key",
        literals=("EZAK", "EZTK"),
        pattern=r"EZ[AT]K[0-9A-Za-z]{54,}",
        longest=58,
    ),
    Format(
        id="duffel-token",
        name="Duffel token",
        literals=("duffel_live_", "duffel_test_"),
        pattern=r"duffel_(?:live|test)_[0-9A-Za-z_=-]{40,}",
    ),
)
