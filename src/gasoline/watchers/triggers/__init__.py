"""What is significant, one module each, in the order of the specification's table."""

from gasoline.watchers.triggers import (
    access_lost,
    credential,
    long_task,
    new_error,
    rejection,
    repeated_clicks,
    server_error,
    silent_form,
    slow_load,
)

ALL = (
    new_error.TRIGGER,
    rejection.TRIGGER,
    server_error.TRIGGER,
    access_lost.TRIGGER,
    slow_load.TRIGGER,
    long_task.TRIGGER,
    repeated_clicks.TRIGGER,
    silent_form.TRIGGER,
    credential.TRIGGER,
)
