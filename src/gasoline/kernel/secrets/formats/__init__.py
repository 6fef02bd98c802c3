"""The table of formats: the audit finds secrets by it, and every exit masks by it."""

from gasoline.kernel.secrets.formats import cloud, keys, messaging, payment, services, source_hosting
from gasoline.kernel.secrets.formats.format import Format

ALL: tuple[Format, ...] = (
    *cloud.FORMATS,
    *source_hosting.FORMATS,
    *payment.FORMATS,
    *messaging.FORMATS,
    *services.FORMATS,
    *keys.FORMATS,
    cloud.AWS_SECRET_KEY,
)
