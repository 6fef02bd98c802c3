"""Mail, chat and social networks."""

from gasoline.kernel.secrets.formats.format import Format
from gasoline.kernel.secrets.verdict import judge_random

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_HOOK = "Whoever has the address can post there: make a new one and call it from the server."

FORMATS = (
    Format(
        id="sendgrid-key",
        name="SendGrid API key",
        literals=("SG.",),
        pattern=r"SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}",
    ),
    Format(
        id="mailgun-key",
        name="Mailgun API key",
        literals=("key-",),
        pattern=r"key-[0-9a-z]{32,}",
        longest=36,
    ),
    Format(
        id="mailchimp-key",
        name="Mailchimp API key",
        literals=("-us",),
        before=32,
        pattern=r"[0-9a-f]{32}-us[0-9]{1,2}",
    ),
    Format(
        id="brevo-key",
        name="Brevo API key",
        literals=("xkeysib-", "xsmtpsib-"),
        pattern=r"x(?:key|smtp)sib-[0-9a-f]{64,}-[0-9A-Za-z]{16,}",
    ),
    Format(
        id="resend-key",
        name="Resend API key",
        literals=("re_",),
        pattern=r"re_[0-9A-Za-z]{8}_[0-9A-Za-z]{24,}",
        longest=40,
        check=judge_random,
    ),
    Format(
        id="mandrill-key",
        name="Mandrill API key",
        literals=("md-",),
        pattern=r"md-[0-9A-Za-z_-]{22,}",
        longest=25,
        check=judge_random,
    ),
    Format(
        id="slack-token",
        name="Slack token",
        literals=("xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-"),
        pattern=r"xox(?:[abcdeoprs]-|e\.xox[bp]-)[0-9A-Za-z%-]{10,}",
    ),
    Format(
        id="slack-app-token",
        name="Slack app-level token",
        literals=("xapp-",),
        pattern=r"xapp-[0-9]-[0-9A-Z]{5,}-[0-9]{5,}-[0-9a-f]{20,}",
    ),
    Format(
        id="slack-webhook",
        name="Slack webhook address",
        literals=("hooks.slack.com",),
        pattern=r"hooks\.slack\.com\\*/(?:services|workflows|triggers)\\*/(T[0-9A-Z]{6,}\\*/[0-9A-Z]{6,}\\*/[0-9A-Za-z]{16,})",
        advice=_HOOK,
    ),
    Format(
        id="discord-webhook",
        name="Discord webhook address",
        literals=("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
        pattern=r"discord(?:app)?\.com/api/webhooks/([0-9]{17,20}/[0-9A-Za-z_-]{60,})",
        advice=_HOOK,
    ),
    Format(
        id="teams-webhook",
        name="Microsoft Teams webhook address",
        literals=("office.com/webhook",),
        pattern=rf"office\.com/webhook(?:b2)?/({_UUID}@{_UUID}/IncomingWebhook/[0-9a-f]{{32}}/{_UUID})",
        advice=_HOOK,
    ),
    Format(
        id="telegram-bot-token",
        name="Telegram bot token",
        literals=(":AA",),
        before=10,
        pattern=r"[0-9]{8,10}:AA[0-9A-Za-z_-]{32,}",
        longest=46,
    ),
    Format(
        id="twilio-key",
        name="Twilio API key",
        literals=("SK",),
        pattern=r"SK[0-9a-f]{32,}",
        longest=34,
    ),
    Format(
        id="facebook-token",
        name="Facebook access token",
        literals=("EAA",),
        pattern=r"EAA[0-9A-Za-z]{80,}",
        window=512,
        check=judge_random,
        glue="+/",
    ),
    Format(
        id="twitter-bearer",
        name="X (Twitter) bearer token",
        literals=("AAAAAAAAAAAAAAAAAAAAA",),
        pattern=r"AAAAAAAAAAAAAAAAAAAAA[0-9A-Za-z%=]{60,}",
        longest=140,
    ),
    Format(
        id="twitch-stream-key",
        name="Twitch stream key",
        literals=("live_",),
        pattern=r"live_[0-9]{5,}_[0-9A-Za-z]{30,}",
    ),
)
