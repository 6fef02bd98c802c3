"""The triggers, one module each, in the order in which they are asked."""

from gasoline.watchers.triggers import (
    access_lost,
    exposed_credential,
    long_task,
    new_error,
    repeated_clicks,
    server_error,
    server_exception,
    silent_form,
    slow_load,
    unhandled_rejection,
)

ALL = (
    new_error.TRIGGER,
    unhandled_rejection.TRIGGER,
    server_error.TRIGGER,
    server_exception.TRIGGER,
    access_lost.TRIGGER,
    slow_load.TRIGGER,
    long_task.TRIGGER,
    repeated_clicks.TRIGGER,
    silent_form.TRIGGER,
    exposed_credential.TRIGGER,
)
