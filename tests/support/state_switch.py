"""Switches the capture of the application's state, as a person does it in the options."""

from daemon import wait_until

from browser import Browser


def switch_state(browser: Browser, *, on: bool) -> None:
    options = browser.extension_page("options.html")
    options.get_by_label("State snapshot").set_checked(on)
    key = "async () => (await chrome.storage.local.get('aiContextStateSnapshot')).aiContextStateSnapshot ?? false"
    wait_until(lambda: options.evaluate(key) is on, "the switch")
    options.close()
