#!/bin/sh
# Finds a Chromium; as root on Debian it installs one, and Firefox for its tests. Elsewhere it says what to install.
find_browser() { .venv/bin/python -c 'from gasoline.commands.find_browser import find_browser; print(find_browser())' 2>/dev/null; }
explain() { .venv/bin/python -c 'from gasoline.commands import find_browser as f
try: f.find_browser()
except f.BrowserMissing as error: print(error)'; }
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

missing=
find_browser >/dev/null || missing=chromium
if ! command -v firefox-esr >/dev/null && ! command -v firefox >/dev/null && [ -f /etc/debian_version ]; then
  missing="$missing firefox-esr"
fi
if [ -n "$missing" ] && can_install; then
  echo "Installing$(printf ' %s' $missing) …"
  apt-get update -qq
  for package in $missing; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null || echo "Could not install $package." >&2
  done
fi
find_browser >/dev/null && exit 0
explain >&2
exit 1
