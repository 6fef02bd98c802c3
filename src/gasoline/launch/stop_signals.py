"""Which signals stop our programs."""

import signal


def stop_signals() -> list[signal.Signals]:
    """Ctrl-C and SIGTERM, but not a Ctrl-C that is ignored: by nohup, or by a shell for a program in the background."""
    is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return [signal.SIGTERM] if is_ignored else [signal.SIGINT, signal.SIGTERM]
