"""A made-up secret of every format, in the form that the vendor documents: its prefix, its length, its alphabet.

The forms are written down apart from the product's patterns, so that a wrong pattern fails. The values are put together
when a test runs, so that no scanner takes this file for a leak.
"""

import random
import re
import string

from gasoline.kernel.secrets import formats
from gasoline.kernel.secrets.formats.format import Format

HEX, LETTERS = string.hexdigits[:16], string.ascii_letters
ALPHABETS = {
    "A": LETTERS + string.digits,
    "B": LETTERS + string.digits + "+/",
    "D": string.digits,
    "H": HEX,
    "L": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + string.digits,
    "V": HEX.upper(),
    "W": LETTERS + string.digits + "_-",
}
UUID = "{H8}-{H4}-{H4}-{H4}-{H12}"
FORMS = {
    "aws-access-key": "AKIA{U16}",
    "aws-bedrock-key": "ABSK{B128}",
    "aws-appsync-key": "da2-{L26}",
    "aws-mws-token": "amzn.mws.{G}",
    "google-api-key": "AIza{W35}",
    "google-oauth-secret": "GOCSPX-{W28}",
    "google-access-token": "ya29.{W160}",
    "google-refresh-token": "1//0{W99}",
    "azure-account-key": "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={B86}==",
    "azure-shared-access-key": "SharedAccessKeyName=Root;SharedAccessKey={B43}=",
    "azure-client-secret": "{A3}8Q~{A34}",
    "azure-devops-token": "{A76}AZDO{A4}",
    "azure-service-key": "{A52}JQQJ99{A26}",
    "azure-sas": "?sv=2022-11-02&sr=b&sig={A43}%3D",
    "digitalocean-token": "dop_v1_{H64}",
    "heroku-key": "HRKU-AA{W58}",
    "cloudflare-origin-key": "v1.0-{H24}-{H146}",
    "alibaba-access-key": "LTAI5t{A18}",
    "tencent-secret-id": "AKID{A32}",
    "yandex-key": "AQVN{W36}",
    "fly-token": "fo1_{W43}",
    "netlify-token": "nfp_{A36}",
    "render-key": "rnd_{A28}",
    "supabase-token": "sbp_{H40}",
    "planetscale-token": "pscale_tkn_{W43}",
    "neon-key": "napi_{L64}",
    "databricks-token": "dapi{H32}",
    "doppler-token": "dp.pt.{A43}",
    "vault-token": "hvs.{W91}",
    "terraform-token": "{A14}.atlasv1.{W67}",
    "pulumi-token": "pul-{H40}",
    "github-token": "ghp_{A36}",
    "github-fine-grained-token": "github_pat_{A22}_{A59}",
    "gitlab-token": "glpat-{W20}",
    "bitbucket-app-password": "ATBB{A32}",
    "atlassian-token": "ATATT3xFfGF0{W172}={V8}",
    "npm-token": "npm_{A36}",
    "pypi-token": "pypi-AgEIcHlwaS5vcmc{W150}",
    "rubygems-key": "rubygems_{H48}",
    "crates-token": "cio{A32}",
    "nuget-key": "oy2{L43}",
    "clojars-token": "CLOJARS_{H60}",
    "docker-token": "dckr_pat_{W27}",
    "artifactory-token": "AKCp{A69}",
    "sourcegraph-token": "sgp_{H16}_{H40}",
    "segment-token": "sgp_{A64}",
    "postman-key": "PMAK-{H24}-{H34}",
    "linear-key": "lin_api_{A40}",
    "figma-token": "figd_{W40}",
    "notion-token": "ntn_{D11}{A35}",
    "airtable-token": "pat{A14}.{H64}",
    "buildkite-token": "bkua_{H40}",
    "circleci-token": "CCIPAT_{A22}_{H40}",
    "prefect-key": "pnu_{A36}",
    "sonar-token": "squ_{H40}",
    "contentful-token": "CFPAT-{W43}",
    "typeform-token": "tfp_{W44}_{A14}",
    "readme-key": "rdme_{L70}",
    "dropbox-token": "sl.{W130}",
    "dependency-track-key": "odt_{A32}",
    "adafruit-key": "aio_{A28}",
    "stripe-live-key": "sk_live_{A24}",
    "stripe-test-key": "sk_test_{A24}",
    "stripe-webhook-secret": "whsec_{A32}",
    "square-token": "sq0atp-{W22}",
    "square-production-token": "EAAA{W60}",
    "braintree-token": "access_token$production${L16}${H32}",
    "razorpay-key": "rzp_test_{A14}",
    "flutterwave-key": "FLWSECK-{H32}-X",
    "plaid-token": "access-sandbox-{G}",
    "shopify-token": "shpat_{H32}",
    "shippo-token": "shippo_live_{H40}",
    "easypost-key": "EZAK{A54}",
    "duffel-token": "duffel_test_{W43}",
    "sendgrid-key": "SG.{W22}.{W43}",
    "mailgun-key": "key-{L32}",
    "mailchimp-key": "{H32}-us6",
    "brevo-key": "xkeysib-{H64}-{A16}",
    "resend-key": "re_{A8}_{A24}",
    "mandrill-key": "md-{A22}",
    "slack-token": "xoxb-{D12}-{D13}-{A24}",
    "slack-app-token": "xapp-1-A{U10}-{D13}-{H64}",
    "slack-webhook": "https://hooks.slack.com/services/T{U8}/B{U8}/{A24}",
    "discord-webhook": "https://discord.com/api/webhooks/{D18}/{W68}",
    "teams-webhook": "https://outlook.office.com/webhook/{G}@{G}/IncomingWebhook/{H32}/{G}",
    "telegram-bot-token": "{D10}:AA{W33}",
    "twilio-key": "SK{H32}",
    "facebook-token": "EAA{A150}",
    "twitch-stream-key": "live_{D9}_{A30}",
    "twitter-bearer": "AAAAAAAAAAAAAAAAAAAAA{A11}%3D{A66}",
    "anthropic-key": "sk-ant-api03-{W93}AA",
    "openai-key": "sk-proj-{W74}T3BlbkFJ{W74}",
    "openrouter-key": "sk-or-v1-{H64}",
    "ai-key": "sk-{A20}T3BlbkFJ{A20}",
    "groq-key": "gsk_{A52}",
    "huggingface-token": "hf_{A34}",
    "perplexity-key": "pplx-{A48}",
    "xai-key": "xai-{A80}",
    "replicate-token": "r8_{A37}",
    "tavily-key": "tvly-{A32}",
    "jina-key": "jina_{H32}{A28}",
    "firecrawl-key": "fc-{H32}",
    "elevenlabs-key": "sk_{H48}",
    "cerebras-key": "csk-{L48}",
    "langsmith-key": "lsv2_pt_{H32}_{H10}",
    "nvidia-key": "nvapi-{W64}",
    "pinecone-key": "pcsk_{A5}_{A63}",
    "mapbox-secret": "sk.eyJ1Ijoi{A60}.{W22}",
    "mapbox-public": "pk.eyJ1Ijoi{A60}.{W22}",
    "newrelic-key": "NRAK-{U27}",
    "newrelic-browser-key": "NRJS-{H19}",
    "newrelic-license": "{H36}NRAL",
    "grafana-token": "glsa_{A32}_{H8}",
    "grafana-key": "eyJrIjoi{A70}==",
    "sentry-token": "sntryu_{H64}",
    "dynatrace-token": "dt0c01.{U24}.{U64}",
    "posthog-key": "phx_{A43}",
    "stackhawk-key": "hawk.{W20}.{W20}",
    "okta-token": "Authorization: SSWS 00{W40}",
    "salesforce-token": "00D{A12}!AQ{A94}",
    "onepassword-token": "ops_eyJ{A300}",
    "age-key": "AGE-SECRET-KEY-1{U58}",
}
"""`{A36}` is 36 characters of alphabet A, `{G}` a UUID."""

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.q7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea"
TEXTS = {
    "private-key": "-----BEGIN EC PRIVATE KEY-----\nMIIEowIBAAKCAQEAx7Zt4mXcV9pLw2RkYb8\n-----END EC PRIVATE KEY-----",
    "encoded-private-key": "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb2dJQkFBS0NBUUVB",
    "jwt": JWT,
    "aws-secret-key": "aws secret: " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz9kL0mNpQ",
    "bearer-token": "Bearer x7Zt4mXcV9pLw2RkYb8N",
    "url-password": "postgres://admin:x7Zt4mXcV9pL@db.internal/app",
    "basic-credentials": "Basic YWRtaW46eDdadDRtWGNWOXBM",
    "netrc-password": "machine api.internal login ci password x7Zt4mXcV9pL",
    "password-hash": "$2b$12$" + "R9hcIPz0giURNNX3kh2OPST9PgBkqquziSs7KIUgO2t0jWMUWabcd",
}
"""Formats of no vendor."""
ROWS = {row.id: row for row in formats.ALL}


def sample(row: Format) -> str:
    """A text of this format; the same every time."""
    if row.id in TEXTS:
        return TEXTS[row.id]
    rng = random.Random(row.id)
    form = FORMS[row.id].replace("{G}", UUID)
    return re.sub(r"{(?P<alphabet>[A-Z])(?P<count>\d+)}", lambda part: _characters(part, rng), form)


def _characters(part: re.Match[str], rng: random.Random) -> str:
    alphabet = ALPHABETS[part["alphabet"]]
    return "".join(rng.choice(alphabet) for _ in range(int(part["count"])))


def secret_of(row: Format) -> str:
    """The part of the sample that nobody may see."""
    text = sample(row)
    match = re.search(row.pattern, text)
    assert match is not None, (row.id, text)
    return match.group(1 if match.lastindex else 0).strip()
